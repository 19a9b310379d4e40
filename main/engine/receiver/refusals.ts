/**
 * Counts refused deliveries and failed authentications for each remote. Behind a tunnel all remotes
 * look the same, so correct credentials are never refused for another client's failures.
 */
import type { Clock } from '../../clock/clock.ts';

export type Refusals = {
  readonly count: () => void;
  /** Counts a failed authentication; true if this remote has failed too often recently. */
  readonly failed: (remote: string) => boolean;
  readonly total: () => number;
};

const windowMs = 60_000;
const mostFailures = 20;
const mostRemotes = 1_000;

export const createRefusals = (clock: Clock): Refusals => {
  let total = 0;
  const failures = new Map<string, { readonly since: number; readonly times: number }>();
  return {
    count: () => {
      total += 1;
    },
    failed: (remote) => {
      const now = clock.steady();
      const before = failures.get(remote);
      const isRecent = before !== undefined && now - before.since < windowMs;
      const after = isRecent
        ? { since: before.since, times: before.times + 1 }
        : { since: now, times: 1 };
      failures.delete(remote);
      failures.set(remote, after);
      const oldest = failures.keys().next().value;
      if (failures.size > mostRemotes && oldest !== undefined) failures.delete(oldest);
      return after.times > mostFailures;
    },
    total: () => total,
  };
};
