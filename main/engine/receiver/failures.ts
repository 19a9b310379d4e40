/**
 * Counts failed authentications of each remote. Behind a tunnel all remotes look the same, so correct
 * credentials are never refused for another client's failures.
 */
import type { Clock } from '../../clock/clock.ts';

const windowMs = 60_000;
const maxFailures = 20;
const maxRemotes = 1_000;

/** Returns a function that counts a failure; true if this remote has failed too often recently. */
export const createFailureCounter = (clock: Clock): ((remote: string) => boolean) => {
  const failures = new Map<string, { readonly since: number; readonly times: number }>();
  return (remote) => {
    const now = clock.steady();
    const before = failures.get(remote);
    const isRecent = before !== undefined && now - before.since < windowMs;
    const after = isRecent
      ? { since: before.since, times: before.times + 1 }
      : { since: now, times: 1 };
    failures.delete(remote);
    failures.set(remote, after);
    const oldest = failures.keys().next().value;
    if (failures.size > maxRemotes && oldest !== undefined) failures.delete(oldest);
    return after.times > maxFailures;
  };
};
