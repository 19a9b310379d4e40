/** Times operations, after a warm-up, often enough for percentiles. */
import { readFileSync } from 'node:fs';

/** The value below which a share of the values lies, between 0 and 1. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
};

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/**
 * Runs `work` `times` times in sequence, after `warmUp` runs that do not count.
 * @returns the duration of each run in milliseconds
 */
export const timeRuns = async (
  times: number,
  warmUp: number,
  work: (run: number) => unknown,
): Promise<number[]> => {
  const took: number[] = [];
  for (let run = -warmUp; run < times; run += 1) {
    const began = performance.now();
    await work(run);
    if (run >= 0) took.push(performance.now() - began);
  }
  return took;
};

/** Load average, reported with the figures that a busy computer distorts. */
export const readLoad = (): string => readFileSync('/proc/loadavg', 'utf8').split(' ')[0] ?? '';

export const sleep = (ms: number): Promise<void> =>
  new Promise((done) => void setTimeout(done, ms));
