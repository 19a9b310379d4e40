/**
 * Restores a backup while the engine is down. The merge is done in a copy beside the database, which
 * takes its place whole at the very end: until then everything is as it was, whatever ends this. The
 * copy that it is made of stays among the daily ones, so that a restore can itself be taken back.
 */
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import Database from 'better-sqlite3';
import type { InspectedBackup, Restored } from '../../../contract/file-jobs.ts';
import type { Log } from '../../log/log.ts';
import { derivedFromLeads } from '../leads/derived.ts';
import { backupFolder, backupPath } from '../platform/store/backups.ts';
import { newestVersion, versionOf } from '../platform/store/migrations.ts';
import { privateFile, privateFolder } from '../platform/store/private-file.ts';
import { lockRestore } from '../platform/store/restore-lock.ts';
import { createStore } from '../platform/store/store.ts';
import type { Tell } from './export.ts';
import { RefusedBackup } from './backup-format.ts';
import { isOfContents, loadBackup, lookAtBackup } from './load-backup.ts';
import { mergeBackup } from './merge-backup.ts';

const parts = ['', '-wal', '-shm', '-journal'];
const remove = (file: string): void => {
  for (const part of parts) rmSync(file + part, { force: true });
};

/** Of the whole way, in percent, where each part begins. */
const readFrom = 0;
const mergeFrom = 40;
const whole = 100;

const syncFile = (path: string): void => {
  const handle = openSync(path, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};

/** A whole copy of the database as it is; what stands in its log of changes is in it. */
const copyWhole = (database: string, to: string): void => {
  privateFile(`${to}.new`);
  const db = new Database(database);
  try {
    db.prepare('VACUUM INTO ?').run(`${to}.new`);
    // Nothing is left in the log: it can go with the old file.
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
  syncFile(`${to}.new`);
  renameSync(`${to}.new`, to);
};

/** Says what a backup holds. Throws `RefusedBackup` for one that cannot be restored. */
export const inspectBackup = async (from: string, tell: Tell): Promise<InspectedBackup> => {
  const { size } = statSync(from);
  const { madeAt, madeBy, counts, digest } = await lookAtBackup(from, (bytes) => tell(bytes, size));
  return { preview: { madeAt, madeBy, counts }, digest };
};

/**
 * @param database the engine's file, which nobody has open
 * @param digest of the contents that were looked at; others are refused
 * @param isWanted asked right before the database is replaced; when nobody wants it, nothing is changed
 * @param now UTC milliseconds
 */
export const restoreBackup = async ({
  database,
  from,
  digest,
  isWanted,
  now,
  log,
  tell,
}: {
  readonly database: string;
  readonly from: string;
  readonly digest: string;
  readonly isWanted: () => boolean;
  readonly now: number;
  readonly log: Log;
  readonly tell: Tell;
}): Promise<Restored> => {
  const scratch = `${database}.backup`;
  const fresh = `${database}.restored`;
  const unlock = lockRestore(database);
  remove(scratch);
  remove(fresh);
  try {
    const size = Math.max(1, statSync(from).size);
    const loaded = await loadBackup(from, scratch, (bytes) =>
      tell(readFrom + ((mergeFrom - readFrom) * bytes) / size, whole),
    );
    if (loaded.digest !== digest)
      throw new RefusedBackup('backup_damaged', 'It changed after it was looked at.');
    const { madeAt } = loaded;
    privateFolder(backupFolder(database));
    const safety = backupPath(database, now, newestVersion());
    copyWhole(database, safety);
    privateFile(fresh);
    copyFileSync(safety, fresh);
    const restored = await mergeInto({ fresh, scratch, madeAt, now, log, tell });
    syncFile(fresh);
    if (!isWanted()) throw new Error('nobody waits for the restored database any more');
    for (const part of ['-wal', '-shm']) rmSync(database + part, { force: true });
    renameSync(fresh, database);
    return restored;
  } finally {
    remove(scratch);
    remove(fresh);
    unlock();
  }
};

const mergeInto = async ({
  fresh,
  scratch,
  madeAt,
  now,
  log,
  tell,
}: {
  readonly fresh: string;
  readonly scratch: string;
  readonly madeAt: number;
  readonly now: number;
  readonly log: Log;
  readonly tell: Tell;
}): Promise<Restored> => {
  const db = new Database(fresh);
  try {
    if (versionOf(db) !== newestVersion()) throw new Error('not of this version');
    // Nobody else sees it, and a cut-off one is thrown away.
    db.pragma('journal_mode = MEMORY');
    db.pragma('synchronous = OFF');
    db.pragma('foreign_keys = ON');
    derivedFromLeads.follow(db);
    db.prepare('ATTACH ? AS backup').run(scratch);
    const onDisk = async (): Promise<void> => undefined;
    const store = createStore(db, log, () => undefined, derivedFromLeads.settle, onDisk);
    const restored = await mergeBackup({
      store,
      madeAt,
      now,
      tell: (done, total) =>
        tell(mergeFrom + ((whole - mergeFrom) * done) / Math.max(1, total ?? 1), whole),
    });
    if ((db.pragma('foreign_key_check') as readonly unknown[]).length > 0)
      throw new RefusedBackup('backup_damaged', 'rows without their parents');
    db.exec('DETACH backup');
    return restored;
  } catch (thrown) {
    throw isOfContents(thrown) ? new RefusedBackup('backup_damaged', 'its rows') : thrown;
  } finally {
    db.close();
    if (existsSync(`${fresh}-journal`)) rmSync(`${fresh}-journal`);
  }
};
