/**
 * Checks and copies a database in a thread of its own, so that no command waits for it: started with
 * the two paths, it says null when the copy is there, or the code of what went wrong. Without a path
 * for the copy it only checks.
 */
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

const { from, to } = workerData as { readonly from: string; readonly to: string | null };

const copy = (db: Database.Database, path: string): void => {
  const unfinished = `${path}.new`;
  rmSync(unfinished, { force: true });
  try {
    const handle = openSync(unfinished, 'wx', 0o600);
    db.prepare('VACUUM INTO ?').run(unfinished);
    fsyncSync(handle);
    closeSync(handle);
    renameSync(unfinished, path);
  } catch (thrown) {
    rmSync(unfinished, { force: true });
    throw thrown;
  }
};

/** Reads every page: damage that nobody has met yet is met here, and no backup is made of it. */
const checkAndCopy = (): void => {
  const db = new Database(from, { readonly: true });
  try {
    const found = db.pragma('quick_check(1)', { simple: true });
    if (found !== 'ok') throw new Database.SqliteError(String(found), 'SQLITE_CORRUPT');
    if (to !== null) copy(db, to);
  } finally {
    db.close();
  }
};

let code: string | null = null;
try {
  checkAndCopy();
} catch (thrown) {
  code = (thrown as NodeJS.ErrnoException).code ?? 'unknown';
}
parentPort?.postMessage(code);
