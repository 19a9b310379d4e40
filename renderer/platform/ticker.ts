/**
 * Time on the screen: ages that grow and seconds that count down. One timer for everything that
 * shows the same step of time, running only while something shows it.
 */
import { useSyncExternalStore } from 'react';

export type Ticker = {
  /** UTC milliseconds. */
  readonly now: () => number;
  /** Calls back at each step; the answer ends it. */
  readonly subscribe: (listener: () => void) => () => void;
};

/** @param step milliseconds between two ticks */
export const createTicker = (now: () => number, step: number): Ticker => {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  const tick = (): void => {
    for (const each of listeners) each();
  };
  // The timers of a window that nobody sees come late: what is seen again is right at once.
  const page = typeof document === 'undefined' ? null : document;
  return {
    now,
    subscribe: (listener) => {
      listeners.add(listener);
      if (timer === undefined) {
        timer = setInterval(tick, step);
        page?.addEventListener('visibilitychange', tick);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
        page?.removeEventListener('visibilitychange', tick);
      };
    },
  };
};

/** What `read` makes of the time; draws again only when that is something else. */
export const useTicking = <T extends string | number | boolean | null>(
  ticker: Ticker,
  read: (now: number) => T,
): T => useSyncExternalStore(ticker.subscribe, () => read(ticker.now()));
