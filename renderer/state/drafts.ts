/**
 * What is being written, lead by lead. The text on the screen is the truth while the window is open;
 * the engine has it at most 400 ms later, and at once when the composer loses the focus, the lead
 * changes or the window closes. No draft older than 500 ms may be lost (security rule 15).
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LeadID } from '../../contract/records.ts';
import type { Bridge } from './bridge.ts';

/** Milliseconds from the first unsaved keystroke to the save: later keystrokes do not push it back. */
const saveAfter = 400;

export type Drafts = {
  readonly texts: Readonly<Record<LeadID, string>>;
  /** True when the last save did not reach the engine. */
  readonly unsaved: boolean;
  /** Takes the saved draft of a lead that was opened, unless something newer is on the screen. */
  readonly restore: (leadID: LeadID, saved: string) => void;
  readonly type: (leadID: LeadID, text: string) => void;
  /** Adds to what is written there, also while the saved draft has still to be read. */
  readonly append: (leadID: LeadID, text: string) => void;
  /** Puts a text in that the engine has stored already, or has cleared. */
  readonly replace: (leadID: LeadID, text: string) => void;
  readonly flush: () => void;
};

export const createDrafts = (bridge: Bridge): StoreApi<Drafts> =>
  createStore<Drafts>()((set, get) => {
    const pending = new Set<LeadID>();
    /** What was typed before the saved draft was here; it goes behind it. */
    const ahead = new Map<LeadID, string>();
    let timer: ReturnType<typeof setTimeout> | undefined;

    const put = (leadID: LeadID, text: string): void =>
      set(({ texts }) => ({ texts: { ...texts, [leadID]: text } }));

    const save = async (leadID: LeadID): Promise<void> => {
      const answer = await bridge.invoke('drafts.save', {
        leadID,
        text: get().texts[leadID] ?? '',
      });
      if (!answer.ok) later(leadID);
      if (get().unsaved === answer.ok) set({ unsaved: !answer.ok });
    };

    const flush = (): void => {
      clearTimeout(timer);
      timer = undefined;
      const leads = [...pending];
      pending.clear();
      for (const leadID of leads) void save(leadID);
    };

    const later = (leadID: LeadID): void => {
      pending.add(leadID);
      timer ??= setTimeout(flush, saveAfter);
    };

    const type = (leadID: LeadID, text: string): void => {
      put(leadID, text);
      later(leadID);
    };

    return {
      texts: {},
      unsaved: false,
      flush,
      restore: (leadID, saved) => {
        if (get().texts[leadID] !== undefined) return;
        const typed = ahead.get(leadID) ?? '';
        ahead.delete(leadID);
        put(leadID, saved + typed);
        if (typed !== '') later(leadID);
      },
      type,
      append: (leadID, text) => {
        const written = get().texts[leadID];
        if (written === undefined) ahead.set(leadID, (ahead.get(leadID) ?? '') + text);
        else type(leadID, written + text);
      },
      replace: (leadID, text) => {
        pending.delete(leadID);
        put(leadID, text);
      },
    };
  });
