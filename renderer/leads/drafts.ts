/**
 * The draft of each lead and the id under which it will be sent. The engine stores the text within 400 ms,
 * and immediately when the composer loses the focus, the lead changes or the window closes. No draft older than
 * 500 ms may be lost (security rule 15).
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { prependReply } from '../../contract/reply-text.ts';
import type { CommandOutput } from '../../contract/commands.ts';
import type { LeadID, MessageID, ReplyID } from '../../contract/records.ts';
import type { Bridge } from '../platform/bridge.ts';

/** From the first unsaved keystroke; later ones do not delay the save. */
const saveDelayMs = 400;

export type Drafts = {
  readonly texts: Readonly<Record<LeadID, string>>;
  /** True if the last save of any draft failed. */
  readonly hasUnsaved: boolean;
  /** Shows the saved draft of an opened lead before text typed meanwhile, unless a draft is shown already. */
  readonly restore: (leadID: LeadID, saved: string, replyID: ReplyID | null) => void;
  readonly type: (leadID: LeadID, text: string) => void;
  /** Appends to the draft, even while the saved one is loading. */
  readonly append: (leadID: LeadID, text: string) => void;
  readonly getReplyID: (leadID: LeadID) => ReplyID;
  /** Returns the conversation's last message when the text was begun; null for none, undefined if unknown. */
  readonly getSeen: (leadID: LeadID) => MessageID | null | undefined;
  /** Records that the person has seen the conversation as it is now. */
  readonly see: (leadID: LeadID) => void;
  /** Removes the sent text; anything else on the screen is a new draft. */
  readonly removeSent: (leadID: LeadID, replyID: ReplyID, text: string) => void;
  /** Inserts a canceled reply before newer text. */
  readonly restoreCanceled: (back: CommandOutput<'messages.undo'>) => void;
  /**
   * Moves the draft of a lead that was merged into another one.
   * @param merged the engine's joined drafts, that of the other lead first
   */
  readonly follow: (from: LeadID, to: LeadID, merged: string, replyID: ReplyID | null) => void;
  readonly flush: () => void;
};

/** Omits the sent part, which a canceled reply may precede (reply-text.ts), from the composer's text. */
const omitSent = (written: string, sent: string): string => {
  const starts = [0, ...[...written.matchAll(/\n\n/g)].map(({ index }) => index + 2)];
  const at = starts.find((start) => written.slice(start).trimStart().startsWith(sent));
  if (sent === '' || at === undefined) return written.trim() === '' ? '' : written;
  const rest = written.slice(0, at).trimEnd() + written.slice(at).trimStart().slice(sent.length);
  return rest.trim() === '' ? '' : rest;
};

/** @param getNewest returns the open conversation's last message; null for none, undefined if unknown */
export const createDrafts = (
  bridge: Bridge,
  getNewest: (leadID: LeadID) => MessageID | null | undefined = () => undefined,
): StoreApi<Drafts> =>
  createStore<Drafts>()((set, get) => {
    const seen = new Map<LeadID, MessageID | null | undefined>();
    const see = (leadID: LeadID): void => void seen.set(leadID, getNewest(leadID));
    const pending = new Set<LeadID>();
    const failing = new Set<LeadID>();
    const replyIDs = new Map<LeadID, ReplyID>();
    /** The engine's draft of each lead, as far as known. */
    const savedTexts = new Map<LeadID, string>();
    /** Text typed before the saved draft was loaded; it is appended to it. */
    const typedAhead = new Map<LeadID, string>();
    let timer: ReturnType<typeof setTimeout> | undefined;

    const put = (leadID: LeadID, text: string): void => {
      if ((get().texts[leadID] ?? '') === '' && text !== '') see(leadID);
      set(({ texts }) => ({ texts: { ...texts, [leadID]: text } }));
    };

    const getReplyID = (leadID: LeadID): ReplyID => {
      const replyID = replyIDs.get(leadID) ?? (crypto.randomUUID() as ReplyID);
      replyIDs.set(leadID, replyID);
      return replyID;
    };

    const type = (leadID: LeadID, text: string): void => {
      put(leadID, text);
      saveLater(leadID);
    };

    const removeSent: Drafts['removeSent'] = (leadID, replyID, text) => {
      if (replyIDs.get(leadID) !== replyID) return;
      replyIDs.delete(leadID);
      const rest = omitSent(get().texts[leadID] ?? '', text);
      pending.delete(leadID);
      if (rest === '') put(leadID, '');
      else type(leadID, rest);
    };

    const save = async (leadID: LeadID): Promise<void> => {
      const replyID = getReplyID(leadID);
      const text = get().texts[leadID] ?? '';
      const answer = await bridge.invoke('drafts.save', { leadID, replyID, text });
      const sent = answer.ok ? answer.value.sent : null;
      if (answer.ok) savedTexts.set(leadID, sent === null ? text : '');
      if (sent !== null) removeSent(leadID, replyID, sent);
      const code = answer.ok ? null : answer.error.code;
      // A removed lead has no draft.
      const isUnsaved = code !== null && code !== 'not_found';
      // A text that is too long is saved when it is changed.
      if (isUnsaved && code !== 'invalid_input') saveLater(leadID);
      if (isUnsaved) failing.add(leadID);
      else failing.delete(leadID);
      const hasUnsaved = failing.size > 0;
      if (get().hasUnsaved !== hasUnsaved) set({ hasUnsaved });
    };

    const flush = (): void => {
      clearTimeout(timer);
      timer = undefined;
      const leads = [...pending];
      pending.clear();
      for (const leadID of leads) void save(leadID);
    };

    const saveLater = (leadID: LeadID): void => {
      pending.add(leadID);
      timer ??= setTimeout(flush, saveDelayMs);
    };

    const restore: Drafts['restore'] = (leadID, saved, replyID) => {
      if (get().texts[leadID] !== undefined) return;
      const typed = typedAhead.get(leadID) ?? '';
      typedAhead.delete(leadID);
      if (replyID !== null) replyIDs.set(leadID, replyID);
      savedTexts.set(leadID, saved);
      put(leadID, saved + typed);
      if (typed !== '') saveLater(leadID);
    };

    const follow: Drafts['follow'] = (from, to, merged, replyID) => {
      const { [from]: text = '', ...texts } = get().texts;
      pending.delete(from);
      failing.delete(from);
      set({ texts, hasUnsaved: failing.size > 0 });
      // The engine may have the text of the last save or a newer one that is on its way.
      const [savedText = ''] = [text, savedTexts.get(from) ?? '']
        .filter((each) => merged.endsWith(each))
        .toSorted((one, other) => other.length - one.length);
      const own = texts[to] ?? merged.slice(0, merged.length - savedText.length).trimEnd();
      restore(to, own, replyID);
      const joined = [...new Set([own, text])].filter((each) => each !== '').join('\n\n');
      if (text !== '' || joined !== merged) type(to, joined);
    };

    /** Fetches the saved draft, even if the lead is never shown. */
    const fetchSaved = async (leadID: LeadID): Promise<void> => {
      const answer = await bridge.invoke('leads.get', { leadID });
      if (!answer.ok) {
        const shouldRetry = answer.error.code !== 'not_found' && typedAhead.has(leadID);
        if (shouldRetry) setTimeout(() => void fetchSaved(leadID), saveDelayMs);
        return;
      }
      const { draft, draftReplyID } = answer.value.lead;
      restore(leadID, draft, draftReplyID);
    };

    return {
      texts: {},
      hasUnsaved: false,
      flush,
      type,
      getReplyID,
      getSeen: (leadID) => seen.get(leadID),
      see,
      removeSent,
      restore,
      follow,
      append: (leadID, text) => {
        const written = get().texts[leadID];
        if (written !== undefined) return type(leadID, written + text);
        typedAhead.set(leadID, (typedAhead.get(leadID) ?? '') + text);
        void fetchSaved(leadID);
      },
      restoreCanceled: ({ leadID, replyID, text, draft }) => {
        const written = get().texts[leadID];
        // Without a text here, the engine's draft is complete and may contain more than the reply.
        if (written === undefined) return restore(leadID, draft, null);
        // If sending was not reported yet, the text is still on the screen.
        const isStillThere = replyIDs.get(leadID) === replyID;
        if (isStillThere) replyIDs.delete(leadID);
        const isShown = isStillThere && written.trim() !== '';
        type(leadID, isShown ? written : prependReply(text, written));
      },
    };
  });
