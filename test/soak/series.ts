/**
 * What was measured as series to be judged, and by which bounds. What the window holds begins again
 * whenever it is loaded: of that only its longest life counts. The service of the run keeps everything
 * that customers write, and so does the data folder: both are shown and not judged. Files in memory,
 * which are decoded pictures, are judged by what is left of them when memory is scarce.
 */
import type { ProcessSample, Sample } from './sample.ts';
import type { Bounds, Point, Series } from './verdict.ts';

/** By what a process may grow from outside, where its collector decides when to give memory back. */
const bounds = {
  memory: { noise: 12, anHour: 60 },
  /** Of the window, whose garbage comes and goes by 100 MB; what it holds is judged by its heap. */
  windowMemory: { noise: 24, anHour: 100 },
  heap: { noise: 2, anHour: 10 },
  files: { noise: 3, anHour: 20 },
  threads: { noise: 2, anHour: 15 },
  nodes: { noise: 400, anHour: 3_000 },
  listeners: { noise: 60, anHour: 400 },
  wal: { noise: 8, anHour: 60 },
  logs: { noise: 2, anHour: 20 },
} as const satisfies Record<string, Bounds>;

/** What a process may have of files in memory when that is scarce, in megabytes: what is on the screen. */
const mappedAtMost = 60;

const unjudged = ['service', 'zygote'];
const ofProcess = [
  ['memory', 'MB', bounds.memory],
  ['mapped', 'MB', null],
  ['files', '', bounds.files],
  ['sockets', '', bounds.files],
  ['threads', '', bounds.threads],
] as const;

/** The samples between two loadings of the window, of the longest time without one. */
export const longestLife = (samples: readonly Sample[]): readonly Sample[] =>
  [...Map.groupBy(samples, ({ life }) => life).values()].reduce(
    (longest, one) => (one.length > longest.length ? one : longest),
    [],
  );

/** A process that came and went is shown, and judged only where it was there most of the time. */
const seriesOf = (process: string, samples: readonly Sample[]): readonly Series[] => {
  const isWindow = process === 'renderer';
  const within = isWindow ? longestLife(samples) : samples;
  const found = within.flatMap(({ minute, processes }): [number, ProcessSample][] => {
    const one = processes.find((other) => other.process === process);
    return one === undefined ? [] : [[minute, one]];
  });
  const isJudged = !unjudged.includes(process) && found.length > within.length * 0.8;
  const boundsOf = (figure: string, limits: Bounds | null): Bounds | null =>
    isWindow && figure === 'memory' ? bounds.windowMemory : limits;
  return ofProcess.map(([figure, unit, limits]) => ({
    process,
    figure,
    unit,
    points: found.map(([minute, one]): Point => [minute, one[figure]]),
    bounds: isJudged ? boundsOf(figure, limits) : null,
  }));
};

export const allSeries = (samples: readonly Sample[]): readonly Series[] => {
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
  const life = longestLife(samples);
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
    ...[...names].flatMap((name) => seriesOf(name, samples)),
  ];
};

/** Those that keep what they should have given back. */
export const clingingIn = ({ processes }: Sample): readonly ProcessSample[] =>
  processes.filter(({ process, mapped }) => !unjudged.includes(process) && mapped > mappedAtMost);
