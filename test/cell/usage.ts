/** Processor time and memory of processes, from /proc. */
import { readFileSync } from 'node:fs';
import { sleep } from '../bench/measure.ts';

const ticksASecond = 100;
const pageBytes = 4_096;

export type Usage = {
  /** Processor time by elapsed time: 1 is one busy core. */
  readonly cores: number;
  readonly megabytes: number;
};

const readFields = (pid: number, file: string): readonly string[] => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
  } catch {
    return [];
  }
};
const readSeconds = (pid: number): number => {
  const fields = readFields(pid, 'stat');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksASecond;
};
const sum = (values: readonly number[]): number => values.reduce((one, other) => one + other, 0);

export const readMemory = (pids: readonly number[]): number =>
  sum(pids.map((pid) => (Number(readFields(pid, 'statm')[1] ?? 0) * pageBytes) / 1e6));

/** Usage of processes together while `work` runs. */
export const measureUsageDuring = async (
  pids: readonly number[],
  work: () => Promise<unknown>,
): Promise<Usage> => {
  const before = sum(pids.map(readSeconds));
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1_000;
  return { cores: (sum(pids.map(readSeconds)) - before) / seconds, megabytes: readMemory(pids) };
};

export const measureUsageFor = (pids: readonly number[], ms: number): Promise<Usage> =>
  measureUsageDuring(pids, () => sleep(ms));
