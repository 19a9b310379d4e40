/** Chance as an argument: tests pass their own and know what comes. */
import { randomBytes } from 'node:crypto';

export type Random = {
  /** At least 0 and below 1, for jitter. */
  readonly fraction: () => number;
  /** Bytes that nobody can guess, for addresses and credentials. */
  readonly bytes: (count: number) => Buffer;
};

export const systemRandom: Random = { fraction: Math.random, bytes: randomBytes };
