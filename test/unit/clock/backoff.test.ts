import { describe, expect, it } from 'vitest';
import { createBackoff, computeNextTry } from '../../../main/clock/backoff.ts';

const middle = (): number => 0.5;

describe('the delay after failures in a row', () => {
  const wait = createBackoff({ first: 1_000, max: 60_000, jitter: 0.1 });

  it('doubles from the first one up to the longest', () => {
    const waits = [1, 2, 3, 6, 7, 8, 40, 2_000].map((failures) => wait(failures, middle));
    expect(waits).toEqual([1_000, 2_000, 4_000, 32_000, 60_000, 60_000, 60_000, 60_000]);
  });

  it('is the first one without failures', () => {
    expect(wait(0, middle)).toBe(1_000);
  });

  it('varies by its jitter in both directions', () => {
    expect(wait(1, () => 0)).toBe(900);
    expect(wait(1, () => 0.999_999)).toBe(1_100);
    expect(createBackoff({ first: 7, max: 9, jitter: 0 })(1, () => 0.9)).toBe(7);
  });

  it('lasts at least as long as the service requested', () => {
    expect(computeNextTry(5_000, 1_000, null)).toBe(6_000);
    expect(computeNextTry(5_000, 1_000, 5_500)).toBe(6_000);
    expect(computeNextTry(5_000, 1_000, 65_000)).toBe(65_000);
  });
});
