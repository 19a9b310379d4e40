/** Kills the tunnel program that a killed engine left running. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { z } from 'zod';
import { readSetting, storeSetting } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';

const name = 'tunnel.process';

/** Stores the process of the running program, for the next start. */
export const storeProcess = (store: Store, pid: number): void => storeSetting(store, name, pid);

const readCommandLine = async (pid: number): Promise<string> => {
  if (process.platform === 'win32') return '';
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]);
    return stdout;
  } catch {
    return '';
  }
};

/** Kills the stored process if `mark` is in its command line, as in ours. On Windows it does nothing. */
export const killLeftover = async (store: Store, mark: string): Promise<void> => {
  const pid = readSetting(store, name, z.number().int().min(2));
  if (pid === null || !(await readCommandLine(pid)).includes(mark)) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has exited meanwhile.
  }
};
