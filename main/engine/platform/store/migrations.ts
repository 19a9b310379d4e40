/**
 * Brings a file to the schema of this version of the app, in numbered steps that never change once
 * released. Each step and its number are one transaction, so that a crash leaves the file at one
 * version or the next; a step that leaves a row without its parent is rolled back.
 */
import Database from 'better-sqlite3';
import * as first from './migrations/0033-first.ts';

/** One step. It runs with foreign keys off, so that a table can be rebuilt (rebuild-table.ts). */
export type Migration = {
  readonly name: string;
  readonly migrate: (db: Database.Database) => void;
};

/** In order, each with the number of the version that it leads to in the name of its file. */
export const migrations: readonly Migration[] = [first];

/** Version after the first step. Lower ones existed in development builds only. */
const firstVersion = 33;

/** The version that these steps lead to. */
export const newestVersion = (steps: readonly Migration[] = migrations): number =>
  firstVersion - 1 + steps.length;

/** Whether a file of this version can be opened with these steps. */
export const canOpen = (version: number, steps: readonly Migration[]): boolean =>
  version >= firstVersion && version <= newestVersion(steps);

/** The version of an open database; 0 for an empty one. */
export const versionOf = (db: Database.Database): number =>
  db.pragma('user_version', { simple: true }) as number;

/** Rows without the parent that they refer to. */
const orphans = (db: Database.Database): readonly unknown[] =>
  db.pragma('foreign_key_check') as unknown[];

const run = (db: Database.Database, { name, migrate: step }: Migration, version: number): void => {
  db.transaction(() => {
    step(db);
    if (orphans(db).length > 0)
      throw new Error(`the migration ${name} left rows without their parents`);
    db.pragma(`user_version = ${version}`);
  }).immediate();
};

/**
 * Runs the steps that the database lacks, up to version `to`. Throws what SQLite throws, and
 * SQLITE_CORRUPT for a file that has rows without their parents before anything is changed.
 */
export const migrate = (
  db: Database.Database,
  steps: readonly Migration[],
  to = newestVersion(steps),
): void => {
  if (versionOf(db) >= to) return;
  if (orphans(db).length > 0) {
    throw new Database.SqliteError('rows refer to rows that are not there', 'SQLITE_CORRUPT');
  }
  // SQLite ignores this pragma inside a transaction.
  const before = db.pragma('foreign_keys', { simple: true }) as number;
  db.pragma('foreign_keys = OFF');
  try {
    for (const [index, step] of steps.entries()) {
      const version = firstVersion + index;
      if (version > versionOf(db) && version <= to) run(db, step, version);
    }
  } finally {
    db.pragma(`foreign_keys = ${before}`);
  }
};
