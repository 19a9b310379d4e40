/** The bus of the engine's changes; subscribers are called in order. */
import type { Change } from '../../../contract/events.ts';

export const createChangeBus = () => {
  const listeners: ((change: Change) => void)[] = [];
  let stopped = false;
  return {
    publish: (change: Change): void => {
      if (!stopped) for (const listener of listeners) listener(change);
    },
    subscribe: (listener: (change: Change) => void) => void listeners.push(listener),
    /** Drops later changes: work that ends late would find the store closed. */
    stop: () => void (stopped = true),
  };
};
