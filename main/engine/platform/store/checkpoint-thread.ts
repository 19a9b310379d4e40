/**
 * Thread that checkpoints the WAL at each message until `end`, and posts the result or an error code. With `reset` it
 * also resets the log after a complete checkpoint; otherwise the next write would do so and wait for the disk.
 * Meanwhile its open read transaction prevents a reset by others.
 */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

type Checkpoint = { readonly log: number; readonly checkpointed: number };

const { file, keptBytes } = workerData as { readonly file: string; readonly keptBytes: number };
const db = new Database(file, { fileMustExist: true });
// Size to which a reset log is truncated; a longer one was not checkpointed completely.
db.pragma(`journal_size_limit = ${keptBytes}`);
const version = db.prepare('PRAGMA user_version').pluck();

/** Opens a read transaction on the current state. */
const keepReading = (): void => {
  db.exec('BEGIN');
  version.get();
};

/** Writes an unchanged value, which resets a log that was checkpointed completely. */
const resetLog = (): void => {
  db.exec('BEGIN IMMEDIATE');
  db.pragma(`user_version = ${String(version.get())}`);
  db.exec('COMMIT');
};

const checkpoint = (resets: boolean): Checkpoint | string => {
  try {
    if (db.inTransaction) db.exec('COMMIT');
    // PASSIVE neither waits nor blocks.
    const [found] = db.pragma('wal_checkpoint(PASSIVE)') as readonly Checkpoint[];
    const { log = 0, checkpointed = 0 } = found ?? {};
    if (resets && checkpointed >= log) resetLog();
    keepReading();
    return { log, checkpointed };
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code ?? 'unknown';
  }
};

parentPort?.on('message', (request: 'checkpoint' | 'reset' | 'end') => {
  if (request !== 'end') return parentPort?.postMessage(checkpoint(request === 'reset'));
  db.close();
  parentPort?.close();
});
