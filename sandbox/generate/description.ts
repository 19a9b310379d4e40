/**
 * What a customer writes into the request, and which answers to the trade's questions go with it. A
 * request's number picks one of more than a hundred thousand combinations of sentences, and different
 * numbers pick different ones: no two customers of one seed write the same. The sentences that are
 * here fit every job of every trade, and any time that the request names.
 */
import type { Trade } from './trades/trade.ts';

const greetings = ['', 'Hi! ', 'Hi, ', 'Hello! ', 'Hey, ', 'Hi there! ', 'Hello there. ', 'Hey! '];
/** What else a customer says: about the time, the place or themselves. */
const asides = [
  '',
  'The sooner the better.',
  'Any time of day works.',
  "I'm pretty flexible on timing.",
  'We can work around your schedule.',
  'If you have a cancellation, sooner would be great.',
  'Evenings work too if you do those.',
  'Would love to get this off my list.',
  'I can take time off work for it.',
  "I'd like to get something on the calendar soon.",
  "If you're booked up just let me know.",
  'A friend told me about you.',
  'Someone is almost always home.',
  'My wife and I both see these messages.',
  'We have some money set aside for this.',
  'The last guy canceled on us.',
  'First time using this app.',
  "I'll send the gate code once we have a date.",
  "Looks like you work in our area so I figured I'd ask.",
  'Not a huge rush.',
  'We both work from home so just knock.',
];
const closings = [
  '',
  'Thanks!',
  'About how much would that run?',
  'Texting is easier than a call during the day.',
  'Can you give me a rough quote?',
  'I can send pictures if that helps.',
  'Let me know if you need more info.',
  'Just looking for someone who shows up on time.',
  "Happy to talk on the phone if that's easier.",
  'Thank you!!',
];

const spanishGreetings = [
  'Hola, ',
  'Buenas tardes. ',
  'Buenos días. ',
  'Hola, ¿qué tal? ',
  'Saludos. ',
  '',
];
const spanishAsides = [
  '',
  'Me lo recomendó una amiga.',
  'Mi esposo y yo recibimos los mensajes.',
  'Casi siempre hay alguien en casa.',
  'Es la primera vez que uso esta aplicación.',
  'Vivimos cerca del parque.',
  'Entre más pronto, mejor.',
  'A cualquier hora está bien.',
  'Tengo flexibilidad de horario.',
  'Nos acomodamos a su agenda.',
  'Si se le cancela alguien, puedo antes.',
  'Por la tarde también se puede.',
  'Ojalá se pueda pronto.',
];
const spanishClosings = [
  '',
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
    ? combine(n, offset, spanishOpenings(trade), [spanishGreetings, spanishAsides, spanishClosings])
    : combine(n, offset, englishOpenings(trade), [greetings, asides, closings]);

/** A job, and the sentence about it that comes next. */
type Opening = Omit<Words, 'description'> & { readonly detail: string };

const englishOpenings = ({ jobs, details }: Trade): readonly Opening[] =>
  jobs.flatMap(({ text, answers, details: own }) =>
    ['', ...own, ...details].map((detail) => ({ job: text, answers, detail })),
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
  const breakOrSpace = more !== '' && n % 4 === 1 ? '\r\n' : ' ';
  const written = [`${opening}.`, more].join(breakOrSpace).trimEnd();
  return { description: n % 9 === 4 ? typedFast(written) : written, job, answers };
};

/** A prime far from the small factors of any number of combinations. */
const stride = 104_729;

/** As somebody types who does not bother with the shift key. */
const typedFast = (text: string): string =>
  text
    .replace(
      /(^|[.!?]\s+)([A-Z])(?=[a-z]| )/g,
      (_, before: string, letter: string) => before + letter.toLowerCase(),
    )
    .replace(/\bI\b/g, 'i')
    .replace(/\.$/, '');

const lowerFirst = (text: string) =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
