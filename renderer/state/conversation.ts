/**
 * The open conversation: a lead's details and its messages, which are kept in the query cache, newest
 * page first and older ones as they are scrolled to. Until a newly opened lead has been read, the
 * store still holds the one before it; `details` says whose messages these are.
 */
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Failure } from '../../contract/errors.ts';
import type { LeadDetails, LeadID, Message } from '../../contract/records.ts';
import { asked, askedByPages, type Queries } from './queries.ts';
import { keepUnchanged } from './unchanged.ts';

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
  /** Whether the oldest message is here. */
  readonly isComplete: boolean;
  /** What the customer wrote after this was unread when the lead was opened; null when nothing was. */
  readonly unreadSince: number | null;
  readonly open: (leadID: LeadID | null) => void;
  readonly loadEarlier: () => Promise<void>;
  /** Reads it again; resolves when that is done. */
  readonly reread: () => Promise<void>;
};

/** All of a lead but its draft: the composer knows that better, and typing must draw nothing else. */
const withoutDraft = (lead: LeadDetails): string =>
  JSON.stringify({ ...lead, draft: '', row: { ...lead.row, hasDraft: false } });

const keepSame = (old: LeadDetails | null, fresh: LeadDetails): LeadDetails =>
  old === fresh || (old !== null && withoutDraft(old) === withoutDraft(fresh)) ? old : fresh;

// Nothing is kept of a lead that was left: it is marked, drafted and read on meanwhile.
const leadOf = (leadID: LeadID) => ({ ...asked('leads.get', { leadID }), gcTime: 0 });
const messagesOf = (leadID: LeadID) => ({
  ...askedByPages('thread.page', { leadID, limit: pageSize }, ({ earlier }) =>
    earlier === null ? null : { before: earlier, limit: largestRead },
  ),
  gcTime: 0,
});

const closed = {
  state: 'idle',
  error: null,
  details: null,
  messages: [],
  isComplete: true,
  unreadSince: null,
} as const satisfies Partial<Conversation>;

export const createConversation = ({ client, reread, more }: Queries): StoreApi<Conversation> =>
  createStore<Conversation>()((set, get) => {
    let close = (): void => undefined;
    let loadEarlier = async (): Promise<void> => undefined;

    const follow = (leadID: LeadID): void => {
      const pages = messagesOf(leadID);
      const lead = new QueryObserver(client, leadOf(leadID));
      const thread = new InfiniteQueryObserver(client, pages);
      let isLoadingEarlier = false;

      const publish = (): void => {
        const before = get();
        if (before.leadID !== leadID) return;
        const [about, read] = [lead.getCurrentResult(), thread.getCurrentResult()];
        const errors = [about.error, read.error].filter((error) => error !== null);
        const error = errors.find(({ code }) => code === 'not_found') ?? errors[0] ?? null;
        // A lead that is gone is shown no longer; anything else may pass.
        if (error !== null && (before.state !== 'ready' || error.code === 'not_found')) {
          set({ state: 'failed', error });
          return;
        }
        if (about.data === undefined || read.data === undefined) return;
        const details = about.data.lead;
        const messages = read.data.pages.toReversed().flatMap((page) => page.messages);
        set({
          state: 'ready',
          error: null,
          // Being open makes it read: only the first look knows what was not.
          ...(before.state !== 'ready' && {
            unreadSince: details.row.unread ? details.readAt : null,
          }),
          details: keepSame(before.details, details),
          messages: keepUnchanged(before.messages, messages, ({ messageID }) => messageID),
          isComplete: !read.hasNextPage,
        });
      };

      const ends = [lead.subscribe(publish), thread.subscribe(publish)];
      close = () => {
        for (const end of ends) end();
      };
      loadEarlier = async () => {
        const { data, hasNextPage } = thread.getCurrentResult();
        if (isLoadingEarlier || data === undefined || !hasNextPage) return;
        isLoadingEarlier = true;
        await more(pages, () => thread.fetchNextPage({ cancelRefetch: false }));
        isLoadingEarlier = false;
      };
      publish();
    };

    return {
      ...closed,
      leadID: null,
      reread: () => reread('leads.get', 'thread.page'),
      open: (leadID) => {
        if (leadID === get().leadID) return;
        close();
        set(leadID === null ? { ...closed, leadID } : { leadID, state: 'loading', error: null });
        if (leadID !== null) follow(leadID);
      },
      loadEarlier: () => loadEarlier(),
    };
  });
