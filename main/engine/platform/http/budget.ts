/**
 * How many requests an account may make, and who goes first: what the professional does and looks
 * at never waits behind polling or backfill. A token bucket; it also keeps the pause that the
 * service asked for with 429, during which nothing goes out.
 */
import type { PublicProfile } from '../../../../contract/profile.ts';
import type { Clock } from '../../../clock/clock.ts';

/** `person`: somebody waits for it on the screen. `background`: polling and backfill. */
export type Urgency = 'person' | 'background';

export type Budget = {
  /**
   * Waits for its turn. Answers `paused` at once, without a turn, when the service wants a longer
   * silence than anybody should wait for.
   */
  readonly turn: (urgency: Urgency) => Promise<'go' | 'paused'>;
  /** No request before this moment of `clock.steady()`; an earlier moment changes nothing. */
  readonly pause: (until: number) => void;
  /** Until when the service wants silence, by `clock.steady()`, or null. */
  readonly pausedUntil: () => number | null;
};

/** Below the 360 a minute that live-facts names; a sandbox on this computer has no such limit. */
export const requestsAMinute = (environment: PublicProfile['environment']): number =>
  environment === 'sandbox' ? 60_000 : 300;

/** A pause up to this long is waited for inside a call. */
const shortPauseMs = 5_000;

/**
 * A budget of `perMinute` requests with a fifth of it at once, so that no minute sees more than 1.2
 * times the figure. A sixth of the store is kept for the professional.
 */
export const createBudget = (clock: Clock, perMinute: number): Budget => {
  const capacity = Math.max(2, perMinute / 5);
  const reserve = capacity / 6;
  const perMs = perMinute / 60_000;
  let stock = capacity;
  let stockedAt = clock.steady();
  let silentUntil = 0;
  let callOff: (() => void) | null = null;
  const waiting: Record<Urgency, ((verdict: 'go' | 'paused') => void)[]> = {
    person: [],
    background: [],
  };

  const restock = (): void => {
    const now = clock.steady();
    stock = Math.min(capacity, stock + (now - stockedAt) * perMs);
    stockedAt = now;
  };

  const needed = (urgency: Urgency): number => (urgency === 'person' ? 1 : 1 + reserve);

  const release = (): void => {
    callOff?.();
    callOff = null;
    restock();
    const silent = silentUntil - clock.steady();
    if (silent <= 0) {
      for (const urgency of ['person', 'background'] as const) {
        while (waiting[urgency].length > 0 && stock >= needed(urgency)) {
          stock -= 1;
          waiting[urgency].shift()?.('go');
        }
      }
    }
    const next = waiting.person.length > 0 ? 'person' : 'background';
    if (waiting[next].length === 0) return;
    const refill = Math.ceil((needed(next) - stock) / perMs);
    callOff = clock.after(Math.max(1, silent, refill), release);
  };

  const isLong = (): boolean => silentUntil - clock.steady() > shortPauseMs;

  const pausedUntil = (): number | null => (silentUntil > clock.steady() ? silentUntil : null);

  return {
    turn: (urgency) => {
      if (isLong()) return Promise.resolve('paused');
      return new Promise((resolve) => {
        waiting[urgency].push(resolve);
        release();
      });
    },
    pause: (until) => {
      silentUntil = Math.max(silentUntil, until);
      if (!isLong()) return;
      for (const verdict of [...waiting.person.splice(0), ...waiting.background.splice(0)]) {
        verdict('paused');
      }
    },
    pausedUntil,
  };
};
