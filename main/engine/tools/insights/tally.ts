/** Counts leads, and finds what lies in the middle of how long they waited. */
import type { Figures } from '../../../../contract/commands/insights.ts';

/** Returns how long a lead waited for its first reply, by the clock on the wall: milliseconds. */
export const waitFor = (lead: { readonly at: number; readonly firstReplyAt: number }): number =>
  Math.max(0, lead.firstReplyAt - lead.at);

/** What is counted of a lead. */
export type Counted = {
  /** From the request to the first reply: milliseconds; null without one. */
  readonly waited: number | null;
  /** The same in business time; null without a reply. */
  readonly businessWaited: number | null;
  /** Whether it was to have a reply by now, and had it in time. */
  readonly isDue: boolean;
  readonly isInTime: boolean;
  readonly isWon: boolean;
};

export type Tally = {
  readonly add: (lead: Counted) => void;
  /** What was added so far; it takes longer the more that is. */
  readonly figures: () => Figures;
};

/** Has the value stand at `index` that would if all from `from` on were in order, no smaller one behind it. */
const settle = (values: number[], index: number, from: number): number => {
  let low = from;
  let high = values.length - 1;
  while (low < high) {
    const pivot = values[(low + high) >> 1] as number;
    let left = low;
    let right = high;
    while (left <= right) {
      while ((values[left] as number) < pivot) left += 1;
      while ((values[right] as number) > pivot) right -= 1;
      if (left > right) break;
      const swapped = values[left] as number;
      values[left] = values[right] as number;
      values[right] = swapped;
      left += 1;
      right -= 1;
    }
    if (index <= right) high = right;
    else if (index >= left) low = left;
    else break;
  }
  return values[index] as number;
};

/** The one in the middle, or what lies halfway between the two; null of none. It changes their order. */
export const medianOf = (values: number[]): number | null => {
  if (values.length === 0) return null;
  const [lower, upper] = [(values.length - 1) >> 1, values.length >> 1];
  const median = settle(values, lower, 0);
  return upper === lower ? median : (median + settle(values, upper, upper)) / 2;
};

/** The middle, and the smallest one that nine of ten do not exceed; null of none. It changes their order. */
const ranksOf = (
  values: number[],
): { readonly median: number | null; readonly p90: number | null } => {
  const median = medianOf(values);
  // What stands behind the middle is no smaller by now.
  const ninth = Math.ceil(values.length * 0.9) - 1;
  return {
    median,
    p90: median === null ? null : settle(values, ninth, Math.min(ninth, values.length >> 1)),
  };
};

export const createTally = (): Tally => {
  const waits: number[] = [];
  const businessWaits: number[] = [];
  let leads = 0;
  let due = 0;
  let inTime = 0;
  let won = 0;
  return {
    add: ({ waited, businessWaited, isDue, isInTime, isWon }) => {
      leads += 1;
      if (waited !== null) waits.push(waited);
      if (businessWaited !== null) businessWaits.push(businessWaited);
      if (isDue) due += 1;
      if (isInTime) inTime += 1;
      if (isWon) won += 1;
    },
    figures: () => {
      const byWall = ranksOf(waits);
      const byBusiness = ranksOf(businessWaits);
      return {
        leads,
        answered: waits.length,
        medianMs: byWall.median,
        p90Ms: byWall.p90,
        businessMedianMs: byBusiness.median,
        businessP90Ms: byBusiness.p90,
        due,
        inTime,
        won,
      };
    },
  };
};
