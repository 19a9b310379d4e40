/** Backs up and checks the whole file daily. A file that was not closed is checked soon after the start. */
import { Worker } from 'node:worker_threads';
import type { Clock } from '../../../clock/clock.ts';
import { createSchedule } from '../../../clock/schedule.ts';
import type { Log } from '../../../log/log.ts';
import {
  getBackupFolder,
  buildBackupPath,
  listBackups,
  pruneBackups,
  removeUnfinished,
} from './backups.ts';
import { isDamage } from './failure.ts';
import { readVersion } from './migrations.ts';
import { makePrivateFolder } from './private-file.ts';
import type { Store } from './store.ts';
import { clearSuspicion, suspect, readSuspicion } from './suspicion.ts';

/** Checks a database and copies it unless `to` is null. Resolves to null, or to an error code. */
export type CopyDatabase = (from: string, to: string | null) => Promise<string | null>;

/** Copies in a thread that runs `program` (backup-thread.ts). */
export const copyInThread =
  (program: URL): CopyDatabase =>
  (from, to) =>
    new Promise((done) => {
      const thread = new Worker(program, { workerData: { from, to } });
      thread.once('message', done);
      thread.once('error', () => done('thread'));
      thread.once('exit', () => done('thread'));
    });

const dayMs = 24 * 60 * 60_000;
/** Delay, so that a start is not slowed down. */
const checkAfterMs = 2_000;
const firstAfterMs = 60_000;
const checkEveryMs = 60 * 60_000;

/** Makes backups of an open store until the returned function is called. */
export const keepBackups = (dependencies: {
  readonly store: Store;
  readonly file: string;
  readonly copy: CopyDatabase;
  /** Called when the file is found to be damaged. */
  readonly onDamage: () => void;
  readonly clock: Clock;
  readonly log: Log;
}): (() => void) => {
  const { store, file, copy, onDamage, clock, log } = dependencies;
  let stopped = false;
  const schedule = createSchedule(clock, (thrown, job) =>
    log.error({ err: thrown, job }, 'no backup could be made'),
  );

  const onFailure = (code: string, text: string): void => {
    log.error({ code }, text);
    if (!isDamage(Object.assign(new Error(code), { code }))) return;
    suspect(file);
    onDamage();
  };

  /** Every start repeats this until it succeeds. */
  const checkUnclosed = async (): Promise<void> => {
    const code = await copy(file, null);
    if (stopped) return;
    if (code === null) {
      if (readSuspicion(file).state === 'unclosed') clearSuspicion(file);
      return;
    }
    onFailure(code, 'the database was not closed, and its check has failed');
  };

  const backUp = async (): Promise<void> => {
    makePrivateFolder(getBackupFolder(file));
    removeUnfinished(file);
    const code = await copy(file, buildBackupPath(file, clock.now(), readVersion(store.db)));
    if (stopped) return;
    if (code === null) {
      clearSuspicion(file);
      pruneBackups(file, clock.now());
      return;
    }
    onFailure(code, 'no backup could be made');
  };

  const backUpIfDue = async (): Promise<void> => {
    schedule.in('backup', checkEveryMs, backUpIfDue);
    const now = clock.now();
    // A later one was made before the clock was set back.
    const newest = listBackups(file, now).find(({ at }) => at <= now);
    if (newest === undefined || now - newest.at >= dayMs) await backUp();
  };

  schedule.in('backup', firstAfterMs, backUpIfDue);
  if (readSuspicion(file).state === 'unclosed') schedule.in('check', checkAfterMs, checkUnclosed);
  return () => {
    stopped = true;
    schedule.stop();
  };
};
