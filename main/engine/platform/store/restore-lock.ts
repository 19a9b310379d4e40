/** Lock on a separate SQLite file that keeps the engine from opening the database during a restore. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { pause, type Clock } from '../../../clock/clock.ts';
import type { Log } from '../../../log/log.ts';
import { getBackupFolder, removeUnfinished } from './backups.ts';
import { isBusy } from './busy.ts';
import { makePrivateFile } from './private-file.ts';

/** Longest wait for a restore whose main process has exited. */
const patienceMs = 30_000;
const retryMs = 100;

const getLockPath = (file: string): string => `${file}.lock`;

/** Locks the database at `file`; the returned function unlocks it. Throws SQLITE_BUSY. */
export const lockRestore = (file: string): (() => void) => {
  const path = getLockPath(file);
  makePrivateFile(path);
  const db = new Database(path, { timeout: 0 });
  try {
    db.pragma('journal_mode = MEMORY');
    db.exec('BEGIN EXCLUSIVE');
  } catch (thrown) {
    db.close();
    throw thrown;
  }
  return () => {
    db.close();
    rmSync(path, { force: true });
  };
};

/** True while a restore is replacing the database at `file`. */
export const isRestoring = (file: string): boolean => {
  if (!existsSync(getLockPath(file))) return false;
  try {
    lockRestore(file)();
    return false;
  } catch (thrown) {
    if (isBusy(thrown)) return true;
    throw thrown;
  }
};

/** Waits for the end of a restore, for at most half a minute. */
export const waitForRestore = async (file: string, clock: Clock, log: Log): Promise<void> => {
  if (!isRestoring(file)) return;
  log.warn({}, 'the engine waits for the end of a restore');
  const deadline = clock.steady() + patienceMs;
  do await pause(clock, retryMs);
  while (isRestoring(file) && clock.steady() < deadline);
};

/** Deletes leftovers of an interrupted restore or backup. */
export const removeLeftovers = (file: string): void => {
  const name = basename(file);
  const ours = ['.backup', '.restored', '.inspected', '.lock'].map((end) => name + end);
  for (const found of readdirSync(dirname(file)))
    if (ours.some((each) => found === each || found.startsWith(`${each}-`)))
      rmSync(join(dirname(file), found), { force: true });
  if (existsSync(getBackupFolder(file))) removeUnfinished(file);
};
