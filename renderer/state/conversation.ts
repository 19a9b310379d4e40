/**
 * The open conversation: a lead's details and its messages, newest page first and older ones as they
 * are scrolled to. Until a newly opened lead has been read, the store still holds the one before it;
 * `details` says whose messages these are.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CommandOutput } from '../../contract/commands.ts';
import type { Answer, Failure } from '../../contract/errors.ts';
import type { LeadDetails, LeadID, Message } from '../../contract/records.ts';
import type { Bridge } from './bridge.ts';
import { coalesced, keepUnchanged } from './reread.ts';

const pageSize = 50;
/** The most messages that one read may ask for (contract, thread.page). */
const largestRead = 200;

export type Conversation = {
  /** The lead that should be shown. */
  readonly leadID: LeadID | null;
  readonly state: 'idle' | 'loading' | 'ready' | 'failed';
  readonly error: Failure | null;
  readonly details: LeadDetails | null;
  /** Oldest first. */
  readonly messages: readonly Message[];
  readonly earlier: string | null;
  /** What the customer wrote after this was unread when the lead was opened; null when nothing was. */
  readonly unreadSince: number | null;
  readonly open: (leadID: LeadID | null) => Promise<void>;
  readonly loadEarlier: () => Promise<void>;
  readonly reread: () => Promise<void>;
};

type Page = CommandOutput<'thread.page'>;

/** All of a lead but its draft: the composer knows that better, and typing must draw nothing else. */
const withoutDraft = (lead: LeadDetails): string =>
  JSON.stringify({ ...lead, draft: '', row: { ...lead.row, hasDraft: false } });

const keepSame = (old: LeadDetails | null, fresh: LeadDetails): LeadDetails =>
  old !== null && withoutDraft(old) === withoutDraft(fresh) ? old : fresh;

export const createConversation = (bridge: Bridge): StoreApi<Conversation> =>
  createStore<Conversation>()((set, get) => {
    let loadingEarlier = false;

    const page = async (leadID: LeadID, wanted: number): Promise<Answer<Page>> => {
      let messages: Message[] = [];
      let earlier: string | null = null;
      do {
        const answer: Answer<Page> = await bridge.invoke('thread.page', {
          leadID,
          limit: Math.min(largestRead, wanted - messages.length),
          ...(earlier !== null && { before: earlier }),
        });
        if (!answer.ok) return answer;
        messages = [...answer.value.messages, ...messages];
        earlier = answer.value.earlier;
      } while (earlier !== null && messages.length < wanted);
      return { ok: true, value: { messages, earlier } };
    };

    const reread = coalesced(async () => {
      const { leadID, state, messages: old } = get();
      if (leadID === null) return;
      const wanted = state === 'ready' ? Math.max(old.length, pageSize) : pageSize;
      const [details, messages] = await Promise.all([
        bridge.invoke('leads.get', { leadID }),
        page(leadID, wanted),
      ]);
      const now = get();
      if (now.leadID !== leadID) return;
      if (!details.ok || !messages.ok) {
        const error = !details.ok ? details.error : !messages.ok ? messages.error : null;
        // A lead that is gone is shown no longer; anything else may pass.
        if (now.state !== 'ready' || error?.code === 'not_found') set({ state: 'failed', error });
        return;
      }
      const { lead } = details.value;
      set({
        state: 'ready',
        error: null,
        // Being open makes it read: only the first look knows what was not.
        ...(now.state === 'loading' && { unreadSince: lead.row.unread ? lead.readAt : null }),
        details: keepSame(now.details, lead),
        messages: keepUnchanged(now.messages, messages.value.messages, (each) => each.messageID),
        earlier: messages.value.earlier,
      });
    });

    return {
      leadID: null,
      state: 'idle',
      error: null,
      details: null,
      messages: [],
      earlier: null,
      unreadSince: null,
      reread,
      open: async (leadID) => {
        if (leadID === get().leadID) return;
        if (leadID === null) {
          set({ leadID, state: 'idle', error: null, details: null, messages: [], earlier: null });
          return;
        }
        set({ leadID, state: 'loading', error: null });
        await reread();
      },
      loadEarlier: async () => {
        const { leadID, state, earlier } = get();
        if (loadingEarlier || leadID === null || earlier === null || state !== 'ready') return;
        loadingEarlier = true;
        const answer = await bridge.invoke('thread.page', {
          leadID,
          before: earlier,
          limit: pageSize,
        });
        loadingEarlier = false;
        const now = get();
        if (!answer.ok || now.leadID !== leadID || now.earlier !== earlier) return;
        set({
          messages: [...answer.value.messages, ...now.messages],
          earlier: answer.value.earlier,
        });
      },
    };
  });
