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
  readonly retry: () => unknown;
  readonly reject: (busy: unknown) => void;
};

type Attempt<T> = { readonly value: T } | { readonly busy: unknown };

export type WriteQueue = ReturnType<typeof createWriteQueue>;

/** Creates the queue of a store. `countCommits` counts its commits. */
export const createWriteQueue = (countCommits: () => number, isInTransaction: () => boolean) => {
  const queue: QueuedWork[] = [];
  let mayWrite = true;

  /** Runs `work`, which may write only in its turn. Returns an error if it was busy and has committed nothing. */
  const attempt = <T>(isTurn: boolean, work: () => T): Attempt<T> => {
    const before = { mayWrite, commits: countCommits() };
    mayWrite = isTurn;
    try {
      return { value: work() };
    } catch (thrown) {
      if (isBusy(thrown) && countCommits() === before.commits) return { busy: thrown };
      throw thrown;
    } finally {
      ({ mayWrite } = before);
    }
  };

  const drain = (clock: Clock): void => {
    let busy: unknown = null;
    for (let head = queue[0]; head !== undefined; head = queue[0]) {
      busy ??= head.retry();
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
      // Reads never wait: only a write checks the queue.
      const first = attempt(mayWrite && queue.length === 0, work);
      if ('value' in first) return await first.value;
      // Wrapped, so that a promise returned by the work does not delay the queue.
      const { promise, resolve, reject } = Promise.withResolvers<{ readonly value: T }>();
      const retry = (): unknown => {
        try {
          const next = attempt(true, work);
          if ('busy' in next) return next.busy;
          resolve(next);
        } catch (thrown) {
          reject(thrown);
        }
        return null;
      };
      queue.push({ deadline: clock.steady() + patienceMs, retry, reject });
      if (queue.length === 1) clock.after(retryMs, () => drain(clock));
      const { value } = await promise;
      return await value;
    },
    /** Throws SQLITE_BUSY when `work` of `runWhenFree` would begin to write before earlier writers. */
    requireTurn: (): void => {
      if (!mayWrite && !isInTransaction()) throw createTurnError();
    },
  };
};
