/**
 * Development builds of version 45 had other names for the same tables and columns. Their files, damaged files and
 * backups are still read. Delete this at the first release, with version-45.sql of the tests.
 */
import Database from 'better-sqlite3';
import * as first from './0046-first.ts';

export const version = 45;

/** Earlier and present names. */
const tables = [
  ['told', 'notified_leads'],
  ['job_status_tellings', 'job_status_reports'],
  ['numbers_given', 'greatest_deleted_lead'],
  ['search_notes', 'search_changes'],
] as const;

/** Tables by their present name, with the earlier and present names of a column. */
const columns = [
  ['job_status_reports', 'told', 'reported'],
  ['replies', 'given_back', 'returned_text'],
  ['search_changes', 'note', 'change'],
] as const;

const earlierNames =
  `lead_number_kept words_said words_unsaid words_changed words_noted words_unnoted words_renoted
  words_own words_gone words_shown words_moved`.split(/\s+/);

type SchemaObject = { readonly name: string; readonly sql: string };

const listObjects = (db: Database.Database): readonly SchemaObject[] =>
  db
    .prepare<[], SchemaObject>(
      "SELECT name, sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL",
    )
    .all();

/** Creates the earlier schema in an empty database, so that rows of that version can be read into it. */
export const earlier = {
  name: 'earlier names',
  migrate: (db: Database.Database): void => {
    first.migrate(db);
    for (const [table, was, is] of columns)
      db.exec(`ALTER TABLE ${table} RENAME COLUMN ${is} TO ${was}`);
    for (const [was, is] of tables) db.exec(`ALTER TABLE ${is} RENAME TO ${was}`);
  },
};

export const now = {
  name: 'present names',
  migrate: (db: Database.Database): void => {
    for (const name of earlierNames) db.exec(`DROP TRIGGER IF EXISTS ${name}`);
    db.exec('DROP INDEX IF EXISTS search_notes_of_lead');
    for (const [was, is] of tables) db.exec(`ALTER TABLE ${was} RENAME TO ${is}`);
    for (const [table, was, is] of columns)
      db.exec(`ALTER TABLE ${table} RENAME COLUMN ${was} TO ${is}`);
    db.exec("UPDATE job_status_reports SET state = 'reported' WHERE state = 'told'");
    const fresh = new Database(':memory:');
    first.migrate(fresh);
    const present = new Set(listObjects(db).map(({ name }) => name));
    for (const { name, sql } of listObjects(fresh)) if (!present.has(name)) db.exec(sql);
    fresh.close();
  },
};
