/**
 * What a customer writes into the request, and which answers to the trade's questions go with it. A
 * request's number picks one of some hundred thousand combinations of sentences, and different
 * numbers pick different ones: no two customers of one seed write the same. The sentences that are
 * here fit every job of every trade, and any time that the request names.
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
const backgrounds = [
  'I found you through a friend.',
  'Access is no problem at any time.',
  'My partner and I both get these messages.',
  'We have set money aside for it, within reason.',
  'We had somebody for it who canceled on us.',
  'It is the first time that I use this app.',
  'I will send the gate code when we have a date.',
  'You were close by on the map, so I thought I would ask.',
];
const times = [
  'The sooner the better.',
  'Any time of the day works.',
  'I am flexible on the time.',
  'We can plan around your calendar.',
  'If you have a cancellation, earlier would be great.',
  'Evenings are possible too, if you do that.',
  'It would be nice to have it behind us.',
  'I can take time off for it.',
  'It would be good to have a date soon.',
  'Please tell me if you are booked out.',
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
const spanishBackgrounds = [
  'Me lo recomendó una amiga.',
  'Mi esposo y yo recibimos los mensajes.',
  'Casi siempre hay alguien aquí.',
  'Ya tenemos el dinero para esto.',
  'Es la primera vez que uso esta aplicación.',
  'Vivimos cerca del parque.',
];
const spanishTimes = [
  'Entre más pronto, mejor.',
  'Cualquier hora nos queda bien.',
  'Tengo flexibilidad de horario.',
  'Nos acomodamos a su agenda.',
  'Si se le cancela alguien, puedo antes.',
  'Por la tarde también se puede.',
  'Ojalá se pueda pronto.',
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

export type Words = {
  readonly description: string;
  /** The job that is asked for, as its trade words it. */
  readonly job: string;
  /** The answers that fit, by question; any, where there is none. */
  readonly answers: Readonly<Record<string, readonly string[] | undefined>>;
};

/** The words of request number `n`; `offset` is the seed's. */
export const wordsOf = (trade: Trade, language: 'en' | 'es', n: number, offset: number): Words =>
  language === 'es'
    ? combine(n, offset, spanishOpenings(trade), [
        spanishGreetings,
        spanishBackgrounds,
        spanishTimes,
        spanishClosings,
      ])
    : combine(n, offset, englishOpenings(trade), [greetings, backgrounds, times, closings]);

/** A job, and the sentence about it that comes next. */
type Opening = Omit<Words, 'description'> & { readonly detail: string };

const englishOpenings = ({ jobs, details }: Trade): readonly Opening[] =>
  jobs.flatMap(({ text, answers, details: own }) =>
    [...own, ...details].map((detail) => ({ job: text, answers, detail })),
  );

const spanishOpenings = ({ spanishJobs }: Trade): readonly Opening[] =>
  spanishJobs.map(({ text, answers }) => ({ job: text, answers, detail: '' }));

/** Combination `n` of what can be said; each comes once before one comes again. */
const combine = (
  n: number,
  offset: number,
  openings: readonly Opening[],
  around: readonly (readonly string[])[],
): Words => {
  const sizes = [openings, ...around].map(({ length }) => length);
  const combinations = sizes.reduce((product, size) => product * size, 1);
  // A step with no factor in common with the number of combinations reaches each of them once.
  let rest = (n * stride + offset) % combinations;
  const [first = 0, ...others] = sizes.map((size) => {
    const index = rest % size;
    rest = Math.floor(rest / size);
    return index;
  });
  const { job, answers, detail } = openings[first] as Opening;
  const [greeting = '', ...sentences] = others.map((index, i) => around[i]?.[index] ?? '');
  const opening = greeting.endsWith(', ') ? greeting + lowerFirst(job) : greeting + job;
  const more = [detail, ...sentences].filter(Boolean).join(' ');
  // Typed in the marketplace's own app, where a new line is CR LF.
  const description = [`${opening}.`, more].join(n % 4 === 1 ? '\r\n' : ' ');
  return { description, job, answers };
};

/** A prime far from the small factors of any number of combinations. */
const stride = 104_729;

const lowerFirst = (text: string) =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
