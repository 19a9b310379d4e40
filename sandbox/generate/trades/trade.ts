/**
 * What makes one trade's leads sound like that trade. Each trade is a JSON file of words in this shape.
 * No two sentences of a trade may be alike, for no two requests may be the same, and nothing that
 * is said of a job may contradict the answers that fit it.
 */
import { z } from 'zod';

const texts = z.array(z.string().min(1)).min(1);
const range = z.tuple([z.int(), z.int()]);

const exchange = z.strictObject({
  question: z.string(),
  answer: z.string(),
  /** The customer sends a photo with the answer. */
  hasPhoto: z.boolean().optional(),
});

/** What a customer can ask for in a language, and which answers go with it. */
const wanted = z.strictObject({
  /** How the request begins, without its full stop. */
  text: z.string(),
  /** By question; one that is left out may have any of its answers. */
  answers: z.record(z.string(), texts),
  /** Names of pictures that show it; those of the trade where it has none. */
  photos: texts.optional(),
});

const job = wanted.extend({
  /** Sentences that may follow it in the request, besides those of the trade. */
  details: texts,
  /** The professional asks, the customer answers; besides those of the trade. */
  asks: z.array(exchange),
});

const trade = z.strictObject({
  key: z.string(),
  /** The category's name as the marketplace shows it. */
  category: z.string(),
  /** What a customer calls the work, in a sentence: "the painting". */
  work: z.string(),
  spanishWork: z.string(),
  /** Endings of company names: "Bluebird" + "Painting Co.". */
  companies: texts,
  questions: z.array(z.strictObject({ question: z.string(), answers: texts })),
  jobs: z.array(job).min(1),
  spanishJobs: z.array(wanted).min(1),
  /** Sentences that fit every job. */
  details: texts,
  estimate: z.strictObject({
    type: z.enum(['Fixed', 'PerUnit', 'OnSite', 'Hourly']),
    /** Where an answer counts such units ("3 rooms"), the estimate is for as many. */
    unitName: z.string().optional(),
    /** Dollars a unit, or for the whole when the price is fixed. */
    dollars: range,
    quantity: range,
  }),
  /** What the professional pays for a lead, dollars. */
  leadDollars: range,
  travel: z
    .array(z.enum(['ProviderTravelToCustomer', 'CustomerTravelToProvider', 'Remote']))
    .min(1),
  /** Names of pictures that fit every job. */
  photos: texts,
  /** The professional asks, the customer answers, whatever the job is. */
  asks: z.array(exchange).min(1),
  /** The customer asks, the professional answers, whatever the job is. */
  concerns: z.array(exchange).min(1),
});

export type Trade = Readonly<z.infer<typeof trade>>;

/** One asks, the other answers. */
export type Exchange = Readonly<z.infer<typeof exchange>>;

/** Checks a trade's words; throws where they have another shape, or a job names an answer that nobody can give. */
export const readTrade = (words: unknown): Trade => {
  const read = trade.parse(words);
  for (const { text, answers } of [...read.jobs, ...read.spanishJobs])
    for (const [question, fitting] of Object.entries(answers)) {
      const asked = read.questions.find((candidate) => candidate.question === question);
      if (!fitting.every((answer) => asked?.answers.includes(answer)))
        throw new Error(`${read.key}: "${text}" names an answer that "${question}" does not have`);
    }
  return read;
};
