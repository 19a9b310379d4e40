/** Starts the app in a real Electron window, and an empty window of the same runtime. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { repo } from '../e2e/support/hearthline.ts';
import { listDescendants } from '../processes.ts';
import { sleep } from './measure.ts';

const hook = join(import.meta.dirname, 'electron/painted.cjs');
const emptyApp = join(import.meta.dirname, 'electron');

/** Idle time before memory is read. */
const settleMs = 6_000;

/** Proportional memory of a process in bytes: shared pages count by share. */
const readMemory = (pid: number): number => {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
};

export type Started = {
  /** Milliseconds from the program's start to the window's first paint. */
  readonly painted: number;
  /** Memory of all processes when idle, in megabytes. */
  readonly memory: number;
};

/** Starts a program in Electron, waits until it is painted, ready and idle, and ends it. */
const start = async (
  program: string,
  args: readonly string[],
  ready?: Promise<unknown>,
): Promise<Started> => {
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
  await ready;
  await sleep(settleMs);
  const pids = [child.pid ?? 0, ...listDescendants(child.pid ?? 0).map(({ pid }) => pid)];
  const memory = pids.reduce((sum, pid) => sum + readMemory(pid), 0) / 2 ** 20;
  child.kill('SIGTERM');
  await ended;
  return { painted, memory };
};

/**
 * Starts the app on a data folder whose accounts are signed out, so that it sends no requests.
 * @param ready resolves when its memory can be read
 */
export const startApp = (dataFolder: string, ready?: Promise<unknown>): Promise<Started> =>
  start(repo, [`--user-data-dir=${dataFolder}`, '--welcome'], ready);

export const startEmpty = (dataFolder: string): Promise<Started> =>
  start(emptyApp, [`--user-data-dir=${dataFolder}`]);
