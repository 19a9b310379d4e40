/**
 * Brings a file to the schema of this version in numbered steps that never change once released.
 * Each step is one transaction with its number; one that leaves a row without its parent is rolled
 * back.
 */
import Database from 'better-sqlite3';
import * as first from './migrations/0033-first.ts';
import * as automaticReplies from './migrations/0034-automatic-replies.ts';
import * as reach from './migrations/0035-reach.ts';
import * as team from './migrations/0036-team.ts';
import * as teamLog from './migrations/0037-team-log.ts';
import * as teamExisting from './migrations/0038-team-existing.ts';
import * as teamPeople from './migrations/0039-team-people-and-webhooks.ts';
import * as assignees from './migrations/0040-assignees-and-claims.ts';
import * as activity from './migrations/0041-activity-and-finds.ts';
import * as handedReplies from './migrations/0042-handed-replies.ts';
import * as teamAccounts from './migrations/0043-team-accounts.ts';
import * as teamIndexes from './migrations/0044-team-indexes-and-claims.ts';
import * as earlierCredentials from './migrations/0045-earlier-webhook-credentials.ts';

/** One step. It runs with foreign keys off, so that a table can be rebuilt. */
export type Migration = {
  readonly name: string;
  readonly migrate: (db: Database.Database) => void;
};

/** In order; the name of each file begins with the version that it leads to. */
export const migrations: readonly Migration[] = [
  first,
  automaticReplies,
  reach,
  team,
  teamLog,
  teamExisting,
  teamPeople,
  assignees,
  activity,
  handedReplies,
  teamAccounts,
  teamIndexes,
  earlierCredentials,
];

/** Lower versions existed in development builds only. */
const firstVersion = 33;

export const newestVersion = (steps: readonly Migration[] = migrations): number =>
  firstVersion - 1 + steps.length;

/** Whether a database of this version can be opened or migrated. */
export const canOpen = (version: number, steps: readonly Migration[]): boolean =>
  version >= firstVersion && version <= newestVersion(steps);

/** Schema version; 0 for an empty database. */
export const versionOf = (db: Database.Database): number =>
  db.pragma('user_version', { simple: true }) as number;

/** Rows that refer to a missing parent. */
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

/** Runs the missing steps up to version `to`. Throws SQLITE_CORRUPT for rows without parents. */
export const migrate = (
  db: Database.Database,
  steps: readonly Migration[],
  to = newestVersion(steps),
): void => {
  if (versionOf(db) >= to) return;
  if (orphans(db).length > 0)
    throw new Database.SqliteError('rows refer to rows that are not there', 'SQLITE_CORRUPT');
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
