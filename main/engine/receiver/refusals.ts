/**
 * Counts refused deliveries and how often each remote has failed to authenticate. Behind a tunnel
 * all remotes look the same, so a remote that fails too often is only told to stop failing: right
 * credentials are never refused because of somebody else's wrong ones.
 */
import type { Clock } from '../../clock/clock.ts';

export type Refusals = {
  /** Counts one refusal. */
  readonly count: () => void;
  /** Counts a failed authentication; true when this remote has failed too often of late. */
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
