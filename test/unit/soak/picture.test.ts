import { describe, expect, test } from 'vitest';
import { judge, drawPicture, type Judged } from '../../soak/picture.ts';

const createJudged = (over: Partial<Judged>): Judged => ({
  process: 'engine',
  figure: 'memory',
  unit: 'MB',
  points: [
    [0, 0],
    [5, 50],
    [10, 100],
  ],
  bounds: null,
  isGrowing: false,
  words: '0 to 100 MB',
  ...over,
});

const red = '#c92a2a';

describe('the chart of a soak run', () => {
  test('draws each series from zero to a tenth above its maximum', () => {
    expect(drawPicture([createJudged({})])).toContain('points="0.0,110.0 160.0,60.0 320.0,10.0"');
  });

  test('shows only growing series in red', () => {
    expect(drawPicture([createJudged({})])).not.toContain(red);
    expect(
      drawPicture([createJudged({}), createJudged({ isGrowing: true })]).split(red),
    ).toHaveLength(3);
  });

  test('accepts series with one or no point, and any name', () => {
    const names = [
      createJudged({ points: [[0, 4]] }),
      createJudged({ points: [], process: 'a<b & c' }),
    ];
    const drawn = drawPicture(names);
    expect(drawn).not.toMatch(/NaN|Infinity|undefined/);
    expect(drawn).toContain('a&lt;b &amp; c');
  });
});

describe('the description of a series', () => {
  const rising = Array.from({ length: 61 }, (_, at): [number, number] => [at / 4, 100 + at]);

  test('has the first and last value, the trend, and whether it grows', () => {
    const bounds = { noise: 12, anHour: 60 };
    const { isGrowing, words } = judge(createJudged({ points: rising, bounds }));
    expect(isGrowing).toBe(true);
    expect(words).toBe('100.0 MB to 160.0 MB, line +36.0 MB, +240.0 MB an hour: GROWING');
  });

  test('has whole numbers for a series without a unit, and says that it is not judged', () => {
    const { isGrowing, words } = judge(createJudged({ unit: '', points: rising }));
    expect(isGrowing).toBe(false);
    expect(words).toBe('100 to 160, not judged');
  });
});
