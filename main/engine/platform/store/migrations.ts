/**
 * The way from an empty file to the schema of this version of the app: numbered steps that are
 * never changed once released. Each runs in one transaction together with its number, so that a
 * crash leaves the file at one version or the next, never between.
 */
import type BetterSqlite3 from 'better-sqlite3';
import * as first from './migrations/0001-first.ts';
import * as phoneNumbers from './migrations/0002-phone-numbers.ts';
import * as legacy from './migrations/0003-legacy.ts';
import * as deliveriesInOrder from './migrations/0004-deliveries-in-order.ts';
import * as move from './migrations/0005-move.ts';
import * as replies from './migrations/0006-replies.ts';
import * as misses from './migrations/0007-misses.ts';
import * as payloads from './migrations/0008-payloads.ts';
import * as accountsApart from './migrations/0009-accounts-apart.ts';
import * as views from './migrations/0013-views.ts';

export type Migration = { readonly name: string; readonly sql: string };

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
  views,
];

/** The version of an open database: how many migrations it has had. */
export const versionOf = (db: BetterSqlite3.Database): number =>
  db.pragma('user_version', { simple: true }) as number;

/** Runs those of `steps` that the database has not had. Throws what SQLite throws. */
export const migrate = (db: BetterSqlite3.Database, steps: readonly Migration[]): void => {
  for (const [index, step] of steps.entries()) {
    if (index < versionOf(db)) continue;
    db.transaction(() => {
      db.exec(step.sql);
      db.pragma(`user_version = ${index + 1}`);
    }).immediate();
  }
};
