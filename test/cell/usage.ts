/** Processor time and memory of processes, from /proc. */
import { readFileSync } from 'node:fs';
import { sleep } from '../bench/measure.ts';

const ticksASecond = 100;
const pageBytes = 4_096;

export type Usage = {
  /** Of one core, from 0. */
  readonly cores: number;
  readonly megabytes: number;
};

const fieldsOf = (pid: number, file: string): readonly string[] => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
  } catch {
    return [];
  }
};
const secondsOf = (pid: number): number => {
  const fields = fieldsOf(pid, 'stat');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksASecond;
};
const sum = (values: readonly number[]): number => values.reduce((one, other) => one + other, 0);

export const memoryOf = (pids: readonly number[]): number =>
  sum(pids.map((pid) => (Number(fieldsOf(pid, 'statm')[1] ?? 0) * pageBytes) / 1e6));

/** Usage of processes together while `work` runs. */
export const usageDuring = async (
  pids: readonly number[],
  work: () => Promise<unknown>,
): Promise<Usage> => {
  const before = sum(pids.map(secondsOf));
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1_000;
  return { cores: (sum(pids.map(secondsOf)) - before) / seconds, megabytes: memoryOf(pids) };
};

export const usageFor = (pids: readonly number[], ms: number): Promise<Usage> =>
  usageDuring(pids, () => sleep(ms));

/** What other programs also want of this computer. */
export const load = (): string => readFileSync('/proc/loadavg', 'utf8').split(' ')[0] ?? '';
