/** The words of handyman work. */
import type { Trade } from './trade.ts';

export const handyman: Trade = {
  key: 'handyman',
  category: 'Handyman',
  work: 'the repairs',
  spanishWork: 'los arreglos',
  companies: ['Handyman Services', 'Home Repair', 'Fix-It Co.', 'Odd Jobs'],
  jobs: [
    'A list of small repairs before we put the house on the market',
    'Three interior doors stick and one will not latch',
    'Need a 65 inch TV mounted over a brick fireplace',
    'Back steps have two rotten boards and a loose rail',
    'Shelves and a pegboard to put up in the garage',
    'Screen door replaced and a cat flap fitted',
    'Drywall hole behind the door plus some loose baseboard',
    'Bookcase, desk and bunk bed have to be assembled',
  ],
  details: [
    'All parts are here, still in the boxes.',
    'The studs are steel, which the last person was not ready for.',
    'I can send a list with photos of everything.',
    'Everything is on the ground floor.',
    'I have a ladder and some tools, if that makes it cheaper.',
    'Some of it needs a second pair of hands, I can help.',
    'We would like it all done in one visit if possible.',
    'The wood is cedar and we have the matching stain.',
  ],
  spanishJobs: [
    'Tengo una lista de arreglos pequeños en la casa',
    'Necesito colgar una televisión de 65 pulgadas',
    'Tres puertas no cierran bien',
    'Hay que cambiar unas tablas podridas de la escalera de atrás',
    'Quiero poner repisas en el garaje',
  ],
  questions: [
    {
      question: 'What kind of help do you need?',
      answers: [
        'Doors, Drywall',
        'Furniture assembly',
        'TV mounting',
        'Doors, Shelving, Minor repairs',
        'Decks &amp; stairs',
      ],
    },
    {
      question: 'How many items?',
      answers: ['1 item', '2 &ndash; 3 items', '4 - 6 items', 'More than 6 items'],
    },
    {
      question: 'Do you have the materials?',
      answers: ['Yes', 'Some of them', 'No, pro should bring them'],
    },
    {
      question: 'How long might it take?',
      answers: ['Under 2 hours', '2 to 4 hours', 'A full day', 'I don&#39;t know'],
    },
  ],
  estimate: { type: 'Hourly', unitName: 'hour', dollars: [65, 95], quantity: [2, 6] },
  leadDollars: [14, 36],
  travel: ['ProviderTravelToCustomer'],
  files: ['repair-list', 'door-gap', 'fireplace-wall', 'back-steps'],
  asks: [
    [
      'Could you send me the list, with a photo where it is not obvious?',
      'Sending it now: seven items, two of them need a ladder.',
    ],
    [
      'Is the wall wood studs, steel or masonry?',
      'Brick on that wall. The others are normal drywall with wood studs.',
    ],
    [
      'Do you have the parts, or should I pick them up on the way?',
      'I have everything except the screws and anchors.',
    ],
    [
      'Is there parking, and which floor is it on?',
      'You can park in the driveway, and it is all on the first floor.',
    ],
  ],
  concerns: [
    [
      'Is there a minimum charge?',
      'Two hours minimum, then by the half hour. Your list should fit in about three.',
    ],
    [
      'Can you haul away the old door?',
      'Sure, one item goes in the truck for free. More than that is a small dump fee.',
    ],
    ['Are you insured?', 'Yes, general liability up to a million. I can send the certificate.'],
    [
      'If something is harder than expected, will you tell me first?',
      'Always. I stop and show you before anything costs more.',
    ],
  ],
};
