/**
 * The words of reviews and of the answers to them, by how content the customer was. `{work}` is what
 * the customer calls the work ("the leak"), `{business}` the business, `{name}` the customer.
 */

export type Mood = 'happy' | 'fair' | 'cross';

type ReviewWords = {
  readonly openings: readonly string[];
  readonly middles: readonly string[];
  readonly endings: readonly string[];
  readonly responses: readonly string[];
};

export const englishWords: Readonly<Record<Mood, ReviewWords>> = {
  happy: {
    openings: [
      '{business} took care of {work} in one visit and left the place cleaner than they found it.',
      "Couldn't be happier with how {work} turned out.",
      'Answered within minutes, came the next morning, and the price was the one we agreed on.',
      'Third company I called about {work} and the first that showed up when they said they would.',
      "We've used {business} twice now and won't be calling anyone else.",
      'Careful, friendly and quick.',
      'I was dreading {work}, and they made it easy.',
      'Honest from the first message to the invoice.',
      'They explained what they were doing and why, without talking down to me.',
      'My landlord’s guy had given up on {work}. {business} sorted it out before lunch.',
    ],
    middles: [
      'They wore shoe covers, put down sheets and even moved the sofa back.',
      "When something unexpected came up, they called me first and didn't charge extra for it.",
      'The crew was on time both days and polite to my mother, who asks a lot of questions.',
      'They sent photos before and after, which helped because I was at work.',
      'It took about an hour less than the estimate said, and I paid less, too.',
      'Texted when they were on the way, so I wasn’t stuck waiting around.',
      'They noticed a second small problem and fixed that as well.',
      'The dog loves them, and that says a lot.',
    ],
    endings: [
      'Highly recommended.',
      'Already gave their number to my neighbor.',
      'Will hire again.',
      'Worth every dollar.',
      'Two months later it still looks perfect.',
      'Thank you!',
    ],
    responses: [
      'Thank you, {name}! It was a pleasure. Call us any time.',
      'That means a lot to a small crew like ours. Thanks for trusting us, {name}.',
      'Thanks for the kind words and for the coffee!',
    ],
  },
  fair: {
    openings: [
      'Good work on {work}, but the schedule slipped a day.',
      'It came out fine, but getting hold of someone took a few tries.',
      '{business} did a decent job with {work}.',
      'Friendly people, and {work} is done. It cost a little more than I had hoped.',
    ],
    middles: [
      'They were forty minutes late, but they did call ahead.',
      'I had to have them come back for one spot, which they did, no argument.',
      'The quote didn’t include parts, so read it closely.',
      'Cleanup could have been better. I ended up sweeping the hallway myself.',
    ],
    endings: [
      'I’d use them again for something small.',
      'All in all, okay.',
      'Fair price for the area.',
      'Just plan some extra time.',
    ],
    responses: [
      'Thanks for the honest feedback, {name}. We’ve changed how we schedule since then.',
      'Sorry about the wait, {name}. Next time the first half hour is on us.',
    ],
  },
  cross: {
    openings: [
      'Disappointed with how {work} was handled.',
      'They canceled twice on the morning of the appointment.',
      '{work} had to be redone by somebody else.',
    ],
    middles: [
      'Nobody called me back for a week after I paid the deposit.',
      'The final bill was a third over the estimate, and nobody could tell me why.',
      'They left a hole in the wall and a pile of trash in the yard.',
    ],
    endings: [
      'Can’t recommend them.',
      'Expected better based on the other reviews.',
      'Looking for someone else now.',
    ],
    responses: [
      '{name}, I’m sorry. This isn’t how we work. Please call the office and ask for me, and we’ll make it right.',
      'We’ve refunded the visit, {name}, and talked with the crew. I’m sorry for the trouble.',
    ],
  },
};

/** With `{work}` only after "con", so that no article needs to change. */
export const spanishWords: Readonly<Record<Mood, ReviewWords>> = {
  happy: {
    openings: [
      'Quedamos muy contentos con {work}.',
      'Nos ayudaron con {work} el mismo día que escribí.',
      'Muy amables y puntuales, y hablan español.',
      'Excelente servicio de {business}.',
    ],
    middles: [
      'Dejaron todo limpio y me explicaron cada paso.',
      'El precio fue el que acordamos, sin sorpresas.',
      'Mandaron fotos del antes y el después.',
      'Llegaron a la hora y avisaron cuando venían en camino.',
    ],
    endings: [
      'Los recomiendo mucho.',
      'Ya se los recomendé a mi hermana.',
      'Sin duda los vuelvo a llamar.',
      '¡Muchas gracias!',
    ],
    responses: [
      '¡Gracias, {name}! Fue un gusto. Aquí estamos para lo que necesite.',
      'Muchas gracias por su confianza, {name}.',
    ],
  },
  fair: {
    openings: ['Bien con {work}, aunque tardaron en contestar.', 'El trabajo quedó bien.'],
    middles: [
      'Llegaron casi una hora tarde, pero avisaron.',
      'El material no estaba incluido en el precio, hay que preguntar.',
    ],
    endings: ['En general, bien.', 'Los llamaría otra vez para algo pequeño.'],
    responses: ['Gracias por su comentario, {name}. Vamos a mejorar los tiempos.'],
  },
  cross: {
    openings: ['No quedé conforme con {work}.', 'Cancelaron dos veces el mismo día de la cita.'],
    middles: [
      'Tuve que llamar varias veces para que terminaran.',
      'Al final cobraron más de lo que dijeron.',
    ],
    endings: ['No los recomiendo.', 'Esperaba algo mejor.'],
    responses: ['{name}, lo sentimos mucho. Llámenos, por favor, y lo arreglamos.'],
  },
};
