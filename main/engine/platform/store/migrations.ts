/**
 * Brings a file to the schema of this version in numbered steps that never change once released. Each step is one
 * transaction with its number; one that leaves a row without its parent is rolled back.
 */
import Database from 'better-sqlite3';
import * as first from './migrations/0046-first.ts';
import * as leadFacts from './migrations/0047-lead-facts.ts';
import * as renames from './migrations/renames.ts';

/** One step. It runs with foreign keys off, so that a table can be rebuilt. */
export type Migration = {
  readonly name: string;
  readonly migrate: (db: Database.Database) => void;
};

/** In order; the name of each file begins with the version that it leads to. */
export const migrations: readonly Migration[] = [first, leadFacts];

/** Lower versions, and the one before it, existed in development builds only. */
const firstVersion = 46;

export const getNewestVersion = (steps: readonly Migration[] = migrations): number =>
  firstVersion - 1 + steps.length;

/** True if a database of this version can be opened or migrated. */
export const canOpen = (version: number, steps: readonly Migration[]): boolean =>
  version >= renames.version && version <= getNewestVersion(steps);

/** Reads the schema version; 0 for an empty database. */
export const readVersion = (db: Database.Database): number =>
  db.pragma('user_version', { simple: true }) as number;

/** Lists rows that refer to a missing parent. */
const listOrphans = (db: Database.Database): readonly unknown[] =>
  db.pragma('foreign_key_check') as unknown[];

const run = (db: Database.Database, { name, migrate: step }: Migration, version: number): void => {
  db.transaction(() => {
    step(db);
    if (listOrphans(db).length > 0)
      throw new Error(`the migration ${name} left rows without their parents`);
    db.pragma(`user_version = ${version}`);
  }).immediate();
};

/** Runs the missing steps up to version `to`. Throws SQLITE_CORRUPT for rows without parents. */
export const migrate = (
  db: Database.Database,
  steps: readonly Migration[],
  to = getNewestVersion(steps),
): void => {
  if (readVersion(db) >= to) return;
  if (listOrphans(db).length > 0)
    throw new Database.SqliteError('rows refer to rows that are not there', 'SQLITE_CORRUPT');
  // SQLite ignores this pragma inside a transaction.
  const before = db.pragma('foreign_keys', { simple: true }) as number;
  db.pragma('foreign_keys = OFF');
  try {
    if (to === renames.version) run(db, renames.earlier, to);
    if (readVersion(db) === renames.version && to > renames.version)
      run(db, renames.now, firstVersion);
    for (const [index, step] of steps.entries()) {
      const version = firstVersion + index;
      if (version > readVersion(db) && version <= to) run(db, step, version);
    }
  } finally {
    db.pragma(`foreign_keys = ${before}`);
  }
};
