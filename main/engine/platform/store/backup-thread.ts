/** Thread that checks a database and copies it if `to` is not null. Posts null, or an error code. */
import { renameSync, rmSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { makePrivateFile, syncFile } from './private-file.ts';

const { from, to } = workerData as { readonly from: string; readonly to: string | null };

const copy = (db: Database.Database, path: string): void => {
  const unfinished = `${path}.new`;
  rmSync(unfinished, { force: true });
  try {
    makePrivateFile(unfinished);
    db.prepare('VACUUM INTO ?').run(unfinished);
    syncFile(unfinished);
    renameSync(unfinished, path);
  } catch (thrown) {
    rmSync(unfinished, { force: true });
    throw thrown;
  }
};

/** Reads every page, so that no backup is made of a damaged file. */
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
