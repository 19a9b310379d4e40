/** Checks the database's integrity, and compares lists, counts and full text with those rebuilt in a copy. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { derivedFromLeads } from '../../main/engine/leads/derived.ts';
import { createStore } from '../../main/engine/platform/store/store.ts';

const counted = ['inbox', 'counts', 'read_counts'];

const readRows = (db: Database.Database, table: string): ReadonlySet<string> =>
  new Set(
    db
      .prepare<[], unknown[]>(`SELECT * FROM ${table}`)
      .raw()
      .all()
      .map((row) => JSON.stringify(row)),
  );

const isZero = (row: string): boolean =>
  (JSON.parse(row) as unknown[]).every((value) => typeof value !== 'number' || value === 0);

/**
 * Returns the differences of the closed database at `file`.
 *
 * @param place a folder for the copy
 */
export const recount = (file: string, place: string): readonly string[] => {
  const wrong: string[] = [];
  const copyFile = join(place, 'recounted.db');
  const db = new Database(file);
  const check = db.pragma('integrity_check', { simple: true });
  if (check !== 'ok') wrong.push(`the database is damaged: ${String(check)}`);
  for (const row of db.pragma('foreign_key_check') as readonly unknown[])
    wrong.push(`a row without its parent: ${JSON.stringify(row)}`);
  db.prepare('VACUUM INTO ?').run(copyFile);
  const copy = new Database(copyFile);
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  derivedFromLeads.rebuild(
    createStore(
      copy,
      log,
      () => undefined,
      derivedFromLeads.settle,
      async () => undefined,
    ),
  );
  for (const table of counted) {
    const here = readRows(db, table);
    const rebuilt = readRows(copy, table);
    for (const row of here)
      if (!rebuilt.has(row) && !(table !== 'inbox' && isZero(row)))
        wrong.push(`${table} has ${row}, which has no source`);
    for (const row of rebuilt)
      if (!here.has(row) && !(table !== 'inbox' && isZero(row)))
        wrong.push(`${table} lacks ${row}`);
  }
  copy.close();
  db.close();
  return wrong;
};
