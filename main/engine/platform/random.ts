/** Randomness as a dependency, so that tests can be deterministic. */
import { randomBytes } from 'node:crypto';

export type Random = {
  /** At least 0 and below 1, for jitter. */
  readonly fraction: () => number;
  /** Secure random bytes, for addresses and credentials. */
  readonly bytes: (count: number) => Buffer;
};

export const systemRandom: Random = { fraction: Math.random, bytes: randomBytes };
