/**
 * A composer that was called for (R, Enter, Undo, a notification) is there only when its lead has
 * been read. Until then everything that is typed is meant for it and for nothing else: it waits here
 * and goes into the draft, wherever the call ends.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LeadID } from '../../contract/records.ts';
import type { Drafts } from './drafts.ts';

export type Calling = {
  /** The lead whose composer was called for and has not taken the focus yet. */
  readonly called: LeadID | null;
  /** What was typed since. */
  readonly typed: string;
  readonly call: (leadID: LeadID) => void;
  readonly type: (text: string) => void;
  /** The composer is there, or the professional went elsewhere: what was typed is in the draft. */
  readonly end: () => void;
};

export const createCalling = (drafts: StoreApi<Drafts>): StoreApi<Calling> =>
  createStore<Calling>()((set, get) => {
    const end = (): void => {
      const { called, typed } = get();
      if (called === null) return;
      set({ called: null, typed: '' });
      if (typed !== '') drafts.getState().append(called, typed);
    };
    return {
      called: null,
      typed: '',
      end,
      call: (leadID) => {
        if (get().called === leadID) return;
        end();
        set({ called: leadID });
      },
      type: (typed) => set({ typed }),
    };
  });
