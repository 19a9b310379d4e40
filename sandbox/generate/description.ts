/** Generates a request's description and fitting answers: one of more than 100,000 combinations of sentences. */
import { createRandom } from './random.ts';
import type { Trade } from './trades/trade.ts';
import { requests } from './words.ts';

export type Description = {
  readonly text: string;
  /** The `text` of the trade's job. */
  readonly job: string;
  /** The fitting answers by question. A question without an entry allows all its answers. */
  readonly answers: Readonly<Record<string, readonly string[] | undefined>>;
};

/** Generates the description of request number `n`. */
export const generateDescription = (
  seed: number,
  n: number,
  trade: Trade,
  language: 'en' | 'es',
): Description => {
  const { greetings, asides, closings } = requests[language];
  const openings = language === 'es' ? listSpanishOpenings(trade) : listEnglishOpenings(trade);
  const offset = createRandom(seed, 'descriptions').int(0, 1_000_000);
  return combine(n, offset, openings, [greetings, asides, closings]);
};

/** A job and a sentence about it. */
type Opening = Omit<Description, 'text'> & { readonly detail: string };

const listEnglishOpenings = ({ jobs, details }: Trade): readonly Opening[] =>
  jobs.flatMap(({ text, answers, details: own }) =>
    ['', ...own, ...details].map((detail) => ({ job: text, answers, detail })),
  );

const listSpanishOpenings = ({ spanishJobs }: Trade): readonly Opening[] =>
  spanishJobs.map(({ text, answers }) => ({ job: text, answers, detail: '' }));

/** Returns combination `n`. All combinations occur before one repeats. */
const combine = (
  n: number,
  offset: number,
  openings: readonly Opening[],
  around: readonly (readonly string[])[],
): Description => {
  const sizes = [openings, ...around].map(({ length }) => length);
  const combinations = sizes.reduce((product, size) => product * size, 1);
  // A stride that is coprime to the number of combinations visits each of them.
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
  // The marketplace's app writes new lines as CR LF.
  const breakOrSpace = more !== '' && n % 4 === 1 ? '\r\n' : ' ';
  const written = [`${opening}.`, more].join(breakOrSpace).trimEnd();
  return { text: n % 9 === 4 ? typeCarelessly(written) : written, job, answers };
};

/** A prime that is larger than every list, so that it is coprime to every number of combinations. */
const stride = 104_729;

/** Removes capitals and the last period, like a customer in a hurry. */
const typeCarelessly = (text: string): string =>
  text
    .replace(
      /(^|[.!?]\s+)([A-Z])(?=[a-z]| )/g,
      (_, before: string, letter: string) => before + letter.toLowerCase(),
    )
    .replace(/\bI\b/g, 'i')
    .replace(/\.$/, '');

const lowerFirst = (text: string) =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
