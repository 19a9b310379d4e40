/**
 * The open conversation: a lead's details and a range of its messages, from the query cache. The range begins
 * with the newest page, around the first unread message or around a requested place, and grows by scrolling.
 * While a new lead or range loads, the store still contains the previous one, which `details` identifies.
 */
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CommandOutput } from '../../contract/commands.ts';
import type { Failure } from '../../contract/errors.ts';
import type { LeadDetails, LeadID, Message, MessageID } from '../../contract/records.ts';
import { buildQuery, buildPagedQuery, type Queries } from '../platform/queries.ts';
import { keepUnchanged } from '../platform/unchanged.ts';

const pageSize = 50;
/** The contract's limit of messages in a request (thread.page). */
const maxReadSize = 200;

export type Place = CommandOutput<'search.places'>['places'][number];

/** The start of loading: a message, a time, or null for the newest. */
type Start = MessageID | number | null;

export type Conversation = {
  readonly leadID: LeadID | null;
  readonly state: 'idle' | 'loading' | 'ready' | 'failed';
  readonly error: Failure | null;
  readonly details: LeadDetails | null;
  /** Oldest first. */
  readonly messages: readonly Message[];
  /** True if the oldest message is loaded. */
  readonly isComplete: boolean;
  /** True if the newest message is loaded. */
  readonly isAtNewest: boolean;
  /** Number of ranges so far. */
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

/** Without the draft, because the composer's is newer and typing must not rerender anything else. */
const toJSONWithoutDraft = (lead: LeadDetails): string =>
  JSON.stringify({ ...lead, draft: '', row: { ...lead.row, hasDraft: false } });

const keepIfSame = (old: LeadDetails | null, fresh: LeadDetails): LeadDetails =>
  old === fresh || (old !== null && toJSONWithoutDraft(old) === toJSONWithoutDraft(fresh))
    ? old
    : fresh;

// A closed lead is not cached: its marks, draft and messages change meanwhile.
const createLeadQuery = (leadID: LeadID) => ({ ...buildQuery('leads.get', { leadID }), gcTime: 0 });
const createMessagesQuery = (leadID: LeadID, around: Start) => ({
  ...buildPagedQuery(
    'thread.page',
    { leadID, limit: pageSize, ...(around !== null && { around }) },
    ({ earlier }) =>
      earlier === null ? null : { before: earlier, around: undefined, limit: maxReadSize },
    ({ later }) =>
      later === undefined ? null : { after: later, around: undefined, limit: maxReadSize },
  ),
  gcTime: 0,
});

const toStart = (place: Place): Start =>
  place.in === 'message' ? (place.id as MessageID) : place.in === 'note' ? place.at : 0;

const areUnreadMissing = ({ row, readAt }: LeadDetails, messages: readonly Message[]): boolean =>
  row.isUnread && readAt > 0 && (messages[0]?.at ?? 0) > readAt;

const closedState = {
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
      const pages = createMessagesQuery(leadID, start);
      const lead = new QueryObserver(client, createLeadQuery(leadID));
      const thread = new InfiniteQueryObserver(client, pages);
      let isFirst = true;
      let isLoading = false;

      const load = async (direction: 'Next' | 'Previous'): Promise<void> => {
        const result = thread.getCurrentResult();
        if (isLoading || result.data === undefined || !result[`has${direction}Page`]) return;
        isLoading = true;
        await fetchNext(pages, () => thread[`fetch${direction}Page`]({ cancelRefetch: false }));
        isLoading = false;
      };

      const publish = (): void => {
        const before = get();
        if (before.leadID !== leadID) return;
        const [about, read] = [lead.getCurrentResult(), thread.getCurrentResult()];
        const errors = [about.error, read.error].filter((error) => error !== null);
        const error = errors.find(({ code }) => code === 'not_found') ?? errors[0] ?? null;
        // A removed lead is hidden; other failures may be temporary.
        if (error !== null && (before.state !== 'ready' || error.code === 'not_found')) {
          set({ state: 'failed', error });
          return;
        }
        if (about.data === undefined || read.data === undefined) return;
        const details = about.data.lead;
        const messages = read.data.pages.toReversed().flatMap((page) => page.messages);
        const isOpening = before.state !== 'ready';
        if (
          isOpening &&
          start === null &&
          read.hasNextPage &&
          areUnreadMissing(details, messages)
        ) {
          follow(leadID, details.readAt);
          return;
        }
        const isAtNewest = !read.hasPreviousPage;
        const needsCatchUp = !isFirst && before.isAtNewest && !isAtNewest;
        set({
          state: 'ready',
          error: null,
          // Opening marks the lead as read, so only the first answer shows what was unread.
          ...(isOpening && { unreadSince: details.row.isUnread ? details.readAt : null }),
          ...(isFirst && { startCount: before.startCount + 1 }),
          details: keepIfSame(before.details, details),
          messages: keepUnchanged(before.messages, messages, ({ messageID }) => messageID),
          isComplete: !read.hasNextPage,
          // More than a page arrived while the newest message was shown: the rest is loaded.
          isAtNewest: isAtNewest || needsCatchUp,
        });
        isFirst = false;
        if (needsCatchUp) void load('Previous');
      };

      const unsubscribes = [lead.subscribe(publish), thread.subscribe(publish)];
      close = () => unsubscribes.forEach((unsubscribe) => unsubscribe());
      loadEarlier = () => load('Next');
      loadLater = () => load('Previous');
      publish();
    };

    const seek = (place: Place | null): void =>
      set({ scrollTarget: { place, nth: (get().scrollTarget?.nth ?? 0) + 1 } });

    return {
      ...closedState,
      leadID: null,
      startCount: 0,
      refetch: () => refetch('leads.get', 'thread.page'),
      open: (leadID, place = null) => {
        if (leadID === get().leadID) return;
        close();
        set(
          leadID === null
            ? { ...closedState, leadID }
            : { leadID, state: 'loading', error: null, scrollTarget: null },
        );
        if (place !== null) seek(place);
        if (leadID !== null) follow(leadID, place === null ? null : toStart(place));
      },
      goTo: (place) => {
        const { leadID, messages, isComplete, isAtNewest } = get();
        if (leadID === null) return;
        seek(place);
        const [oldest, newest] = [messages[0]?.at ?? Infinity, messages.at(-1)?.at ?? -Infinity];
        const isLoaded =
          place.in === 'message'
            ? messages.some(({ messageID }) => messageID === place.id)
            : place.in === 'note'
              ? (isComplete || place.at >= oldest) && (isAtNewest || place.at <= newest)
              : isComplete;
        if (!isLoaded) follow(leadID, toStart(place));
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
