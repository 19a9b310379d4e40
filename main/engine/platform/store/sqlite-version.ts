/** Version of the SQLite that better-sqlite3 contains, not of the computer. */
import Database from 'better-sqlite3';

/** Returns the version, such as `3.50.4`. */
export const sqliteVersion = (): string => {
  const db = new Database(':memory:');
  try {
    return db.prepare<[], string>('SELECT sqlite_version()').pluck().get() ?? '';
  } finally {
    db.close();
  }
};
