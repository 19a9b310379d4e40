import { describe, expect, test } from 'vitest';
import type { ProcessSample, Sample } from '../../soak/sample.ts';
import { buildSeries, findClinging, findLongestLife } from '../../soak/series.ts';

const createProcess = (process: string, memory: number, mapped = 0): ProcessSample => ({
  process,
  memory,
  mapped,
  resident: 0,
  files: 0,
  sockets: 0,
  threads: 0,
});

const createSample = (
  minute: number,
  life: number,
  processes: readonly ProcessSample[] = [],
): Sample => ({
  minute,
  life,
  processes,
  mainHeap: 10,
  engineHeap: life === 0 ? null : 30,
  window: { heap: 20 + minute, nodes: 0, listeners: 0 },
  folder: { data: 0, wal: 0, logs: 0 },
});

const findSeries = (samples: readonly Sample[], process: string, figure: string) =>
  buildSeries(samples).find((one) => one.process === process && one.figure === figure);

const isJudged = (samples: readonly Sample[], process: string, figure = 'memory'): boolean =>
  findSeries(samples, process, figure)?.bounds !== null;

describe('the judged series of a soak run', () => {
  const samples = [0, 0, 1, 1, 1, 1, 2].map((life, minute) =>
    createSample(minute, life, [
      createProcess('renderer', 100 + minute),
      createProcess('engine', 90),
      createProcess('service', 60),
      ...(minute > 3 ? [createProcess('keychain-process', 30)] : []),
    ]),
  );

  test('cover the window’s longest time without a reload', () => {
    expect(findLongestLife(samples).map(({ minute }) => minute)).toEqual([2, 3, 4, 5]);
    const life = [2, 3, 4, 5];
    expect(findSeries(samples, 'window', 'heap')?.points).toEqual(life.map((at) => [at, 20 + at]));
    expect(findSeries(samples, 'renderer', 'memory')?.points).toEqual(
      life.map((at) => [at, 100 + at]),
    );
  });

  test('cover the whole run for other processes', () => {
    expect(findSeries(samples, 'engine', 'memory')?.points).toHaveLength(7);
    expect(findSeries(samples, 'main', 'heap')?.points).toHaveLength(7);
    expect(findSeries(samples, 'engine', 'heap')?.points).toHaveLength(5);
  });

  test('include neither the test service nor a process that exited', () => {
    expect(isJudged(samples, 'engine')).toBe(true);
    expect(isJudged(samples, 'service')).toBe(false);
    expect(isJudged(samples, 'keychain-process')).toBe(false);
    expect(isJudged(samples, 'data folder', 'size')).toBe(false);
  });

  test('report mapped files that stay in memory under memory pressure', () => {
    const scarce = createSample(7, 2, [
      createProcess('renderer', 100, 21),
      createProcess('engine', 90, 61),
      createProcess('service', 60, 100),
    ]);
    expect(isJudged(samples, 'renderer', 'mapped')).toBe(false);
    expect(findClinging(scarce).map(({ process }) => process)).toEqual(['engine']);
  });
});
