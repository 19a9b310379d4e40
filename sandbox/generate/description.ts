/**
 * What a customer writes into the request. A request's number picks one of some hundred thousand
 * combinations of sentences, and different numbers pick different ones: no two customers of one
 * seed write the same.
 */
import type { Trade } from './trades/trade.ts';

const greetings = [
  '',
  'Hi! ',
  'Hello, ',
  'Hi there. ',
  'Good morning. ',
  'Hello and thanks for reading. ',
  'Hey, ',
  'Good afternoon. ',
];
const homes = [
  'It is a ranch house from the sixties.',
  'This is a condo on the second floor.',
  'We bought the house last year.',
  'It is a rental and the owner has agreed.',
  'The place is a townhouse with a shared driveway.',
  'We live in a bungalow near the park.',
  'It is a newer build, about six years old.',
  'The home belongs to my parents, I am arranging it for them.',
];
const times = [
  'Ideally this week.',
  'Sometime in the next two weeks works.',
  'Weekends are best for us.',
  'Any weekday after four.',
  'As soon as you can, please.',
  'There is no rush, this month is fine.',
  'Mornings suit us better.',
  'It has to be done before the 15th.',
  'Flexible, tell me what works for you.',
  'We are away until Thursday, any time after that.',
];
const closings = [
  'Thanks!',
  'Please tell me what it might cost.',
  'Text is better than a call during the day.',
  'Looking forward to your quote.',
  'I can send pictures.',
  'Please let me know if you need more details.',
  'We would love somebody who shows up on time.',
  'Happy to talk on the phone if that is easier.',
];

const spanishGreetings = [
  'Hola, ',
  'Buenas tardes. ',
  'Buenos días. ',
  'Hola, ¿qué tal? ',
  'Saludos. ',
  '',
];
const spanishHomes = [
  'Es una casa de un piso.',
  'Es un departamento en segundo piso.',
  'Acabamos de comprar la casa.',
  'La casa es de mis papás.',
  'Es una casa rentada y el dueño está de acuerdo.',
  'Vivimos cerca del parque.',
];
const spanishTimes = [
  'De preferencia esta semana.',
  'Puede ser en las próximas dos semanas.',
  'Los fines de semana nos quedan mejor.',
  'Cualquier día después de las cuatro.',
  'Lo antes posible, por favor.',
  'No hay prisa.',
  'Mejor por las mañanas.',
];
const spanishClosings = [
  '¡Gracias!',
  '¿Cuánto costaría más o menos?',
  'Prefiero mensajes, por favor.',
  'Puedo mandar fotos.',
  'Quedo al pendiente.',
  '¿Habla español?',
  'Gracias de antemano.',
];

/** The description of request number `n`; `offset` is the seed's. */
export function describe(trade: Trade, language: 'en' | 'es', n: number, offset: number): string {
  return language === 'es'
    ? combine(n, offset, [
        spanishGreetings,
        trade.spanishJobs,
        spanishHomes,
        spanishTimes,
        spanishClosings,
      ])
    : combine(n, offset, [greetings, trade.jobs, trade.details, homes, times, closings]);
}

/** How many combinations there are before one comes again. */
function combine(n: number, offset: number, slots: readonly (readonly string[])[]): string {
  const combinations = slots.reduce((product, slot) => product * slot.length, 1);
  // A step with no factor in common with the number of combinations reaches each of them once.
  let rest = (n * stride + offset) % combinations;
  const parts = slots.map((slot) => {
    const part = slot[rest % slot.length] ?? '';
    rest = Math.floor(rest / slot.length);
    return part;
  });
  const [greeting = '', job = '', ...sentences] = parts;
  const opening = greeting.endsWith(', ') ? greeting + lowerFirst(job) : greeting + job;
  return [`${opening}.`, ...sentences].join(' ');
}

/** A prime far from the small factors of any number of combinations. */
const stride = 104_729;

const lowerFirst = (text: string) =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
