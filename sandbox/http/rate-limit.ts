/** Counts API requests per OAuth client and minute of the sandbox's clock. Connecting does not count. */
import type { World } from '../world.ts';

const windowMs = 60_000;

export type RateLimit = ReturnType<typeof createRateLimit>;

export const createRateLimit = (world: World) => {
  const windows = new Map<string, { readonly start: number; count: number }>();
  return {
    /** Counts a request. Returns the seconds to wait if it exceeds the limit. */
    count: (clientID: string): number | undefined => {
      const limit = world.options.rateLimit;
      if (limit === 0) return undefined;
      const now = world.clock.now();
      let current = windows.get(clientID);
      if (!current || now - current.start >= windowMs) {
        current = { start: now, count: 0 };
        windows.set(clientID, current);
      }
      current.count++;
      return current.count <= limit
        ? undefined
        : Math.max(1, Math.ceil((current.start + windowMs - now) / 1000));
    },
    reset: () => windows.clear(),
  };
};
