/** Counts leads and computes medians of their waits. */
import type { Figures } from '../../../../contract/commands/insights.ts';

/** Measures the wall-clock time until the first reply, in milliseconds. */
export const measureFirstReply = (lead: {
  readonly at: number;
  readonly firstReplyAt: number;
}): number => Math.max(0, lead.firstReplyAt - lead.at);

export type Counted = {
  /** Milliseconds until the first reply, or null. */
  readonly waited: number | null;
  /** The same in business time. */
  readonly businessWaited: number | null;
  /** True if the lead counts for punctuality: it has a reply or is overdue. */
  readonly isDue: boolean;
  readonly isInTime: boolean;
  readonly isWon: boolean;
};

export type Tally = ReturnType<typeof createTally>;

/**
 * Quickselect: moves the value of rank `index` to that position, with no larger value before and no smaller one after
 * it. Positions before `from` must already have their values.
 */
const select = (values: number[], index: number, from: number): number => {
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

/** Reorders `values`. */
export const computeMedian = (values: number[]): number | null => {
  if (values.length === 0) return null;
  const [lower, upper] = [(values.length - 1) >> 1, values.length >> 1];
  const median = select(values, lower, 0);
  return upper === lower ? median : (median + select(values, upper, upper)) / 2;
};

/** Computes the median and the 90th percentile. Reorders `values`. */
const computeRanks = (
  values: number[],
): { readonly median: number | null; readonly p90: number | null } => {
  const median = computeMedian(values);
  // Now no value after the middle is smaller than those before it.
  const ninth = Math.ceil(values.length * 0.9) - 1;
  return {
    median,
    p90: median === null ? null : select(values, ninth, Math.min(ninth, values.length >> 1)),
  };
};

export const createTally = () => {
  const waits: number[] = [];
  const businessWaits: number[] = [];
  let leads = 0;
  let due = 0;
  let inTime = 0;
  let won = 0;
  return {
    add: ({ waited, businessWaited, isDue, isInTime, isWon }: Counted): void => {
      leads += 1;
      if (waited !== null) waits.push(waited);
      if (businessWaited !== null) businessWaits.push(businessWaited);
      if (isDue) due += 1;
      if (isInTime) inTime += 1;
      if (isWon) won += 1;
    },
    computeFigures: (): Figures => {
      const byWall = computeRanks(waits);
      const byBusiness = computeRanks(businessWaits);
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
