/**
 * Samples everything that can grow: each process of the app (memory, open files, sockets, threads), the
 * heaps of main, engine and window after a full collection, the page's objects, and the data folder's files.
 * Linux has all values of a process; elsewhere Electron reports the memory of its processes.
 *
 * Decoded pictures are counted separately: Chromium keeps them in shared segments of 4 MB, without a graphics
 * card up to a thousand pictures or 512 MB, until memory is low. So the run ends with a low-memory
 * notification (docs/performance.md).
 */
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type CDPSession } from '@playwright/test';
import type { Hearthline } from '../e2e/support/hearthline.ts';
import { listDescendants } from '../processes.ts';

export type ProcessSample = {
  readonly process: string;
  /** Private memory. */
  readonly memory: number;
  /** Mapped files that only it uses, including Chromium's segments of decoded pictures. */
  readonly mapped: number;
  readonly resident: number;
  readonly files: number;
  readonly sockets: number;
  readonly threads: number;
};

export type Sample = {
  readonly minute: number;
  /** Number of reloads of the window, whose own series start over each time. */
  readonly life: number;
  readonly processes: readonly ProcessSample[];
  readonly mainHeap: number;
  /** Null if the engine does not run on plain Node. */
  readonly engineHeap: number | null;
  readonly window: { readonly heap: number; readonly nodes: number; readonly listeners: number };
  readonly folder: { readonly data: number; readonly wal: number; readonly logs: number };
};

const mega = 2 ** 20;

/** Name of the app's process with a command line. */
const findProcessName = (command: string): string => {
  const ours = /out\/main\/(?:[\w-]+\/)*([\w-]+)\.js/.exec(command)?.[1];
  if (ours !== undefined) return ours;
  const type = /--type=([\w-]+)/.exec(command)?.[1] ?? 'other';
  const service = /--utility-sub-type=([\w.]+)/.exec(command)?.[1]?.split('.')[0];
  return service === undefined ? type : `utility ${service}`;
};

const parseKilobytes = (text: string, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);

const readLink = (path: string): string => {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
};

/** @returns an empty list if the process has just exited */
const sampleProcess = (process: string, pid: number): ProcessSample[] => {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const open = readdirSync(`/proc/${pid}/fd`).map((fd) => readLink(`/proc/${pid}/fd/${fd}`));
    const sockets = open.filter((target) => target.startsWith('socket:')).length;
    const segments = open.filter((target) => target.includes('/.org.chromium.')).length;
    const memory = parseKilobytes(rollup, 'Anonymous') / 1024;
    const own = parseKilobytes(rollup, 'Private_Clean') + parseKilobytes(rollup, 'Private_Dirty');
    return [
      {
        process,
        memory,
        mapped: Math.max(0, own / 1024 - memory),
        resident: parseKilobytes(rollup, 'Rss') / 1024,
        files: open.length - sockets - segments,
        sockets,
        threads: parseKilobytes(readFileSync(`/proc/${pid}/status`, 'utf8'), 'Threads'),
      },
    ];
  } catch {
    return [];
  }
};

/** Adds up processes of the same name, such as Chromium's pool of idle renderers. */
const sumByName = (samples: readonly ProcessSample[]): readonly ProcessSample[] =>
  [...Map.groupBy(samples, ({ process }) => process)].map(([process, all]) => {
    const sum = (field: Exclude<keyof ProcessSample, 'process'>): number =>
      all.reduce((total, one) => total + one[field], 0);
    return {
      process,
      memory: sum('memory'),
      mapped: sum('mapped'),
      resident: sum('resident'),
      files: sum('files'),
      sockets: sum('sockets'),
      threads: sum('threads'),
    };
  });

const sampleByElectron = async ({ app }: Hearthline): Promise<readonly ProcessSample[]> => {
  const metrics = await app.evaluate(({ app }) =>
    app.getAppMetrics().map(({ type, name, memory }) => ({
      process: type === 'Browser' ? 'main' : (name ?? type),
      memory: (memory.privateBytes ?? memory.workingSetSize) / 1024,
      resident: memory.workingSetSize / 1024,
    })),
  );
  return metrics.map((one) => ({ ...one, mapped: 0, files: 0, sockets: 0, threads: 0 }));
};

const sampleProcesses = async (
  hearthline: Hearthline,
  servicePid: number,
): Promise<readonly ProcessSample[]> => {
  if (process.platform !== 'linux') return sumByName(await sampleByElectron(hearthline));
  return sumByName([
    ...sampleProcess('main', hearthline.pid),
    ...listDescendants(hearthline.pid).flatMap(({ pid, command }) =>
      sampleProcess(findProcessName(command), pid),
    ),
    ...sampleProcess('service', servicePid),
  ]);
};

const measureFolder = (folder: string): { data: number; wal: number; logs: number } => {
  const sizes = { data: 0, wal: 0, logs: 0 };
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const size = statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
    sizes.data += size;
    if (name.endsWith('-wal')) sizes.wal += size;
    if (name.startsWith('logs')) sizes.logs += size;
  }
  return {
    data: sizes.data / mega,
    wal: sizes.wal / mega,
    logs: sizes.logs / mega,
  };
};

export type Watched = {
  readonly hearthline: Hearthline;
  readonly session: CDPSession;
  readonly servicePid: number;
  readonly dataFolder: string;
  /** Folder to which the programs write their heap sizes (report-heap.mjs). */
  readonly heaps: string;
};

const readEngineHeap = async ({ hearthline, heaps }: Watched): Promise<number | null> => {
  const engine = listDescendants(hearthline.pid).find(
    ({ command }) => command.includes('report-heap') && findProcessName(command) === 'engine',
  );
  if (engine === undefined) return null;
  const file = join(heaps, `${engine.pid}`);
  rmSync(file, { force: true });
  process.kill(engine.pid, 'SIGUSR2');
  await expect.poll(() => existsSync(file), { timeout: 5_000 }).toBe(true);
  return Number(readFileSync(file, 'utf8'));
};

/** Makes Chromium release optional memory by a low-memory notification, and waits for it. */
export const simulateLowMemory = async ({ hearthline, session }: Watched): Promise<void> => {
  await session.send('Memory.simulatePressureNotification', { level: 'critical' });
  await hearthline.page.waitForTimeout(3_000);
};

/** Takes a sample after a full collection; the app must run with `--js-flags=--expose-gc`. */
export const sample = async (watched: Watched, minute: number, life: number): Promise<Sample> => {
  const { hearthline, session, servicePid, dataFolder } = watched;
  const engineHeap = await readEngineHeap(watched);
  const mainHeap = await hearthline.app.evaluate(() => {
    (globalThis as { gc?: () => void }).gc?.();
    return process.memoryUsage().heapUsed;
  });
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const getMetric = (wanted: string): number =>
    metrics.find(({ name }) => name === wanted)?.value ?? 0;
  return {
    minute,
    life,
    processes: await sampleProcesses(hearthline, servicePid),
    mainHeap: mainHeap / mega,
    engineHeap: engineHeap === null ? null : engineHeap / mega,
    window: {
      heap: getMetric('JSHeapUsedSize') / mega,
      nodes: getMetric('Nodes'),
      listeners: getMetric('JSEventListeners'),
    },
    folder: measureFolder(dataFolder),
  };
};
