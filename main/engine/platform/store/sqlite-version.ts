/** Version of the SQLite inside better-sqlite3, such as `3.50.4`. */
import Database from 'better-sqlite3';

export const readSQLiteVersion = (): string => {
  const db = new Database(':memory:');
  try {
    return db.prepare<[], string>('SELECT sqlite_version()').pluck().get() ?? '';
  } finally {
    db.close();
  }
};
