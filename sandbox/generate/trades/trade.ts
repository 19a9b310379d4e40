/**
 * What makes one trade's leads sound like that trade. Each trade is a file of words in this shape;
 * how the words become a request or a conversation is not decided here. The sentences of `jobs`,
 * `details` and `spanishJobs` must each be unlike every other, for no two requests may be the same.
 */
import type { Estimate, TravelPreference } from '../../records.ts';

export interface Trade {
  readonly key: string;
  /** The category's name as the marketplace shows it. */
  readonly category: string;
  /** What a customer calls the work, in a sentence: "the painting". */
  readonly work: string;
  readonly spanishWork: string;
  /** Endings of company names: "Bluebird" + "Painting Co.". */
  readonly companies: readonly string[];
  readonly jobs: readonly string[];
  readonly details: readonly string[];
  readonly spanishJobs: readonly string[];
  readonly questions: readonly { readonly question: string; readonly answers: readonly string[] }[];
  readonly estimate: {
    readonly type: Estimate['type'];
    readonly unitName?: string;
    /** Dollars a unit, or for the whole when the price is fixed. */
    readonly dollars: readonly [number, number];
    readonly quantity: readonly [number, number];
  };
  /** What the professional pays for a lead, dollars. */
  readonly leadDollars: readonly [number, number];
  readonly travel: readonly TravelPreference[];
  readonly files: readonly string[];
  /** The professional asks, the customer answers. */
  readonly asks: readonly (readonly [question: string, answer: string])[];
  /** The customer asks, the professional answers. */
  readonly concerns: readonly (readonly [question: string, answer: string])[];
}
