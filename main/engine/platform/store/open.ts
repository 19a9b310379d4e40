/**
 * Opens the database without making things worse (security rule 14): a file of another version is
 * not touched, a damaged one is repaired (repair.ts), and a copy is made before a migration. A full
 * check takes seconds, so it runs only after damage was found in use (suspicion.ts); a file that
 * was not closed gets a quick check, then a full one in the background (daily-backup.ts).
 */
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { fail, succeed, type Answer } from '../../../../contract/errors.ts';
import type { Clock } from '../../../clock/clock.ts';
import type { Log } from '../../../log/log.ts';
import { getBackupFolder, buildBackupPath, listBackups, check } from './backups.ts';
import { blinkMs } from './busy.ts';
import { nothingDerived, type Derived } from './derived.ts';
import { isDamage, toStoreFailure } from './failure.ts';
import {
  canOpen,
  migrate,
  migrations as allMigrations,
  getNewestVersion,
  readVersion,
  type Migration,
} from './migrations.ts';
import { makePrivateFile, makePrivateFolder } from './private-file.ts';
import { repair } from './repair.ts';
import { isRestoring, removeLeftovers } from './restore-lock.ts';
import { createStore, type Store } from './store.ts';
import { storeSuspicion, suspect, readSuspicion } from './suspicion.ts';

type Dependencies = {
  readonly file: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Called when damage is found in the open file, which the next opening repairs. */
  readonly onDamage?: () => void;
  readonly migrations?: readonly Migration[];
  readonly derived?: Derived;
};

/** Fails with `database_newer`, `database_damaged`, `database_busy`, `disk_full` or `read_only`. */
export const openStore = ({
  file,
  clock,
  log,
  onDamage = () => undefined,
  migrations = allMigrations,
  derived = nothingDerived,
}: Dependencies): Answer<Store> => {
  const dependencies = { file, clock, log, onDamage, migrations, derived };
  try {
    makePrivateFolder(dirname(file));
    if (isFolder(file)) return fail('database_damaged', 'A folder has the name of the database.');
    if (isRestoring(file)) return fail('database_busy', 'A backup is being restored.');
    removeLeftovers(file);
    const version = peekVersion(file);
    if (version !== 0 && !canOpen(version, migrations))
      return fail('database_newer', 'The data was written by another version of this app.');
    if (readSuspicion(file).state === 'damaged' || isEmptied(file, clock.now()))
      repair(dependencies);
    try {
      return openOnce(dependencies);
    } catch (thrown) {
      if (!isDamage(thrown)) throw thrown;
      repair(dependencies);
      return openOnce(dependencies);
    }
  } catch (thrown) {
    const failure = toStoreFailure(thrown);
    if (failure === null) throw thrown;
    log.error({ failure }, 'the database cannot be opened');
    return { ok: false, error: failure };
  }
};

const openOnce = (dependencies: Required<Dependencies>): Answer<Store> => {
  const { file, clock, log, onDamage, migrations, derived } = dependencies;
  const existed = hasBytes(file);
  const endedUncleanly = hasBytes(`${file}-wal`);
  for (const part of ['-wal', '-shm']) if (existsSync(file + part)) makePrivateFile(file + part);
  makePrivateFile(file);
  const db = new Database(file);
  try {
    db.pragma('journal_mode = WAL');
    // Commits do not wait for the disk (durability.ts); the file stays sound after a power cut.
    db.pragma('synchronous = NORMAL');
    db.pragma('foreign_keys = ON');
    db.pragma('journal_size_limit = 67108864');
    const { state } = readSuspicion(file);
    if (state === 'suspect') {
      check(db, 'integrity_check');
      storeSuspicion(file, { state: 'passed', damagedName: null });
    } else if (existed && endedUncleanly) {
      quickCheck(db, file);
      // A file that was damaged after it passed a full check keeps its record.
      if (state === 'none') storeSuspicion(file, { state: 'unclosed', damagedName: null });
    }
    if (existed && readVersion(db) < getNewestVersion(migrations)) backUp(db, file, clock.now());
    migrate(db, migrations);
    derived.follow(db);
    const reportDamage = (): void => {
      suspect(file);
      onDamage();
    };
    const store = createStore(db, log, reportDamage, derived.settle);
    // Applies what a migration left to derived tables.
    store.write(() => undefined);
    db.pragma(`busy_timeout = ${blinkMs}`);
    return succeed(store);
  } catch (thrown) {
    db.close();
    throw thrown;
  }
};

/** Checks the length, the schema and the first page of each table. Throws SQLITE_CORRUPT. */
const quickCheck = (db: Database.Database, file: string): void => {
  db.pragma('wal_checkpoint(TRUNCATE)');
  const pages = db.pragma('page_count', { simple: true }) as number;
  const pageSize = db.pragma('page_size', { simple: true }) as number;
  if (statSync(file).size < pages * pageSize)
    throw new Database.SqliteError('the file is cut short', 'SQLITE_CORRUPT');
  const tables = db
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL %'",
    )
    .pluck()
    .all();
  for (const table of tables) db.prepare(`SELECT 1 FROM "${table}" LIMIT 1`).get();
};

const isFolder = (file: string): boolean => existsSync(file) && statSync(file).isDirectory();

const hasBytes = (file: string): boolean => existsSync(file) && statSync(file).size > 0;

/** True for an empty file with backups. */
const isEmptied = (file: string, now: number): boolean =>
  existsSync(file) && !hasBytes(file) && listBackups(file, now).length > 0;

/** Reads the version over a read-only connection; 0 for an empty or damaged file. */
const peekVersion = (file: string): number => {
  if (!hasBytes(file)) return 0;
  const db = new Database(file, { readonly: true });
  try {
    return readVersion(db);
  } catch (thrown) {
    if (isDamage(thrown)) return 0;
    throw thrown;
  } finally {
    db.close();
  }
};

const backUp = (db: Database.Database, file: string, now: number): void => {
  makePrivateFolder(getBackupFolder(file));
  const path = buildBackupPath(file, now, readVersion(db));
  makePrivateFile(path);
  db.prepare('VACUUM INTO ?').run(path);
};
