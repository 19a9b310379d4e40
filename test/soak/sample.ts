/**
 * One look at everything that may grow: each process of the app from outside (its own memory, open
 * files, sockets, threads), the heaps of main, engine and window after a full collection, what the page holds
 * on to, and the files in the data folder. What a process has is read where Linux tells it; elsewhere
 * Electron tells the memory of those that it started.
 *
 * Pictures that Chromium has decoded are counted apart from what a process asked the system for: they lie
 * in shared segments of 4 MB each, of which without a graphics card it keeps a thousand pictures, or
 * 512 MB, as long as nobody says that memory is scarce. So that is said at the end (docs/performance.md).
 */
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type CDPSession } from '@playwright/test';
import type { Hearthline } from '../e2e/support/hearthline.ts';
import { processesBelow } from '../processes.ts';

export type ProcessSample = {
  readonly process: string;
  /** What it asked the system for. */
  readonly memory: number;
  /** What it alone has of files in memory, among them Chromium's segments of decoded pictures. */
  readonly mapped: number;
  readonly resident: number;
  readonly files: number;
  readonly sockets: number;
  readonly threads: number;
};

export type Sample = {
  readonly minute: number;
  /** How often the window had been loaded anew: what it holds begins again with each. */
  readonly life: number;
  readonly processes: readonly ProcessSample[];
  readonly mainHeap: number;
  /** null where the engine is no program of plain Node's. */
  readonly engineHeap: number | null;
  readonly window: { readonly heap: number; readonly nodes: number; readonly listeners: number };
  readonly folder: { readonly data: number; readonly wal: number; readonly logs: number };
};

const mega = 2 ** 20;

/** Which of the app's processes a command line is of. */
const nameOf = (command: string): string => {
  const ours = /out\/main\/(?:[\w-]+\/)*([\w-]+)\.js/.exec(command)?.[1];
  if (ours !== undefined) return ours;
  const type = /--type=([\w-]+)/.exec(command)?.[1] ?? 'other';
  const service = /--utility-sub-type=([\w.]+)/.exec(command)?.[1]?.split('.')[0];
  return service === undefined ? type : `utility ${service}`;
};

const kilobytes = (text: string, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);

const linked = (path: string): string => {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
};

/** @returns nothing of a process that has just ended */
const sampleOf = (process: string, pid: number): ProcessSample[] => {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const open = readdirSync(`/proc/${pid}/fd`).map((fd) => linked(`/proc/${pid}/fd/${fd}`));
    const sockets = open.filter((target) => target.startsWith('socket:')).length;
    const segments = open.filter((target) => target.includes('/.org.chromium.')).length;
    const memory = kilobytes(rollup, 'Anonymous') / 1024;
    const own = kilobytes(rollup, 'Private_Clean') + kilobytes(rollup, 'Private_Dirty');
    return [
      {
        process,
        memory,
        mapped: Math.max(0, own / 1024 - memory),
        resident: kilobytes(rollup, 'Rss') / 1024,
        files: open.length - sockets - segments,
        sockets,
        threads: kilobytes(readFileSync(`/proc/${pid}/status`, 'utf8'), 'Threads'),
      },
    ];
  } catch {
    return [];
  }
};

/** Those of one name together: the pool of idle ones that Chromium keeps, for one. */
const together = (samples: readonly ProcessSample[]): readonly ProcessSample[] =>
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

const toldByElectron = async ({ app }: Hearthline): Promise<readonly ProcessSample[]> => {
  const told = await app.evaluate(({ app }) =>
    app.getAppMetrics().map(({ type, name, memory }) => ({
      process: type === 'Browser' ? 'main' : (name ?? type),
      memory: (memory.privateBytes ?? memory.workingSetSize) / 1024,
      resident: memory.workingSetSize / 1024,
    })),
  );
  return told.map((one) => ({ ...one, mapped: 0, files: 0, sockets: 0, threads: 0 }));
};

const processesOf = async (
  hearthline: Hearthline,
  servicePid: number,
): Promise<readonly ProcessSample[]> => {
  if (process.platform !== 'linux') return together(await toldByElectron(hearthline));
  return together([
    ...sampleOf('main', hearthline.pid),
    ...processesBelow(hearthline.pid).flatMap(({ pid, command }) => sampleOf(nameOf(command), pid)),
    ...sampleOf('service', servicePid),
  ]);
};

const sizeOf = (folder: string): { data: number; wal: number; logs: number } => {
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
  /** Where programs write down what is left of their heaps (tells-heap.mjs). */
  readonly heaps: string;
};

const heapOfEngine = async ({ hearthline, heaps }: Watched): Promise<number | null> => {
  const engine = processesBelow(hearthline.pid).find(
    ({ command }) => command.includes('tells-heap') && nameOf(command) === 'engine',
  );
  if (engine === undefined) return null;
  const file = join(heaps, `${engine.pid}`);
  rmSync(file, { force: true });
  process.kill(engine.pid, 'SIGUSR2');
  await expect.poll(() => existsSync(file), { timeout: 5_000 }).toBe(true);
  return Number(readFileSync(file, 'utf8'));
};

/** Has Chromium give back what it keeps only as long as there is room, and waits until it has. */
export const sayThatMemoryIsScarce = async ({ hearthline, session }: Watched): Promise<void> => {
  await session.send('Memory.simulatePressureNotification', { level: 'critical' });
  await hearthline.page.waitForTimeout(3_000);
};

/** Collects first what nobody holds; the app is to be started with `--js-flags=--expose-gc`. */
export const sample = async (watched: Watched, minute: number, life: number): Promise<Sample> => {
  const { hearthline, session, servicePid, dataFolder } = watched;
  const engineHeap = await heapOfEngine(watched);
  const mainHeap = await hearthline.app.evaluate(() => {
    (globalThis as { gc?: () => void }).gc?.();
    return process.memoryUsage().heapUsed;
  });
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (wanted: string): number =>
    metrics.find(({ name }) => name === wanted)?.value ?? 0;
  return {
    minute,
    life,
    processes: await processesOf(hearthline, servicePid),
    mainHeap: mainHeap / mega,
    engineHeap: engineHeap === null ? null : engineHeap / mega,
    window: {
      heap: metric('JSHeapUsedSize') / mega,
      nodes: metric('Nodes'),
      listeners: metric('JSEventListeners'),
    },
    folder: sizeOf(dataFolder),
  };
};
