/** Loads a backup into a database of its version, then migrates that. */
import Database from 'better-sqlite3';
import {
  migrate,
  migrations,
  getNewestVersion,
  readVersion,
} from '../platform/store/migrations.ts';
import { isDamage, toStoreFailure } from '../platform/store/failure.ts';
import { makePrivateFile } from '../platform/store/private-file.ts';
import { dropTriggers } from '../platform/store/salvage.ts';
import { readBackupFile, RefusedBackup, type Manifest } from './backup-format.ts';
import { omittedTables } from './backup-tables.ts';

type Insertion = Database.Statement<(string | number | null)[]>;

/** Lists the names of a table's columns. */
export const listColumns = (db: Database.Database, table: string): readonly string[] =>
  db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);

/** Prepares an insertion; throws for tables and columns that no backup of that version has. */
const prepareInsertion = (
  db: Database.Database,
  table: string,
  columns: readonly string[],
): Insertion => {
  const known = Object.hasOwn(omittedTables, table) ? [] : listColumns(db, table);
  if (columns.length === 0 || columns.some((column) => !known.includes(column)))
    throw new RefusedBackup('backup_damaged', `the table ${table}`);
  const names = columns.map((column) => `"${column}"`).join();
  return db.prepare(`INSERT INTO ${table} (${names}) VALUES (${columns.map(() => '?').join()})`);
};

/** True if an error is due to the backup's contents, not to this computer. */
export const isContentError = (thrown: unknown): boolean =>
  thrown instanceof RangeError ||
  thrown instanceof SyntaxError ||
  (thrown instanceof Database.SqliteError && (toStoreFailure(thrown) === null || isDamage(thrown)));

/** Checks the format, tables, columns and digest of a backup. Throws `RefusedBackup`. */
export const checkBackup = async (
  from: string,
  onProgress: (bytes: number) => Promise<void>,
): Promise<Manifest & { readonly digest: string }> => {
  const db = new Database(':memory:');
  let width: number | null = null;
  try {
    return await readBackupFile(
      from,
      getNewestVersion(),
      {
        onManifest: ({ schema }) => migrate(db, migrations, schema),
        onTable: (table, columns) => {
          prepareInsertion(db, table, columns);
          width = columns.length;
        },
        onRow: (values) => {
          if (values.length !== width)
            throw new RefusedBackup('backup_damaged', 'a row of no table');
        },
      },
      onProgress,
    );
  } catch (thrown) {
    throw isContentError(thrown) ? new RefusedBackup('backup_damaged', 'its tables') : thrown;
  } finally {
    db.close();
  }
};

/** Reads a backup into a new database at `scratch`. Throws `RefusedBackup`. */
export const loadBackup = async (
  from: string,
  scratch: string,
  onProgress: (bytes: number) => Promise<void>,
): Promise<Manifest & { readonly digest: string }> => {
  makePrivateFile(scratch);
  const db = new Database(scratch);
  let insertion: Insertion | null = null;
  let triggers: readonly string[] = [];
  try {
    db.pragma('journal_mode = MEMORY');
    db.pragma('synchronous = OFF');
    const manifest = await readBackupFile(
      from,
      getNewestVersion(),
      {
        onManifest: ({ schema }) => {
          migrate(db, migrations, schema);
          db.pragma('foreign_keys = OFF');
          triggers = dropTriggers(db);
          db.exec('BEGIN');
        },
        onTable: (table, columns) => void (insertion = prepareInsertion(db, table, columns)),
        onRow: (values) => {
          if (insertion === null) throw new RefusedBackup('backup_damaged', 'a row of no table');
          insertion.run(...values);
        },
      },
      onProgress,
    );
    for (const sql of triggers) db.exec(sql);
    db.exec('COMMIT');
    // The first migration checks this too.
    if (readVersion(db) === getNewestVersion() && (db.pragma('foreign_key_check') as []).length > 0)
      throw new RefusedBackup('backup_damaged', 'rows without their parents');
    migrate(db, migrations);
    return manifest;
  } catch (thrown) {
    throw isContentError(thrown) ? new RefusedBackup('backup_damaged', 'its rows') : thrown;
  } finally {
    db.close();
  }
};
