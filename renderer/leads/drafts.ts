/**
 * What is being written, lead by lead, and the id that each composition will be sent under. The text
 * on the screen is the truth while the window is open; the engine has it at most 400 ms later, and at
 * once when the composer loses the focus, the lead changes or the window closes. No draft older than
 * 500 ms may be lost (security rule 15), and what was sent is a draft no more.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { withReplyBack } from '../../contract/reply-text.ts';
import type { CommandOutput } from '../../contract/commands.ts';
import type { LeadID, ReplyID } from '../../contract/records.ts';
import type { Bridge } from '../platform/bridge.ts';

/** Milliseconds from the first unsaved keystroke to the save: later keystrokes do not push it back. */
const saveAfter = 400;

export type Drafts = {
  readonly texts: Readonly<Record<LeadID, string>>;
  /** True when the last save did not reach the engine. */
  readonly unsaved: boolean;
  /** Takes the saved draft of a lead that was opened, unless something newer is on the screen. */
  readonly restore: (leadID: LeadID, saved: string, replyID: ReplyID | null) => void;
  readonly type: (leadID: LeadID, text: string) => void;
  /** Adds to what is written there, also while the saved draft has still to be read. */
  readonly append: (leadID: LeadID, text: string) => void;
  /** The id of what is being written to a lead. */
  readonly replyIDOf: (leadID: LeadID) => ReplyID;
  /** `text` was taken under this id: what else is on the screen is another composition. */
  readonly sent: (leadID: LeadID, replyID: ReplyID, text: string) => void;
  /** A reply is in its composition again, before whatever was written since. */
  readonly takeBack: (back: CommandOutput<'messages.undo'>) => void;
  readonly flush: () => void;
};

/**
 * What stands in the composer beside the text that was sent from it. A reply that was taken back
 * meanwhile stands before it (reply-text.ts).
 */
const restOf = (written: string, sent: string): string => {
  const begins = [0, ...[...written.matchAll(/\n\n/g)].map(({ index }) => index + 2)];
  const at = begins.find((begin) => written.slice(begin).trimStart().startsWith(sent));
  if (sent === '' || at === undefined) return written.trim() === '' ? '' : written;
  const rest = written.slice(0, at).trimEnd() + written.slice(at).trimStart().slice(sent.length);
  return rest.trim() === '' ? '' : rest;
};

const newReplyID = (): ReplyID => crypto.randomUUID() as ReplyID;

export const createDrafts = (bridge: Bridge): StoreApi<Drafts> =>
  createStore<Drafts>()((set, get) => {
    const pending = new Set<LeadID>();
    const replyIDs = new Map<LeadID, ReplyID>();
    /** What was typed before the saved draft was here; it goes behind it. */
    const ahead = new Map<LeadID, string>();
    let timer: ReturnType<typeof setTimeout> | undefined;

    const put = (leadID: LeadID, text: string): void =>
      set(({ texts }) => ({ texts: { ...texts, [leadID]: text } }));

    const replyIDOf = (leadID: LeadID): ReplyID => {
      const replyID = replyIDs.get(leadID) ?? newReplyID();
      replyIDs.set(leadID, replyID);
      return replyID;
    };

    const type = (leadID: LeadID, text: string): void => {
      put(leadID, text);
      later(leadID);
    };

    const sent = (leadID: LeadID, replyID: ReplyID, text: string): void => {
      if (replyIDs.get(leadID) !== replyID) return;
      replyIDs.delete(leadID);
      const rest = restOf(get().texts[leadID] ?? '', text);
      pending.delete(leadID);
      if (rest === '') put(leadID, '');
      else type(leadID, rest);
    };

    const save = async (leadID: LeadID): Promise<void> => {
      const replyID = replyIDOf(leadID);
      const text = get().texts[leadID] ?? '';
      const answer = await bridge.invoke('drafts.save', { leadID, replyID, text });
      // A lead that is gone has no draft any more, however often it is tried.
      const isLost = !answer.ok && answer.error.code !== 'not_found';
      if (isLost) later(leadID);
      else if (answer.ok && answer.value.sent !== null) sent(leadID, replyID, answer.value.sent);
      if (get().unsaved !== isLost) set({ unsaved: isLost });
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

    const restore: Drafts['restore'] = (leadID, saved, replyID) => {
      if (get().texts[leadID] !== undefined) return;
      const typed = ahead.get(leadID) ?? '';
      ahead.delete(leadID);
      if (replyID !== null) replyIDs.set(leadID, replyID);
      put(leadID, saved + typed);
      if (typed !== '') later(leadID);
    };

    /** Who typed ahead may never come to see the lead: its saved draft is read all the same. */
    const readSaved = async (leadID: LeadID): Promise<void> => {
      const answer = await bridge.invoke('leads.get', { leadID });
      if (!answer.ok) {
        const isComing = answer.error.code !== 'not_found' && ahead.has(leadID);
        if (isComing) setTimeout(() => void readSaved(leadID), saveAfter);
        return;
      }
      const { draft, draftReplyID } = answer.value.lead;
      restore(leadID, draft, draftReplyID);
    };

    return {
      texts: {},
      unsaved: false,
      flush,
      type,
      replyIDOf,
      sent,
      restore,
      append: (leadID, text) => {
        const written = get().texts[leadID];
        if (written !== undefined) return type(leadID, written + text);
        ahead.set(leadID, (ahead.get(leadID) ?? '') + text);
        void readSaved(leadID);
      },
      takeBack: ({ leadID, replyID, text, draft }) => {
        const written = get().texts[leadID];
        // What was never read here may hold more than the reply: the engine's draft is all of it.
        if (written === undefined) {
          restore(leadID, draft, null);
          return;
        }
        // Nobody heard that it was sent, so that it stands on the screen still.
        const isStillThere = replyIDs.get(leadID) === replyID;
        if (isStillThere) replyIDs.delete(leadID);
        const isKept = isStillThere && written.trim() !== '';
        type(leadID, isKept ? written : withReplyBack(text, written));
      },
    };
  });
