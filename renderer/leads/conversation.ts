/**
 * The open conversation: a lead's details and a part of its messages, which are kept in the query cache.
 * The part begins with the newest page, around the first unread message, or around the place that was
 * asked for, and older and newer ones join it as they are scrolled to. Until a newly opened lead, or
 * another part, has been read, the store still holds the one before it; `details` says whose it is.
 */
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Failure } from '../../contract/errors.ts';
import type { LeadDetails, LeadID, Message, MessageID } from '../../contract/records.ts';
import { asked, askedByPages, type Queries } from '../platform/queries.ts';
import { keepUnchanged } from '../platform/unchanged.ts';

const pageSize = 50;
/** The most messages that one read may ask for (contract, thread.page). */
const largestRead = 200;

/** A place of a conversation that is gone to. */
export type Place = {
  readonly in: 'request' | 'message' | 'note';
  /** Of the message or the note. */
  readonly id: string | null;
  readonly at: number;
};

/** Where a part of a conversation is begun to be read: at a message, at a time; null for the newest. */
type Start = MessageID | number | null;

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
  /** Whether the newest message is here. */
  readonly isAtNewest: boolean;
  /** Counts the parts that were begun anew: messages of another one are shown from another place. */
  readonly part: number;
  /** Where it was last asked to go to (null: to the newest message), and how often; null when it was not. */
  readonly sought: { readonly place: Place | null; readonly nth: number } | null;
  /** What the customer wrote after this was unread when the lead was opened; null when nothing was. */
  readonly unreadSince: number | null;
  readonly open: (leadID: LeadID | null, place?: Place | null) => void;
  /** Goes to a place of the open conversation, which may have to be read first. */
  readonly goTo: (place: Place) => void;
  /** The same for the newest message. */
  readonly goToNewest: () => void;
  readonly loadEarlier: () => Promise<void>;
  readonly loadLater: () => Promise<void>;
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
const messagesOf = (leadID: LeadID, around: Start) => ({
  ...askedByPages(
    'thread.page',
    { leadID, limit: pageSize, ...(around !== null && { around }) },
    ({ earlier }) =>
      earlier === null ? null : { before: earlier, around: undefined, limit: largestRead },
    ({ later }) =>
      later === undefined ? null : { after: later, around: undefined, limit: largestRead },
  ),
  gcTime: 0,
});

/** The request stands at the beginning. */
const startAt = (place: Place): Start =>
  place.in === 'message' ? (place.id as MessageID) : place.in === 'note' ? place.at : 0;

/** Whether unread messages begin before the ones that are here. */
const beginsBefore = ({ row, readAt }: LeadDetails, messages: readonly Message[]): boolean =>
  row.unread && readAt > 0 && (messages[0]?.at ?? 0) > readAt;

const closed = {
  state: 'idle',
  error: null,
  details: null,
  messages: [],
  isComplete: true,
  isAtNewest: true,
  sought: null,
  unreadSince: null,
} as const satisfies Partial<Conversation>;

export const createConversation = ({ client, reread, more }: Queries): StoreApi<Conversation> =>
  createStore<Conversation>()((set, get) => {
    let close = (): void => undefined;
    let loadEarlier = async (): Promise<void> => undefined;
    let loadLater = async (): Promise<void> => undefined;

    const follow = (leadID: LeadID, start: Start): void => {
      close();
      const pages = messagesOf(leadID, start);
      const lead = new QueryObserver(client, leadOf(leadID));
      const thread = new InfiniteQueryObserver(client, pages);
      let isFirst = true;
      let isLoading = false;

      const load = async (way: 'Next' | 'Previous'): Promise<void> => {
        const result = thread.getCurrentResult();
        if (isLoading || result.data === undefined || !result[`has${way}Page`]) return;
        isLoading = true;
        await more(pages, () => thread[`fetch${way}Page`]({ cancelRefetch: false }));
        isLoading = false;
      };

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
        const isOpening = before.state !== 'ready';
        if (isOpening && start === null && read.hasNextPage && beginsBefore(details, messages)) {
          follow(leadID, details.readAt);
          return;
        }
        const isAtNewest = !read.hasPreviousPage;
        const isFollowed = !isFirst && before.isAtNewest && !isAtNewest;
        set({
          state: 'ready',
          error: null,
          // Being open makes it read: only the first look knows what was not.
          ...(isOpening && { unreadSince: details.row.unread ? details.readAt : null }),
          ...(isFirst && { part: before.part + 1 }),
          details: keepSame(before.details, details),
          messages: keepUnchanged(before.messages, messages, ({ messageID }) => messageID),
          isComplete: !read.hasNextPage,
          // More has arrived than one page has: whoever was at the newest stays there.
          isAtNewest: isAtNewest || isFollowed,
        });
        isFirst = false;
        if (isFollowed) void load('Previous');
      };

      const ends = [lead.subscribe(publish), thread.subscribe(publish)];
      close = () => {
        for (const end of ends) end();
      };
      loadEarlier = () => load('Next');
      loadLater = () => load('Previous');
      publish();
    };

    const seek = (place: Place | null): void =>
      set({ sought: { place, nth: (get().sought?.nth ?? 0) + 1 } });

    return {
      ...closed,
      leadID: null,
      part: 0,
      reread: () => reread('leads.get', 'thread.page'),
      open: (leadID, place = null) => {
        if (leadID === get().leadID) return;
        close();
        set(
          leadID === null
            ? { ...closed, leadID }
            : { leadID, state: 'loading', error: null, sought: null },
        );
        if (place !== null) seek(place);
        if (leadID !== null) follow(leadID, place === null ? null : startAt(place));
      },
      goTo: (place) => {
        const { leadID, messages, isComplete, isAtNewest } = get();
        if (leadID === null) return;
        seek(place);
        const [oldest, newest] = [messages[0]?.at ?? Infinity, messages.at(-1)?.at ?? -Infinity];
        const isHere =
          place.in === 'message'
            ? messages.some(({ messageID }) => messageID === place.id)
            : place.in === 'note'
              ? (isComplete || place.at >= oldest) && (isAtNewest || place.at <= newest)
              : isComplete;
        if (!isHere) follow(leadID, startAt(place));
      },
      goToNewest: () => {
        const { leadID, isAtNewest } = get();
        if (leadID === null) return;
        seek(null);
        if (!isAtNewest) follow(leadID, null);
      },
      loadEarlier: () => loadEarlier(),
      loadLater: () => loadLater(),
    };
  });
