/**
 * Tells an engine that is frozen from one that is busy: it is pinged at every look, and is frozen when it
 * has answered nothing for several looks in a row. Looks that come late prove nothing: this process, or the
 * whole computer, has slept. An engine is watched from the moment it is ready: before that it may repair
 * its database for minutes, and nothing after takes longer than a slow disk does.
 */
import type { Clock } from '../clock/clock.ts';

const lookEveryMs = 5_000;
/** Half a minute. */
const mostUnanswered = 6;

export type Watch = {
  /** It has answered a ping. */
  readonly answered: () => void;
  readonly stop: () => void;
};

/** Watches one engine until it is stopped; `frozen` is called once. */
export const watchEngine = ({
  ping,
  frozen,
  clock,
}: {
  readonly ping: () => void;
  readonly frozen: () => void;
  readonly clock: Clock;
}): Watch => {
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

  return {
    answered: () => void (unanswered = 0),
    stop: () => callOff(),
  };
};
