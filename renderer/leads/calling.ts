/**
 * The pending request to focus a lead's composer (R, Enter, Undo, a notification). Text typed while the
 * lead loads is buffered here and appended to its draft when the request ends.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LeadID } from '../../contract/records.ts';
import type { Drafts } from './drafts.ts';

export type Calling = {
  /** The lead whose composer receives the focus. */
  readonly called: LeadID | null;
  readonly typed: string;
  readonly call: (leadID: LeadID) => void;
  readonly type: (text: string) => void;
  /** Ends the request: the composer has the focus, or the professional opened something else. */
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
