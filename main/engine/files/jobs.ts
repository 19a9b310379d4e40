/** Jobs of the files process (contract/file-jobs.ts). */
import Database from 'better-sqlite3';
import { succeed, type Answer } from '../../../contract/errors.ts';
import type { FileJob } from '../../../contract/file-jobs.ts';
import type { Log } from '../../log/log.ts';
import { findGeneration, fallbackGeneration } from '../marketplaces/choose.ts';
import type { Reader } from '../accounts/reader.ts';
import { findAccount } from '../accounts/rows.ts';
import { getOrAdd } from '../platform/get-or-add.ts';
import { toFailedAnswer } from '../platform/store/failure.ts';
import { createStore, type Store } from '../platform/store/store.ts';
import { RefusedBackup } from './backup-format.ts';
import { writeBackup } from './backup.ts';
import { collectFacts } from './diagnose.ts';
import { exportLeads, type OnProgress } from './export.ts';
import { inspectBackup, restoreBackup } from './restore.ts';
import { openSink } from './sink.ts';

type Dependencies = {
  /** UTC milliseconds. */
  readonly now: () => number;
  readonly log: Log;
  readonly onProgress: OnProgress;
};

/** Opens the database for reading while the engine writes it. */
const useReadOnlyStore = async <T>(
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

const createReaders = (store: Store): ((accountID: string) => Reader) => {
  const readers = new Map<string, Reader>();
  return (accountID) =>
    getOrAdd(readers, accountID, () => {
      const account = findAccount(store, accountID);
      const generation =
        account === null ? fallbackGeneration : findGeneration(account.profile.interface);
      return generation.intake.reader;
    });
};

/** True while a process runs: main's exit is not always noticed immediately. */
const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const runByKind = async (
  job: FileJob,
  { now, log, onProgress }: Dependencies,
): Promise<unknown> => {
  switch (job.kind) {
    case 'export':
      return useReadOnlyStore(job.database, log, async (store) => {
        const sink = openSink(job.to);
        try {
          const findReader = createReaders(store);
          return await exportLeads({ ...job, store, findReader, sink, now: now(), onProgress });
        } finally {
          sink.close();
        }
      });
    case 'backup':
      return useReadOnlyStore(job.database, log, (store) =>
        writeBackup({ ...job, store, now: now(), onProgress }),
      );
    case 'inspect':
      return inspectBackup(job.from, onProgress);
    case 'restore':
      return restoreBackup({
        ...{ ...job, now: now(), log, onProgress },
        isWanted: () => isRunning(job.main),
      });
    case 'diagnose':
      return useReadOnlyStore(job.database, log, collectFacts);
  }
};

/** Runs a job. Unexpected errors are logged and become failures. */
export const runJob = async (
  job: FileJob,
  dependencies: Dependencies,
): Promise<Answer<unknown>> => {
  try {
    return succeed(await runByKind(job, dependencies));
  } catch (thrown) {
    if (thrown instanceof RefusedBackup) return thrown.refusal;
    dependencies.log.error({ err: thrown, job: job.kind }, 'a file could not be made or read');
    return toFailedAnswer(thrown);
  }
};
