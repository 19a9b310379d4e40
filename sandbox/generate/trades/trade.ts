/** Schema of a trade's JSON file. All its sentences must differ, and none may contradict its job's answers. */
import { z } from 'zod';
import { exchange, range, texts } from '../words.ts';

/** A job that customers ask for, and the answers that fit it. */
const jobText = z.strictObject({
  /** The request's first sentence, without its period. */
  text: z.string(),
  /** By question; a question without an entry allows all its answers. */
  answers: z.record(z.string(), texts),
  /** Names of photos; defaults to the trade's. */
  photos: texts.optional(),
});

const job = jobText.extend({
  /** Sentences that may follow in the request, in addition to the trade's. */
  details: texts,
  /** Questions of the professional with the customer's answers, in addition to the trade's. */
  asks: z.array(exchange),
});

const trade = z.strictObject({
  key: z.string(),
  /** The category's name as the marketplace shows it. */
  category: z.string(),
  /** The customer's name for the work, within a sentence: "the painting". */
  work: z.string(),
  spanishWork: z.string(),
  /** Endings of company names: "Bluebird" + "Painting Co.". */
  companies: texts,
  /** Search phrases that find the category, the most common first. */
  searches: texts,
  questions: z.array(z.strictObject({ question: z.string(), answers: texts })),
  jobs: z.array(job).min(1),
  spanishJobs: z.array(jobText).min(1),
  /** Sentences that fit every job. */
  details: texts,
  estimate: z.strictObject({
    type: z.enum(['Fixed', 'PerUnit', 'OnSite', 'Hourly']),
    /** An answer that counts these units ("3 rooms") sets the estimate's quantity. */
    unitName: z.string().optional(),
    /** Per unit, or in total for a fixed price. */
    dollars: range,
    quantity: range,
  }),
  leadDollars: range,
  travel: z
    .array(z.enum(['ProviderTravelToCustomer', 'CustomerTravelToProvider', 'Remote']))
    .min(1),
  /** Names of photos that fit every job. */
  photos: texts,
  /** Questions of the professional with the customer's answers, about any job. */
  asks: z.array(exchange).min(1),
  /** Questions of the customer with the professional's answers, about any job. */
  concerns: z.array(exchange).min(1),
});

export type Trade = Readonly<z.infer<typeof trade>>;

/** Validates a trade's file; throws if its shape is wrong or a job uses an answer that its question lacks. */
export const parseTrade = (file: unknown): Trade => {
  const parsed = trade.parse(file);
  for (const { text, answers } of [...parsed.jobs, ...parsed.spanishJobs])
    for (const [question, fitting] of Object.entries(answers)) {
      const known = parsed.questions.find((candidate) => candidate.question === question)?.answers;
      if (!fitting.every((answer) => known?.includes(answer)))
        throw new Error(`${parsed.key}: "${text}" has an answer that "${question}" lacks`);
    }
  return parsed;
};
