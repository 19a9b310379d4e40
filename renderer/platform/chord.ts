/**
 * The first of two keys that follow each other (G, then a place). Who hesitates is shown what can follow,
 * and has the time to read it; who does not go on pressed it in vain, and the next key means what it
 * always does.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { After } from './timer.ts';

export type Chord = {
  readonly first: string | null;
  /** What can follow is shown. */
  readonly isShown: boolean;
  readonly begin: (first: string) => void;
  readonly end: () => void;
};

const hintAfter = 600;
const readFor = 4_000;

export const createChord = (after: After): StoreApi<Chord> => {
  let callOff = (): void => {};
  return createStore<Chord>()((set, get) => ({
    first: null,
    isShown: false,
    begin: (first) => {
      callOff();
      set({ first, isShown: false });
      callOff = after(hintAfter, () => {
        set({ isShown: true });
        callOff = after(readFor, get().end);
      });
    },
    end: () => {
      callOff();
      if (get().first !== null) set({ first: null, isShown: false });
    },
  }));
};
