/**
 * The pending request to focus a lead's composer (R, Enter, Undo, a notification). Text typed while the
 * lead loads is buffered here and appended to its draft when the request ends.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LeadID } from '../../contract/records.ts';
import type { Drafts } from './drafts.ts';
import type { Leads } from './leads.ts';

export type ReplyFocus = {
  /** The lead whose composer receives the focus. */
  readonly requested: LeadID | null;
  readonly typed: string;
  /** Opens the lead and requests the focus for its composer. */
  readonly request: (leadID: LeadID) => void;
  readonly type: (text: string) => void;
  /** Ends the request: the composer has the focus, or the professional opened something else. */
  readonly end: () => void;
};

export const createReplyFocus = (
  drafts: StoreApi<Drafts>,
  leads: StoreApi<Leads>,
): StoreApi<ReplyFocus> =>
  createStore<ReplyFocus>()((set, get) => {
    const end = (): void => {
      const { requested, typed } = get();
      if (requested === null) return;
      set({ requested: null, typed: '' });
      if (typed !== '') drafts.getState().append(requested, typed);
    };
    return {
      requested: null,
      typed: '',
      end,
      request: (leadID) => {
        if (get().requested !== leadID) {
          end();
          set({ requested: leadID });
        }
        leads.getState().open(leadID);
      },
      type: (typed) => set({ typed }),
    };
  });
