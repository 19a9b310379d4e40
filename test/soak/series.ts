/**
 * Converts samples to series with bounds. The window's own series start over at each reload, so only its
 * longest life counts. The run's service and the data folder keep everything that customers write, so they
 * are shown but not judged. Decoded pictures are judged by the memory that remains when memory is low.
 */
import type { ProcessSample, Sample } from './sample.ts';
import type { Bounds, Point, Series } from './verdict.ts';

/** Allowed growth of a process whose collector decides when to release memory. */
const bounds = {
  memory: { noise: 12, anHour: 60 },
  /** The window's garbage varies by 100 MB; its objects are judged by its heap. */
  windowMemory: { noise: 24, anHour: 100 },
  heap: { noise: 2, anHour: 10 },
  files: { noise: 3, anHour: 20 },
  threads: { noise: 2, anHour: 15 },
  nodes: { noise: 400, anHour: 3_000 },
  listeners: { noise: 60, anHour: 400 },
  wal: { noise: 8, anHour: 60 },
  logs: { noise: 2, anHour: 20 },
} as const satisfies Record<string, Bounds>;

/** Mapped files of a process when memory is low, in megabytes: the pictures on the screen. */
const mappedAtMost = 60;

const unjudged = ['service', 'zygote'];
const ofProcess = [
  ['memory', 'MB', bounds.memory],
  ['mapped', 'MB', null],
  ['files', '', bounds.files],
  ['sockets', '', bounds.files],
  ['threads', '', bounds.threads],
] as const;

/** The samples of the longest time without a reload of the window. */
export const findLongestLife = (samples: readonly Sample[]): readonly Sample[] =>
  [...Map.groupBy(samples, ({ life }) => life).values()].reduce(
    (longest, one) => (one.length > longest.length ? one : longest),
    [],
  );

/** A process is judged only if it ran most of the time. */
const buildProcessSeries = (process: string, samples: readonly Sample[]): readonly Series[] => {
  const isWindow = process === 'renderer';
  const within = isWindow ? findLongestLife(samples) : samples;
  const found = within.flatMap(({ minute, processes }): [number, ProcessSample][] => {
    const one = processes.find((other) => other.process === process);
    return one === undefined ? [] : [[minute, one]];
  });
  const isJudged = !unjudged.includes(process) && found.length > within.length * 0.8;
  const chooseBounds = (figure: string, limits: Bounds | null): Bounds | null =>
    isWindow && figure === 'memory' ? bounds.windowMemory : limits;
  return ofProcess.map(([figure, unit, limits]) => ({
    process,
    figure,
    unit,
    points: found.map(([minute, one]): Point => [minute, one[figure]]),
    bounds: isJudged ? chooseBounds(figure, limits) : null,
  }));
};

export const buildSeries = (samples: readonly Sample[]): readonly Series[] => {
  const one = (
    [process, figure, unit]: readonly [string, string, string],
    limits: Bounds | null,
    from: readonly Sample[],
    valueOf: (sample: Sample) => number | null,
  ): Series => ({
    process,
    figure,
    unit,
    bounds: limits,
    points: from.flatMap((sample): Point[] => {
      const value = valueOf(sample);
      return value === null ? [] : [[sample.minute, value]];
    }),
  });
  const life = findLongestLife(samples);
  const names = new Set(samples.flatMap(({ processes }) => processes.map((p) => p.process)));
  return [
    one(['main', 'heap', 'MB'], bounds.heap, samples, ({ mainHeap }) => mainHeap),
    one(['engine', 'heap', 'MB'], bounds.heap, samples, ({ engineHeap }) => engineHeap),
    one(['window', 'heap', 'MB'], bounds.heap, life, ({ window }) => window.heap),
    one(['window', 'nodes', ''], bounds.nodes, life, ({ window }) => window.nodes),
    one(['window', 'listeners', ''], bounds.listeners, life, ({ window }) => window.listeners),
    one(['data folder', 'WAL', 'MB'], bounds.wal, samples, ({ folder }) => folder.wal),
    one(['data folder', 'logs', 'MB'], bounds.logs, samples, ({ folder }) => folder.logs),
    one(['data folder', 'size', 'MB'], null, samples, ({ folder }) => folder.data),
    ...[...names].flatMap((name) => buildProcessSeries(name, samples)),
  ];
};

/** Processes that keep decoded pictures when memory is low. */
export const findClinging = ({ processes }: Sample): readonly ProcessSample[] =>
  processes.filter(({ process, mapped }) => !unjudged.includes(process) && mapped > mappedAtMost);
