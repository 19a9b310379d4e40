/**
 * Restores a backup while the engine is down: merges it into a copy, which replaces the database at the end, so that
 * an interruption changes nothing. The previous state stays among the daily backups.
 */
import { copyFileSync, renameSync, rmSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { InspectedBackup, Restored } from '../../../contract/file-jobs.ts';
import type { Log } from '../../log/log.ts';
import { derivedFromLeads } from '../leads/derived.ts';
import { getBackupFolder, buildBackupPath } from '../platform/store/backups.ts';
import { getNewestVersion, readVersion } from '../platform/store/migrations.ts';
import { makePrivateFile, makePrivateFolder, syncFile } from '../platform/store/private-file.ts';
import { lockRestore } from '../platform/store/restore-lock.ts';
import { createStore } from '../platform/store/store.ts';
import { recordOwnChanges } from '../team/gate.ts';
import type { OnProgress } from './export.ts';
import { RefusedBackup } from './backup-format.ts';
import { isContentError, loadBackup, checkBackup } from './load-backup.ts';
import { mergeBackup } from './merge-backup.ts';

const suffixes = ['', '-wal', '-shm', '-journal'];
const remove = (file: string): void => {
  for (const suffix of suffixes) rmSync(file + suffix, { force: true });
};

/** Percentages of the progress. */
const mergeFrom = 40;
const whole = 100;

/** Copies the database with its WAL. */
const copyDatabase = (database: string, to: string): void => {
  makePrivateFile(`${to}.new`);
  const db = new Database(database);
  try {
    db.prepare('VACUUM INTO ?').run(`${to}.new`);
    // The WAL is empty now and can be deleted with the old file.
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
  syncFile(`${to}.new`);
  renameSync(`${to}.new`, to);
};

/** Returns a preview of a backup. Throws `RefusedBackup` if it cannot be restored. */
export const inspectBackup = async (
  from: string,
  onProgress: OnProgress,
): Promise<InspectedBackup> => {
  const { size } = statSync(from);
  const { madeAt, madeBy, counts, digest } = await checkBackup(from, (bytes) =>
    onProgress(bytes, size),
  );
  return { preview: { madeAt, madeBy, counts }, digest };
};

type Dependencies = {
  /** The engine's file, which no process has open. */
  readonly database: string;
  readonly from: string;
  /** Digest of the inspected backup; other contents are refused. */
  readonly digest: string;
  /** Called before the database is replaced; if false, it stays unchanged. */
  readonly isWanted: () => boolean;
  /** UTC milliseconds. */
  readonly now: number;
  readonly log: Log;
  readonly onProgress: OnProgress;
};

/** Throws `RefusedBackup` and errors of the disk; the database is then unchanged. */
export const restoreBackup = async (dependencies: Dependencies): Promise<Restored> => {
  const { database, from, digest, isWanted, now, onProgress } = dependencies;
  const scratch = `${database}.backup`;
  const fresh = `${database}.restored`;
  const unlock = lockRestore(database);
  remove(scratch);
  remove(fresh);
  try {
    const size = Math.max(1, statSync(from).size);
    const loaded = await loadBackup(from, scratch, (bytes) =>
      onProgress((mergeFrom * bytes) / size, whole),
    );
    if (loaded.digest !== digest)
      throw new RefusedBackup('backup_damaged', 'It changed after it was looked at.');
    makePrivateFolder(getBackupFolder(database));
    const safety = buildBackupPath(database, now, getNewestVersion());
    copyDatabase(database, safety);
    makePrivateFile(fresh);
    copyFileSync(safety, fresh);
    const restored = await mergeInto(fresh, scratch, dependencies);
    syncFile(fresh);
    if (!isWanted()) throw new Error('the restored database is no longer wanted');
    for (const suffix of ['-wal', '-shm']) rmSync(database + suffix, { force: true });
    renameSync(fresh, database);
    return restored;
  } finally {
    remove(scratch);
    remove(fresh);
    unlock();
  }
};

const mergeInto = async (
  fresh: string,
  scratch: string,
  { now, log, onProgress }: Pick<Dependencies, 'now' | 'log' | 'onProgress'>,
): Promise<Restored> => {
  const db = new Database(fresh);
  try {
    if (readVersion(db) !== getNewestVersion()) throw new Error('not of this version');
    // Nothing else reads the copy, and an interrupted one is deleted.
    db.pragma('journal_mode = MEMORY');
    db.pragma('synchronous = OFF');
    db.pragma('foreign_keys = ON');
    derivedFromLeads.follow(db);
    db.prepare('ATTACH ? AS backup').run(scratch);
    const onDisk = async (): Promise<void> => undefined;
    const store = createStore(db, log, () => undefined, derivedFromLeads.settle, onDisk);
    recordOwnChanges(store);
    const restored = await mergeBackup({
      store,
      now,
      onProgress: (done, total) =>
        onProgress(mergeFrom + ((whole - mergeFrom) * done) / Math.max(1, total ?? 1), whole),
    });
    if ((db.pragma('foreign_key_check') as readonly unknown[]).length > 0)
      throw new RefusedBackup('backup_damaged', 'rows without their parents');
    db.exec('DETACH backup');
    return restored;
  } catch (thrown) {
    throw isContentError(thrown) ? new RefusedBackup('backup_damaged', 'its rows') : thrown;
  } finally {
    db.close();
    rmSync(`${fresh}-journal`, { force: true });
  }
};
