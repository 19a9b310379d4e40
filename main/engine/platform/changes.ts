/** The bus of the engine's changes. Subscribers are called in the order in which they subscribed. */
import type { Change } from '../../../contract/events.ts';

export type Changes = {
  readonly publish: (change: Change) => void;
  readonly subscribe: (listener: (change: Change) => void) => void;
  /** Drops later changes: work that ends late would find the store closed. */
  readonly stop: () => void;
};

export const createChanges = (): Changes => {
  const listeners: ((change: Change) => void)[] = [];
  let stopped = false;
  return {
    publish: (change) => {
      if (!stopped) for (const listener of listeners) listener(change);
    },
    subscribe: (listener) => void listeners.push(listener),
    stop: () => void (stopped = true),
  };
};
