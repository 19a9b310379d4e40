/**
 * Takes what stands in SQLite's log of changes (WAL) over into the database, in a thread of its own, so
 * that nobody waits for the disk: whenever it is told to, until it is told `end`. It says each time how
 * many pages the log held and how many of them are taken over, or the code of what went wrong. Told
 * `begin anew`, it begins the log anew as well when all of it is taken over. The first write after that
 * would do so otherwise, and wait for the disk; a reader that this thread keeps open stops it meanwhile.
 */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

type Checkpoint = { readonly log: number; readonly checkpointed: number };

const { file, keptBytes } = workerData as { readonly file: string; readonly keptBytes: number };
const db = new Database(file, { fileMustExist: true });
// A log that begins anew is cut to this length: what is longer is not taken over yet.
db.pragma(`journal_size_limit = ${keptBytes}`);
const version = db.prepare('PRAGMA user_version').pluck();

/** Reads from now on what the database holds now. */
const keepReading = (): void => {
  db.exec('BEGIN');
  version.get();
};

/** A number that stands there already is written; nobody else has written since all was taken over. */
const beginAnew = (): void => {
  db.exec('BEGIN IMMEDIATE');
  db.pragma(`user_version = ${String(version.get())}`);
  db.exec('COMMIT');
};

const takeOver = (beginsAnew: boolean): Checkpoint | string => {
  try {
    if (db.inTransaction) db.exec('COMMIT');
    // PASSIVE waits for nobody and keeps nobody waiting.
    const [found] = db.pragma('wal_checkpoint(PASSIVE)') as readonly Checkpoint[];
    const { log = 0, checkpointed = 0 } = found ?? {};
    if (beginsAnew && checkpointed >= log) beginAnew();
    keepReading();
    return { log, checkpointed };
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code ?? 'unknown';
  }
};

parentPort?.on('message', (told: 'take over' | 'begin anew' | 'end') => {
  if (told !== 'end') return parentPort?.postMessage(takeOver(told === 'begin anew'));
  db.close();
  parentPort?.close();
});
