import { describe, expect, it } from 'vitest';
import {
  formatDocsTable,
  ratioAtLeast,
  createResult,
  summarize,
  formatTable,
  valueAtMost,
  findWorse,
  type Summary,
} from '../../bench/report.ts';

const wait = (value: number) =>
  createResult({ figure: 'wait', size: 1_000, value, unit: 'ms', goal: valueAtMost(50) });
const applied = (value: number, floor: number) =>
  createResult({
    figure: 'applied',
    size: 1_000,
    value,
    unit: 'a second',
    floor,
    goal: ratioAtLeast(0.45),
  });
const summaryOf = (...values: readonly number[]): readonly Summary[] =>
  summarize(values.map((value) => [wait(value)]));

describe('the report of the bench', () => {
  it('gives the median of the runs and their spread', () => {
    expect(summaryOf(40, 90, 45)).toMatchObject([{ value: 45, spread: [40, 90], met: true }]);
  });

  it('takes the median of a figure with a floor by its ratio', () => {
    const runs = [[applied(100, 200)], [applied(300, 1_000)], [applied(200, 500)]];
    expect(summarize(runs)).toMatchObject([{ value: 200, ratio: 0.4, met: false }]);
  });

  it('names what became more than a quarter worse, in the direction of its goal', () => {
    expect(findWorse(summaryOf(40), summaryOf(50))).toEqual([]);
    expect(findWorse(summaryOf(40), summaryOf(51))).toEqual(['wait at 1,000 leads: 40, now 51']);
    expect(findWorse(summaryOf(40), summaryOf(20))).toEqual([]);
    const before = summarize([[applied(50, 100)]]);
    expect(findWorse(before, summarize([[applied(410, 1_000)]]))).toEqual([]);
    expect(findWorse(before, summarize([[applied(390, 1_000)]]))).toEqual([
      'applied at 1,000 leads: 0.5, now 0.39',
    ]);
  });

  it('shows in the docs one line for both sizes, and what missed its goal in bold', () => {
    const large = createResult({
      ...{ figure: 'applied', size: 100_000, value: 100, unit: 'a second', floor: 200 },
      goal: ratioAtLeast(0.45),
    });
    const both = summarize([
      [applied(100, 400), wait(40), large],
      [applied(100, 400), wait(45)],
    ]);
    expect(formatDocsTable(both).split('\n').slice(2)).toEqual([
      '| applied | **0.25** | 0.5 | ≥ 0.45 |',
      '| wait | 40 to 45 ms |  | ≤ 50 ms |',
    ]);
  });

  it('shows a missed goal in bold', () => {
    expect(formatTable(summaryOf(60)).split('\n').at(-1)).toBe(
      '| wait | 1,000 | 60 ms | 60 to 60 |  | **at most 50 ms** |',
    );
  });
});
