/** What customers can ask for in the marketplace, and how the lists write it down. */

export type Category = {
  readonly name: string;
  /** What a customer calls the work, in a sentence: "the gutters". */
  readonly work: string;
  /** What people type who mean it, the most usual first. */
  readonly words: readonly string[];
  /** Endings of company names. */
  readonly companies: readonly string[];
  /** Whole dollars from which professionals start, and for what. */
  readonly quote: { readonly dollars: readonly [number, number]; readonly unit: string };
};

/** One category as a row of a list. */
export type CategoryRow = readonly [
  name: string,
  work: string,
  words: readonly string[],
  companies: readonly string[],
  dollars: readonly [number, number],
  unit: string,
];
