/**
 * The pressed first key of a two-key sequence, such as G I. After a pause the window shows the possible
 * second keys; later the sequence expires, so that the next key has its usual meaning.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Schedule } from './ticker.ts';

export type Chord = {
  readonly first: string | null;
  /** The possible second keys are visible. */
  readonly isShown: boolean;
  readonly begin: (first: string) => void;
  readonly end: () => void;
};

const hintDelayMs = 600;
const visibleMs = 4_000;

export const createChord = (schedule: Schedule): StoreApi<Chord> => {
  let cancel = (): void => {};
  return createStore<Chord>()((set, get) => ({
    first: null,
    isShown: false,
    begin: (first) => {
      cancel();
      set({ first, isShown: false });
      cancel = schedule(hintDelayMs, () => {
        set({ isShown: true });
        cancel = schedule(visibleMs, get().end);
      });
    },
    end: () => {
      cancel();
      if (get().first !== null) set({ first: null, isShown: false });
    },
  }));
};
