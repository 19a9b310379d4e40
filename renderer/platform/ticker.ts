/** Timers. A ticker updates ages and countdowns on the screen and runs only while it has listeners. */
import { useSyncExternalStore } from 'react';

/** Calls `then` once; the returned function cancels it. */
export type Schedule = (milliseconds: number, then: () => void) => () => void;

export const schedule: Schedule = (milliseconds, then) => {
  const timer = setTimeout(then, milliseconds);
  return () => clearTimeout(timer);
};

export type Ticker = {
  /** UTC milliseconds. */
  readonly now: () => number;
  readonly subscribe: (listener: () => void) => () => void;
};

/** @param step milliseconds between two ticks */
export const createTicker = (now: () => number, step: number): Ticker => {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  const tick = (): void => {
    for (const each of listeners) each();
  };
  // Timers of a hidden window are throttled, so it is updated when it becomes visible.
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

/** The result of `read`; rerenders only when it changes. */
export const useTicking = <T extends string | number | boolean | null>(
  ticker: Ticker,
  read: (now: number) => T,
): T => useSyncExternalStore(ticker.subscribe, () => read(ticker.now()));
