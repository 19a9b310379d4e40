/**
 * Counts API requests of each OAuth client in windows of a minute on the sandbox's clock. Connecting
 * (pages and token endpoints) is not counted.
 */
import type { World } from '../world.ts';

const window = 60_000;

export type RateLimit = {
  /** Counts one request; answers the seconds to wait when it is one too many, else undefined. */
  count(clientID: string): number | undefined;
  reset(): void;
};

export const createRateLimit = (world: World): RateLimit => {
  const windows = new Map<string, { readonly start: number; count: number }>();
  return {
    count(clientID) {
      const allowed = world.options.rateLimit;
      if (allowed === 0) return undefined;
      const now = world.clock.now();
      let current = windows.get(clientID);
      if (!current || now - current.start >= window) {
        current = { start: now, count: 0 };
        windows.set(clientID, current);
      }
      current.count++;
      return current.count <= allowed
        ? undefined
        : Math.max(1, Math.ceil((current.start + window - now) / 1000));
    },
    reset: () => windows.clear(),
  };
};
