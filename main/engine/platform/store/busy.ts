/**
 * Another program may hold what only one can have, the right to write to the database: a tool that copies
 * it, or shows it. SQLite waits for it on the thread that asks, which answers nobody meanwhile. So an open
 * store waits for a blink, and who can wait longer does it here, beside everything else.
 */
import { pause, type Clock } from '../../../clock/clock.ts';
import { storeFailure } from './failure.ts';
import type { Store } from './store.ts';

/** So long SQLite waits on the engine's thread for another program. */
export const blinkMs = 20;

/** And for a thread of ours (checkpoints.ts), which waits for the disk once and is not to make anything fail. */
export const ownWaitMs = 5_000;

const againMs = 200;
/** What a person, or a service, waits for before it is told. */
const patienceMs = 3_000;

/** Whether a thrown error says that another program writes to the database. */
export const isBusy = (thrown: unknown): boolean => storeFailure(thrown)?.code === 'database_busy';

/**
 * Does `work` again until the database is free, for three seconds at most, unless a part of it was
 * committed. Throws what it throws; a promise that it returns is not looked into.
 */
export const untilFree = async <T>(
  { commits }: Pick<Store, 'commits'>,
  clock: Clock,
  work: () => T,
): Promise<Awaited<T>> => {
  const until = clock.steady() + patienceMs;
  for (;;) {
    const before = commits();
    let done: { readonly value: T } | null = null;
    try {
      done = { value: work() };
    } catch (thrown) {
      if (!isBusy(thrown) || commits() !== before || clock.steady() >= until) throw thrown;
    }
    if (done !== null) return await done.value;
    await pause(clock, againMs);
  }
};
