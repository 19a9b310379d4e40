/**
 * What makes one trade's leads sound like that trade. Each trade is a file of words in this shape;
 * how the words become a request or a conversation is not decided here. No two sentences of
 * a trade may be alike, for no two requests may be the same, and nothing that is said of a job may
 * contradict the answers that fit it.
 */
import type { Estimate, TravelPreference } from '../../records.ts';

export type Question = {
  readonly question: string;
  readonly answers: readonly string[];
};

/** One speaks, the other answers. */
export type Exchange = readonly [said: string, answered: string];

/** What a customer can ask for in a language, and which answers go with it. */
type Wanted<Q extends Question> = {
  /** How the request begins, without its full stop. */
  readonly text: string;
  /** By question; one that is left out may have any of its answers. */
  readonly answers: { readonly [K in Q as K['question']]?: readonly K['answers'][number][] };
};

type Job<Q extends Question> = Wanted<Q> & {
  /** Sentences that may follow it in the request, beside those of the trade. */
  readonly details: readonly string[];
  /** The professional asks, the customer answers; beside those of the trade. */
  readonly asks: readonly Exchange[];
};

type Words<Q extends Question> = {
  readonly key: string;
  /** The category's name as the marketplace shows it. */
  readonly category: string;
  /** What a customer calls the work, in a sentence: "the painting". */
  readonly work: string;
  readonly spanishWork: string;
  /** Endings of company names: "Bluebird" + "Painting Co.". */
  readonly companies: readonly string[];
  readonly questions: readonly Q[];
  readonly jobs: readonly Job<Q>[];
  readonly spanishJobs: readonly Wanted<Q>[];
  /** Sentences that fit every job. */
  readonly details: readonly string[];
  readonly estimate: {
    readonly type: Estimate['type'];
    /** Where an answer counts such units ("3 rooms"), the estimate is for as many. */
    readonly unitName?: string;
    /** Dollars a unit, or for the whole when the price is fixed. */
    readonly dollars: readonly [number, number];
    readonly quantity: readonly [number, number];
  };
  /** What the professional pays for a lead, dollars. */
  readonly leadDollars: readonly [number, number];
  readonly travel: readonly TravelPreference[];
  readonly files: readonly string[];
  /** The professional asks, the customer answers, whatever the job is. */
  readonly asks: readonly Exchange[];
  /** The customer asks, the professional answers, whatever the job is. */
  readonly concerns: readonly Exchange[];
};

export type Trade = Words<Question>;

/** A trade whose jobs name only questions and answers that it has. */
export const tradeOf = <const Q extends Question>(words: Words<Q>): Trade => words;
