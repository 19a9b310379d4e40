/** Which SQLite it is that better-sqlite3 brings: not the one of this computer. */
import Database from 'better-sqlite3';

/** Its version, as `3.50.4`. */
export const sqliteVersion = (): string => {
  const db = new Database(':memory:');
  try {
    return db.prepare<[], string>('SELECT sqlite_version()').pluck().get() ?? '';
  } finally {
    db.close();
  }
};
