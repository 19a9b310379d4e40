/**
 * Another program, such as a backup tool or a database viewer, may hold the only write lock of the
 * database. SQLite would wait for it on the engine's thread, so an open store waits for a blink only.
 * Writers with more patience wait in one queue per store and write in the order in which they came.
 */
import type { Clock } from '../../../clock/clock.ts';
import { storeFailure } from './failure.ts';

/** How long SQLite waits on the engine's thread for another program. */
export const blinkMs = 20;

/** The same for our own threads (checkpoints.ts), which wait for the disk once and must not make anything fail. */
export const ownWaitMs = 5_000;

const againMs = 200;
/** How long a person or a service waits before the answer is an error. */
const patienceMs = 3_000;

/** Whether a thrown error says that another program writes to the database. */
export const isBusy = (thrown: unknown): boolean => storeFailure(thrown)?.code === 'database_busy';

const othersFirst = (): Error =>
  Object.assign(new Error('earlier writers are waiting'), { code: 'SQLITE_BUSY' });

type Waiting = {
  readonly deadline: number;
  /** Runs the work and settles its promise; returns the error when the database is still busy. */
  readonly attempt: () => unknown;
  readonly reject: (busy: unknown) => void;
};

export type WriteQueue = {
  /**
   * Runs `work` now, or in its turn once the database is free, for at most three seconds and never
   * again after it committed something. Rejects with what `work` throws; a promise that `work` returns
   * is awaited outside of the queue.
   */
  readonly untilFree: <T>(clock: Clock, work: () => T) => Promise<Awaited<T>>;
  /** Throws `SQLITE_BUSY` when `work` of `untilFree` is about to write before earlier writers. */
  readonly requireTurn: () => void;
};

/** Makes the queue of one store. */
export const createWriteQueue = (commits: () => number): WriteQueue => {
  const queue: Waiting[] = [];
  let mayWrite = true;

  /** Runs `work`, which may write only when it is its turn. */
  const withTurn = <T>(isTurn: boolean, work: () => T): T => {
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
    if (queue.length > 0) clock.after(againMs, () => drain(clock));
  };

  return {
    untilFree: async <T>(clock: Clock, work: () => T): Promise<Awaited<T>> => {
      const before = commits();
      const canRetry = (thrown: unknown): boolean => isBusy(thrown) && commits() === before;
      let result: T;
      try {
        // A question never waits: only a write asks for its turn.
        result = withTurn(mayWrite && queue.length === 0, work);
      } catch (thrown) {
        if (!canRetry(thrown)) throw thrown;
        // Wrapped, because a promise that the work returned must not hold up the queue.
        const { promise, resolve, reject } = Promise.withResolvers<{ readonly value: T }>();
        queue.push({
          deadline: clock.steady() + patienceMs,
          attempt: () => {
            const committed = commits();
            try {
              resolve({ value: withTurn(true, work) });
            } catch (again) {
              if (isBusy(again) && commits() === committed) return again;
              reject(again);
            }
            return null;
          },
          reject,
        });
        if (queue.length === 1) clock.after(againMs, () => drain(clock));
        result = (await promise).value;
      }
      return await result;
    },
    requireTurn: () => {
      if (!mayWrite) throw othersFirst();
    },
  };
};
