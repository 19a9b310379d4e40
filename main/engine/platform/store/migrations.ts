/**
 * The way from an empty file to the schema of this version of the app: numbered steps that are
 * never changed once released. Each runs in one transaction together with its number, so that a
 * crash leaves the file at one version or the next, never between; and none is kept that leaves a row
 * without the row that it refers to.
 */
import Database from 'better-sqlite3';
import * as first from './migrations/0001-first.ts';
import * as phoneNumbers from './migrations/0002-phone-numbers.ts';
import * as legacy from './migrations/0003-legacy.ts';
import * as deliveriesInOrder from './migrations/0004-deliveries-in-order.ts';
import * as move from './migrations/0005-move.ts';
import * as replies from './migrations/0006-replies.ts';
import * as misses from './migrations/0007-misses.ts';
import * as payloads from './migrations/0008-payloads.ts';
import * as accountsApart from './migrations/0009-accounts-apart.ts';
import * as openEnumerations from './migrations/0010-open-enumerations.ts';
import * as words from './migrations/0011-words.ts';
import * as viewsAndMarks from './migrations/0012-views-and-marks.ts';
import * as listIndexes from './migrations/0013-list-indexes.ts';
import * as wordsLeft from './migrations/0014-words-left.ts';
import * as generations from './migrations/0015-generations.ts';
import * as tunnelKind from './migrations/0016-tunnel-kind.ts';
import * as outboxTimes from './migrations/0017-outbox-times.ts';
import * as outgoing from './migrations/0018-outgoing.ts';
import * as notes from './migrations/0019-notes.ts';
import * as savedReplies from './migrations/0020-saved-replies.ts';
import * as leadsOfCustomer from './migrations/0021-leads-of-customer.ts';
import * as rowsThatTell from './migrations/0022-rows-that-tell.ts';
import * as jobStatus from './migrations/0023-job-status.ts';
import * as sendLater from './migrations/0024-send-later.ts';
import * as searchOperators from './migrations/0025-search-operators.ts';
import * as batches from './migrations/0026-batches.ts';
import * as firstReplies from './migrations/0027-first-replies.ts';
import * as savedViews from './migrations/0028-saved-views.ts';
import * as wordsWithoutPoints from './migrations/0029-words-without-points.ts';
import * as oldBodies from './migrations/0030-old-bodies.ts';
import * as quickReplies from './migrations/0031-quick-replies.ts';
import * as replyVariants from './migrations/0032-reply-variants.ts';
import * as urgency from './migrations/0033-urgency.ts';

/**
 * One step. It runs with foreign keys off, so that a table can be rebuilt (rebuild-table.ts): what
 * refers to a row that it deletes it deletes as well.
 */
export type Migration = {
  readonly name: string;
  readonly migrate: (db: Database.Database) => void;
};

/** In order; the first one brings a file to version 1. */
export const migrations: readonly Migration[] = [
  first,
  phoneNumbers,
  legacy,
  deliveriesInOrder,
  move,
  replies,
  misses,
  payloads,
  accountsApart,
  openEnumerations,
  words,
  viewsAndMarks,
  listIndexes,
  wordsLeft,
  generations,
  tunnelKind,
  outboxTimes,
  outgoing,
  notes,
  savedReplies,
  leadsOfCustomer,
  rowsThatTell,
  jobStatus,
  sendLater,
  searchOperators,
  batches,
  firstReplies,
  savedViews,
  wordsWithoutPoints,
  oldBodies,
  quickReplies,
  replyVariants,
  urgency,
];

/** The version of an open database: how many migrations it has had. */
export const versionOf = (db: Database.Database): number =>
  db.pragma('user_version', { simple: true }) as number;

/** Rows that refer to a row that is not there. */
const orphans = (db: Database.Database): readonly unknown[] =>
  db.pragma('foreign_key_check') as unknown[];

const run = (db: Database.Database, { name, migrate: step }: Migration, version: number): void => {
  db.transaction(() => {
    step(db);
    if (orphans(db).length > 0)
      throw new Error(`the migration ${name} tore rows from their parents`);
    db.pragma(`user_version = ${version}`);
  }).immediate();
};

/**
 * Runs those of `steps` that the database has not had. Throws what SQLite throws, and SQLITE_CORRUPT
 * for a file in which rows are torn from their parents before anything is changed.
 */
export const migrate = (db: Database.Database, steps: readonly Migration[]): void => {
  if (versionOf(db) >= steps.length) return;
  if (orphans(db).length > 0) {
    throw new Database.SqliteError('rows refer to rows that are not there', 'SQLITE_CORRUPT');
  }
  // No transaction may be open when this is said, or SQLite does not hear it.
  const before = db.pragma('foreign_keys', { simple: true }) as number;
  db.pragma('foreign_keys = OFF');
  try {
    for (const [index, step] of steps.entries()) {
      if (index >= versionOf(db)) run(db, step, index + 1);
    }
  } finally {
    db.pragma(`foreign_keys = ${before}`);
  }
};
