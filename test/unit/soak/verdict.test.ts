import { describe, expect, test } from 'vitest';
import { computeVerdict, type Series } from '../../soak/verdict.ts';

/** Measurements every five seconds for ten minutes. */
const createSeries = (valueAt: (minute: number, index: number) => number): Series => ({
  process: 'engine',
  figure: 'memory',
  unit: 'MB',
  bounds: { noise: 4, anHour: 20 },
  points: Array.from({ length: 120 }, (_, index) => [index / 12, valueAt(index / 12, index)]),
});

/** Between -1 and 1, the same in every run. */
const computeNoise = (index: number): number => {
  const wild = Math.sin(index * 12.9898) * 43_758.5453;
  return 2 * (wild - Math.floor(wild)) - 1;
};

const isGrowing = (series: Series): boolean | undefined => computeVerdict(series)?.isGrowing;

describe('memory counts as flat', () => {
  test('when it only fluctuates', () => {
    expect(isGrowing(createSeries((_, index) => 200 + 15 * computeNoise(index)))).toBe(false);
  });

  test('when a garbage collector frees it regularly', () => {
    expect(isGrowing(createSeries((_, index) => 100 + 3 * (index % 17)))).toBe(false);
  });

  test('when it grows only during the warm-up', () => {
    expect(isGrowing(createSeries((minute) => 100 + 30 * Math.min(minute, 3)))).toBe(false);
  });

  test.each([4, 5, 6.6, 8, 9])('when it rises once, in minute %s', (when) => {
    const series = createSeries(
      (minute, index) => 100 + (minute > when ? 30 : 0) + computeNoise(index),
    );
    expect(isGrowing(series)).toBe(false);
  });

  test('when one measurement is an outlier', () => {
    expect(isGrowing(createSeries((_, index) => (index === 100 ? 900 : 100)))).toBe(false);
  });

  test('when it falls', () => {
    expect(isGrowing(createSeries((minute) => 300 - 10 * minute))).toBe(false);
  });
});

describe('memory counts as growing', () => {
  test('when it gains one megabyte per minute under noise', () => {
    const verdict = computeVerdict(
      createSeries((minute, index) => 200 + minute + 2 * computeNoise(index)),
    );
    expect(verdict?.isGrowing).toBe(true);
    expect(verdict?.anHour).toBeGreaterThan(40);
    expect(verdict?.anHour).toBeLessThan(80);
  });

  test('when its minimum grows under a sawtooth', () => {
    expect(isGrowing(createSeries((minute, index) => 100 + 2 * minute + 2 * (index % 7)))).toBe(
      true,
    );
  });

  test('when it grows in steps', () => {
    expect(isGrowing(createSeries((minute) => 100 + 3 * Math.floor(minute)))).toBe(true);
  });
});

describe('there is no verdict', () => {
  test('for too few measurements', () => {
    const series = createSeries((minute) => 100 + 100 * minute);
    expect(computeVerdict({ ...series, points: series.points.slice(0, 6) })).toBeNull();
  });

  test('for a series without bounds', () => {
    expect(computeVerdict({ ...createSeries((minute) => minute), bounds: null })).toBeNull();
  });
});
