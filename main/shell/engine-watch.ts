/**
 * Detects a frozen engine by pings: one that answers none for half a minute. A late look proves
 * nothing, because this process or the computer slept. Start only after `ready`: a repair of the
 * database can take minutes.
 */
import type { Clock } from '../clock/clock.ts';

const lookEveryMs = 5_000;
const mostUnanswered = 6;

export type Watch = { readonly answered: () => void; readonly stop: () => void };

/** Watches until `stop`; calls `frozen` once. */
export const watchEngine = (dependencies: {
  readonly ping: () => void;
  readonly frozen: () => void;
  readonly clock: Clock;
}): Watch => {
  const { ping, frozen, clock } = dependencies;
  let unanswered = 0;
  let lookedAt = clock.steady();
  let callOff = (): void => undefined;

  const look = (): void => {
    const now = clock.steady();
    const isLate = now - lookedAt > 2 * lookEveryMs;
    lookedAt = now;
    if (isLate) unanswered = 0;
    if (unanswered === mostUnanswered) return frozen();
    unanswered += 1;
    ping();
    callOff = clock.after(lookEveryMs, look);
  };
  callOff = clock.after(lookEveryMs, look);

  return { answered: () => void (unanswered = 0), stop: () => callOff() };
};
