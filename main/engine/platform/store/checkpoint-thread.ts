/**
 * Takes what stands in SQLite's log of changes (WAL) over into the database, in a thread of its own, so
 * that no command waits for it: whenever it is told to, until it is told `end`. It says each time how
 * many pages the log held and how many of them are taken over, or the code of what went wrong.
 */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

type Checkpoint = { readonly log: number; readonly checkpointed: number };

const db = new Database(workerData as string, { fileMustExist: true });
db.pragma('synchronous = FULL');

const takeOver = (): Checkpoint | string => {
  try {
    // PASSIVE waits for nobody and keeps nobody waiting.
    const [found] = db.pragma('wal_checkpoint(PASSIVE)') as readonly Checkpoint[];
    return { log: found?.log ?? 0, checkpointed: found?.checkpointed ?? 0 };
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code ?? 'unknown';
  }
};

parentPort?.on('message', (told) => {
  if (told !== 'end') return parentPort?.postMessage(takeOver());
  db.close();
  parentPort?.close();
});
