/**
 * Opening the database without ever making things worse (security rule 14): a file of a newer app
 * is left untouched, a damaged one is kept aside and never deleted, and a copy is made before a
 * migration changes an existing file.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, copyFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Log } from '../../log/log.ts';
import { storeFailure } from './failure.ts';
import { migrate, migrations as allMigrations, versionOf, type Migration } from './migrations.ts';
import { createStore, type Store } from './store.ts';

type Options = {
  readonly file: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly migrations?: readonly Migration[];
};

/**
 * Opens the database at `file`, making folder and file where there are none. Fails with
 * `database_newer`, `database_damaged` (it could not even be kept aside), `disk_full` or
 * `read_only`; a damaged file gives way to the newest backup, or to an empty file that sync fills.
 */
export const openStore = ({
  file,
  clock,
  log,
  migrations = allMigrations,
}: Options): Answer<Store> => {
  try {
    mkdirSync(dirname(file), { recursive: true });
    try {
      return openOnce({ file, clock, log, migrations });
    } catch (thrown) {
      if (storeFailure(thrown)?.code !== 'database_damaged') throw thrown;
      const asideAs = keepAside(file, clock.now());
      const restored = restoreNewestBackup(file);
      log.error({ asideAs: basename(asideAs), restored }, 'the database is damaged and kept aside');
      return openOnce({ file, clock, log, migrations });
    }
  } catch (thrown) {
    const failure = storeFailure(thrown);
    if (failure === null) throw thrown;
    log.error({ failure }, 'the database cannot be opened');
    return { ok: false, error: failure };
  }
};

const openOnce = ({ file, clock, log, migrations }: Required<Options>): Answer<Store> => {
  const existed = existsSync(file) && statSync(file).size > 0;
  const endedUncleanly = hasBytes(`${file}-wal`);
  if (existed && peekVersion(file) > migrations.length) {
    return fail('database_newer', 'The data was written by a newer version of this app.');
  }
  const db = new Database(file);
  try {
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    db.pragma('journal_size_limit = 67108864');
    if (existed && endedUncleanly) check(db);
    if (existed && versionOf(db) < migrations.length) backUp(db, file, clock.now());
    migrate(db, migrations);
    return succeed(createStore(db, log));
  } catch (thrown) {
    db.close();
    throw thrown;
  }
};

const hasBytes = (file: string): boolean => existsSync(file) && statSync(file).size > 0;

/** Reads the version through a connection that cannot write. */
const peekVersion = (file: string): number => {
  const db = new Database(file, { readonly: true });
  try {
    return versionOf(db);
  } finally {
    db.close();
  }
};

/** Throws SQLITE_CORRUPT unless SQLite finds the file sound. */
const check = (db: Database.Database): void => {
  const result = db.pragma('quick_check(1)', { simple: true });
  if (result !== 'ok') throw new Database.SqliteError(String(result), 'SQLITE_CORRUPT');
};

const backupFolder = (file: string): string => join(dirname(file), 'backups');
const stamp = (now: number): string => new Date(now).toISOString().replaceAll(/[:.]/g, '-');

const backUp = (db: Database.Database, file: string, now: number): void => {
  const folder = backupFolder(file);
  mkdirSync(folder, { recursive: true });
  const name = `${stamp(now)}-version-${versionOf(db)}-${basename(file)}`;
  db.prepare('VACUUM INTO ?').run(join(folder, name));
};

const keepAside = (file: string, now: number): string => {
  const asideAs = `${file}.damaged-${stamp(now)}`;
  for (const part of ['', '-wal', '-shm']) {
    if (existsSync(file + part)) renameSync(file + part, asideAs + part);
  }
  return asideAs;
};

/** Puts the newest backup in the place of the database; false when there is none that is sound. */
const restoreNewestBackup = (file: string): boolean => {
  const folder = backupFolder(file);
  if (!existsSync(folder)) return false;
  const backups = readdirSync(folder).filter((name) => name.endsWith(`-${basename(file)}`));
  for (const name of backups.sort().reverse()) {
    const backup = join(folder, name);
    if (!isSound(backup)) continue;
    copyFileSync(backup, file);
    countAsLeft(file);
    return true;
  }
  return false;
};

/** A reply that waited when the backup was made may have left since: the outbox looks for it first. */
const countAsLeft = (file: string): void => {
  const db = new Database(file);
  try {
    db.exec("UPDATE outbox SET state = 'sending' WHERE state = 'queued'");
  } finally {
    db.close();
  }
};

const isSound = (file: string): boolean => {
  try {
    const db = new Database(file, { readonly: true });
    try {
      check(db);
      return true;
    } finally {
      db.close();
    }
  } catch {
    return false;
  }
};
