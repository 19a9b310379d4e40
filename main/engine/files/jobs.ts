/** One job for the files process (contract/file-jobs.ts), and what it answers. */
import Database from 'better-sqlite3';
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import type { FileJob } from '../../../contract/file-jobs.ts';
import type { Log } from '../../log/log.ts';
import { generationNamed, fallbackGeneration } from '../accounts/choose.ts';
import type { Reader } from '../accounts/reader.ts';
import { accountByID } from '../accounts/rows.ts';
import { storeFailure } from '../platform/store/failure.ts';
import { createStore, type Store } from '../platform/store/store.ts';
import { RefusedBackup } from './backup-format.ts';
import { writeBackup } from './backup.ts';
import { databaseFacts } from './diagnose.ts';
import { exportLeads, type Tell } from './export.ts';
import { inspectBackup, restoreBackup } from './restore.ts';
import { openSink } from './sink.ts';

type Dependencies = {
  /** UTC milliseconds. */
  readonly now: () => number;
  readonly log: Log;
  readonly tell: Tell;
};

/** Lends the database out for reading, beside the engine that writes it. */
const reading = async <T>(
  file: string,
  log: Log,
  work: (store: Store) => T | Promise<T>,
): Promise<T> => {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  try {
    return await work(createStore(db, log, () => undefined));
  } finally {
    db.close();
  }
};

const readersOf = (store: Store): ((accountID: string) => Reader) => {
  const readers = new Map<string, Reader>();
  return (accountID) => {
    const known = readers.get(accountID);
    if (known !== undefined) return known;
    const account = accountByID(store, accountID);
    const generation =
      account === null ? fallbackGeneration : generationNamed(account.profile.interface);
    readers.set(accountID, generation.intake.reader);
    return generation.intake.reader;
  };
};

/** Whether a process runs. Main's end is not heard under utilityProcess, and not at once elsewhere. */
const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const work = async (job: FileJob, { now, log, tell }: Dependencies): Promise<unknown> => {
  switch (job.kind) {
    case 'export':
      return reading(job.database, log, async (store) => {
        const sink = openSink(job.to);
        try {
          const { question, format } = job;
          const readerOf = readersOf(store);
          return await exportLeads({ store, readerOf, question, format, sink, now: now(), tell });
        } finally {
          sink.close();
        }
      });
    case 'backup':
      return reading(job.database, log, (store) =>
        writeBackup({ store, to: job.to, madeBy: job.madeBy, now: now(), tell }),
      );
    case 'inspect':
      return inspectBackup(job.from, tell);
    case 'restore':
      return restoreBackup({ ...job, isWanted: () => isRunning(job.main), now: now(), log, tell });
    case 'diagnose':
      return reading(job.database, log, databaseFacts);
  }
};

/** Does a job. What it throws is a failure that people can read, or a bug. */
export const doJob = async (job: FileJob, dependencies: Dependencies): Promise<Answer<unknown>> => {
  try {
    return succeed(await work(job, dependencies));
  } catch (thrown) {
    if (thrown instanceof RefusedBackup) return thrown.refusal;
    dependencies.log.error({ err: thrown, job: job.kind }, 'a file could not be made or read');
    const failure = storeFailure(thrown);
    return failure === null
      ? fail('internal', 'Something went wrong in the app itself.')
      : { ok: false, error: failure };
  }
};
