/** Waiting for the write lock, which another program may hold, in one queue per store. */
import type { Clock } from '../../../clock/clock.ts';
import { toStoreFailure } from './failure.ts';

/** SQLite's wait for another program, on the engine's thread. */
export const blinkMs = 20;

/** SQLite's wait for our checkpoint thread, which holds the lock once per checkpoint. */
export const ownWaitMs = 5_000;

const retryMs = 200;
/** Longest wait of a command, which then fails. */
const patienceMs = 3_000;

/** True if an error means that another program holds the write lock. */
export const isBusy = (thrown: unknown): boolean =>
  toStoreFailure(thrown)?.code === 'database_busy';

const createTurnError = (): Error =>
  Object.assign(new Error('earlier writers are waiting'), { code: 'SQLITE_BUSY' });

type QueuedWork = {
  readonly deadline: number;
  /** Runs the work and settles its promise; returns the error when the database is still busy. */
  readonly attempt: () => unknown;
  readonly reject: (busy: unknown) => void;
};

export type WriteQueue = ReturnType<typeof createWriteQueue>;

/** Creates the queue of a store. `countCommits` counts its commits. */
export const createWriteQueue = (countCommits: () => number, isInTransaction: () => boolean) => {
  const queue: QueuedWork[] = [];
  let mayWrite = true;

  /** Runs `work`, which may write only in its turn. */
  const runInTurn = <T>(isTurn: boolean, work: () => T): T => {
    const before = mayWrite;
    mayWrite = isTurn;
    try {
      return work();
    } finally {
      mayWrite = before;
    }
  };

  const drain = (clock: Clock): void => {
    let busy: unknown = null;
    for (let head = queue[0]; head !== undefined; head = queue[0]) {
      busy ??= head.attempt();
      if (busy !== null) {
        if (clock.steady() < head.deadline) break;
        head.reject(busy);
      }
      queue.shift();
    }
    if (queue.length > 0) clock.after(retryMs, () => drain(clock));
  };

  return {
    /**
     * Runs `work` now, or in order once the database is free, and fails after three seconds. Work that
     * has committed is not repeated. A promise that it returns is awaited outside of the queue.
     */
    runWhenFree: async <T>(clock: Clock, work: () => T): Promise<Awaited<T>> => {
      const before = countCommits();
      const canRetry = (thrown: unknown): boolean => isBusy(thrown) && countCommits() === before;
      let result: T;
      try {
        // Reads never wait: only a write checks the queue.
        result = runInTurn(mayWrite && queue.length === 0, work);
      } catch (thrown) {
        if (!canRetry(thrown)) throw thrown;
        // Wrapped, so that a promise returned by the work does not delay the queue.
        const { promise, resolve, reject } = Promise.withResolvers<{ readonly value: T }>();
        queue.push({
          deadline: clock.steady() + patienceMs,
          attempt: () => {
            const commitsBefore = countCommits();
            try {
              resolve({ value: runInTurn(true, work) });
            } catch (error) {
              if (isBusy(error) && countCommits() === commitsBefore) return error;
              reject(error);
            }
            return null;
          },
          reject,
        });
        if (queue.length === 1) clock.after(retryMs, () => drain(clock));
        result = (await promise).value;
      }
      return await result;
    },
    /** Throws SQLITE_BUSY when `work` of `runWhenFree` would begin to write before earlier writers. */
    requireTurn: (): void => {
      if (!mayWrite && !isInTransaction()) throw createTurnError();
    },
  };
};
