/**
 * The open conversation: a lead's details and a range of its messages, from the query cache. The range begins
 * with the newest page, around the first unread message or around a requested place, and grows by scrolling.
 * While a new lead or range loads, the store still holds the previous one, which `details` identifies.
 */
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Failure } from '../../contract/errors.ts';
import type { LeadDetails, LeadID, Message, MessageID } from '../../contract/records.ts';
import { queryFor, pagedQueryFor, type Queries } from '../platform/queries.ts';
import { keepUnchanged } from '../platform/unchanged.ts';

const pageSize = 50;
/** The contract's limit of messages in a request (thread.page). */
const largestRead = 200;

/** A place in a conversation. */
export type Place = {
  readonly in: 'request' | 'message' | 'note';
  /** The id of the message or note. */
  readonly id: string | null;
  readonly at: number;
};

/** Where loading begins: a message, a time, or null for the newest. */
type Start = MessageID | number | null;

export type Conversation = {
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
  /** Counts the ranges: each begins at another place. */
  readonly startCount: number;
  /** The last requested place (null: the newest message) and the number of requests, if any. */
  readonly scrollTarget: { readonly place: Place | null; readonly nth: number } | null;
  /** Messages after this time were unread when the lead was opened; null if none was. */
  readonly unreadSince: number | null;
  readonly open: (leadID: LeadID | null, place?: Place | null) => void;
  /** Scrolls to a place, which may have to be loaded first. */
  readonly goTo: (place: Place) => void;
  readonly goToNewest: () => void;
  readonly loadEarlier: () => Promise<void>;
  readonly loadLater: () => Promise<void>;
  readonly refetch: () => Promise<void>;
};

/** Ignores the draft: the composer has a newer one, and typing must not render anything else. */
const withoutDraft = (lead: LeadDetails): string =>
  JSON.stringify({ ...lead, draft: '', row: { ...lead.row, hasDraft: false } });

const keepSame = (old: LeadDetails | null, fresh: LeadDetails): LeadDetails =>
  old === fresh || (old !== null && withoutDraft(old) === withoutDraft(fresh)) ? old : fresh;

// A lead that was left is not cached: its marks, draft and messages change meanwhile.
const leadOf = (leadID: LeadID) => ({ ...queryFor('leads.get', { leadID }), gcTime: 0 });
const messagesOf = (leadID: LeadID, around: Start) => ({
  ...pagedQueryFor(
    'thread.page',
    { leadID, limit: pageSize, ...(around !== null && { around }) },
    ({ earlier }) =>
      earlier === null ? null : { before: earlier, around: undefined, limit: largestRead },
    ({ later }) =>
      later === undefined ? null : { after: later, around: undefined, limit: largestRead },
  ),
  gcTime: 0,
});

const startAt = (place: Place): Start =>
  place.in === 'message' ? (place.id as MessageID) : place.in === 'note' ? place.at : 0;

/** Whether unread messages begin before the loaded ones. */
const beginsBefore = ({ row, readAt }: LeadDetails, messages: readonly Message[]): boolean =>
  row.unread && readAt > 0 && (messages[0]?.at ?? 0) > readAt;

const closed = {
  state: 'idle',
  error: null,
  details: null,
  messages: [],
  isComplete: true,
  isAtNewest: true,
  scrollTarget: null,
  unreadSince: null,
} as const satisfies Partial<Conversation>;

export const createConversation = ({
  client,
  refetch,
  fetchNext,
}: Queries): StoreApi<Conversation> =>
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
        await fetchNext(pages, () => thread[`fetch${way}Page`]({ cancelRefetch: false }));
        isLoading = false;
      };

      const publish = (): void => {
        const before = get();
        if (before.leadID !== leadID) return;
        const [about, read] = [lead.getCurrentResult(), thread.getCurrentResult()];
        const errors = [about.error, read.error].filter((error) => error !== null);
        const error = errors.find(({ code }) => code === 'not_found') ?? errors[0] ?? null;
        // A removed lead is hidden; other failures may pass.
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
          // Opening marks it as read, so only the first answer knows what was unread.
          ...(isOpening && { unreadSince: details.row.unread ? details.readAt : null }),
          ...(isFirst && { startCount: before.startCount + 1 }),
          details: keepSame(before.details, details),
          messages: keepUnchanged(before.messages, messages, ({ messageID }) => messageID),
          isComplete: !read.hasNextPage,
          // More than a page has arrived: a view of the newest message stays there.
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
      set({ scrollTarget: { place, nth: (get().scrollTarget?.nth ?? 0) + 1 } });

    return {
      ...closed,
      leadID: null,
      startCount: 0,
      refetch: () => refetch('leads.get', 'thread.page'),
      open: (leadID, place = null) => {
        if (leadID === get().leadID) return;
        close();
        set(
          leadID === null
            ? { ...closed, leadID }
            : { leadID, state: 'loading', error: null, scrollTarget: null },
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
