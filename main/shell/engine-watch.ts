/** Detects an engine that answers no ping for half a minute. Start it after `ready`: repairs take minutes. */
import type { Clock } from '../clock/clock.ts';

const checkEveryMs = 5_000;
const maxUnanswered = 6;

export type Watch = { readonly handlePong: () => void; readonly stop: () => void };

/** Watches until `stop` or until the engine is frozen. */
export const watchEngine = (dependencies: {
  readonly ping: () => void;
  readonly onFrozen: () => void;
  readonly clock: Clock;
}): Watch => {
  const { ping, onFrozen, clock } = dependencies;
  let unanswered = 0;
  let checkedAt = clock.steady();
  let cancel = (): void => undefined;

  const check = (): void => {
    const now = clock.steady();
    // A late check proves nothing: this process or the computer was suspended.
    const isLate = now - checkedAt > 2 * checkEveryMs;
    checkedAt = now;
    if (isLate) unanswered = 0;
    if (unanswered === maxUnanswered) return onFrozen();
    unanswered += 1;
    ping();
    cancel = clock.after(checkEveryMs, check);
  };
  cancel = clock.after(checkEveryMs, check);

  return { handlePong: () => void (unanswered = 0), stop: () => cancel() };
};
