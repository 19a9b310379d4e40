/** Request budget of an account: people go before polling, and a pause requested with 429 stops both. */
import type { PublicProfile } from '../../../../contract/profile.ts';
import type { Clock } from '../../../clock/clock.ts';

/** `person`: somebody waits for the response. `background`: polling and backfill. */
export type Urgency = 'person' | 'background';

export type Budget = ReturnType<typeof createBudget>;

/** Stays below the service's limit of 360 per minute. A sandbox on this computer has no limit. */
export const chooseRequestsPerMinute = (environment: PublicProfile['environment']): number =>
  environment === 'sandbox' ? 60_000 : 300;

/** Calls wait for pauses up to this length. */
const shortPauseMs = 5_000;

/** Bursts are a fifth of `perMinute`, so no minute exceeds 1.2 times it; a sixth of them is for `person`. */
export const createBudget = (clock: Clock, perMinute: number) => {
  const capacity = Math.max(2, perMinute / 5);
  const reserve = capacity / 6;
  const perMs = perMinute / 60_000;
  let stock = capacity;
  let stockedAt = clock.steady();
  let pauseEnd = 0;
  let cancelTimer: (() => void) | null = null;
  const waiting: Record<Urgency, ((verdict: 'go' | 'paused') => void)[]> = {
    person: [],
    background: [],
  };

  const restock = (): void => {
    const now = clock.steady();
    stock = Math.min(capacity, stock + (now - stockedAt) * perMs);
    stockedAt = now;
  };

  const computeNeed = (urgency: Urgency): number => (urgency === 'person' ? 1 : 1 + reserve);

  const release = (): void => {
    cancelTimer?.();
    cancelTimer = null;
    restock();
    const pauseLeft = pauseEnd - clock.steady();
    if (pauseLeft <= 0) {
      for (const urgency of ['person', 'background'] as const) {
        while (waiting[urgency].length > 0 && stock >= computeNeed(urgency)) {
          stock -= 1;
          waiting[urgency].shift()?.('go');
        }
      }
    }
    const next = waiting.person.length > 0 ? 'person' : 'background';
    if (waiting[next].length === 0) return;
    const refill = Math.ceil((computeNeed(next) - stock) / perMs);
    cancelTimer = clock.after(Math.max(1, pauseLeft, refill), release);
  };

  const isLongPause = (): boolean => pauseEnd - clock.steady() > shortPauseMs;

  return {
    /** Waits for a token; resolves to `paused` when a pause is, or becomes, longer than a call waits. */
    acquire: (urgency: Urgency): Promise<'go' | 'paused'> => {
      if (isLongPause()) return Promise.resolve('paused');
      return new Promise((resolve) => {
        waiting[urgency].push(resolve);
        release();
      });
    },
    /** Pauses requests until this time of `clock.steady()`; an earlier time changes nothing. */
    pause: (until: number): void => {
      pauseEnd = Math.max(pauseEnd, until);
      if (!isLongPause()) return;
      for (const resolve of [...waiting.person.splice(0), ...waiting.background.splice(0)])
        resolve('paused');
    },
    /** End of the pause by `clock.steady()`, or null. */
    pausedUntil: () => (pauseEnd > clock.steady() ? pauseEnd : null),
  };
};
