/** The app of the bench in a real Electron window, and an empty window of the same runtime. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { repo } from '../e2e/support/hearthline.ts';
import { processesBelow } from '../processes.ts';
import { sleep } from './measure.ts';

const hook = join(import.meta.dirname, 'electron/painted.cjs');
const emptyApp = join(import.meta.dirname, 'electron');

/** How long a window is left alone before its memory is read. */
const settleMs = 6_000;

/** The proportional memory of a process in bytes: what it shares is counted by shares. */
const memoryOf = (pid: number): number => {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
};

export type Started = {
  /** From the start of the program until the first window had painted, in milliseconds. */
  readonly painted: number;
  /** Of all its processes when it had settled, in megabytes. */
  readonly memory: number;
};

/** Starts a program in Electron, waits until it has painted and settled, and ends it. */
const start = async (program: string, args: readonly string[]): Promise<Started> => {
  const began = Date.now();
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const child = spawn(
    process.env['HEARTHLINE_ELECTRON'] ?? '',
    [...asRoot, '--disable-gpu', '-r', hook, program, ...args],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const ended = once(child, 'exit');
  let painted = Number.NaN;
  for await (const line of createInterface({ input: child.stdout })) {
    const [, at] = /^painted (\d+)/.exec(line) ?? [];
    if (at === undefined) continue;
    painted = Number(at) - began;
    break;
  }
  await sleep(settleMs);
  const pids = [child.pid ?? 0, ...processesBelow(child.pid ?? 0).map(({ pid }) => pid)];
  const memory = pids.reduce((sum, pid) => sum + memoryOf(pid), 0) / 2 ** 20;
  child.kill('SIGTERM');
  await ended;
  return { painted, memory };
};

/** Starts the app on a data folder; its accounts are signed in nowhere, so that no service is asked. */
export const startApp = (dataFolder: string): Promise<Started> =>
  start(repo, [`--user-data-dir=${dataFolder}`, '--welcome']);

export const startEmpty = (dataFolder: string): Promise<Started> =>
  start(emptyApp, [`--user-data-dir=${dataFolder}`]);
