/** Counts leads, and finds what lies in the middle of how long they waited. */
import type { Figures } from '../../../../contract/commands/insights.ts';

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

/** The value that would stand at `index` if the values were in order; it changes their order. */
const atRank = (values: number[], index: number): number => {
  let low = 0;
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
export const medianOf = (values: number[]): number | null =>
  values.length === 0
    ? null
    : (atRank(values, (values.length - 1) >> 1) + atRank(values, values.length >> 1)) / 2;

/** The smallest one that nine of ten do not exceed; null of none. It changes their order. */
const ninthTenthOf = (values: number[]): number | null =>
  values.length === 0 ? null : atRank(values, Math.ceil(values.length * 0.9) - 1);

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
    figures: () => ({
      leads,
      answered: waits.length,
      medianMs: medianOf(waits),
      p90Ms: ninthTenthOf(waits),
      businessMedianMs: medianOf(businessWaits),
      businessP90Ms: ninthTenthOf(businessWaits),
      due,
      inTime,
      won,
    }),
  };
};
