/** The items of a conversation: the request, then days, messages and asides by time, then facts. */
import type { UnsentReply } from '../../contract/automatic-replies.ts';
import type { LeadDetails, Message, Note } from '../../contract/records.ts';
import { getStartOfDay } from '../platform/format.ts';

export type TimelineItem =
  | { readonly kind: 'request' | 'earlier' | 'later' | 'unread'; readonly key: string }
  | { readonly kind: 'day'; readonly key: string; readonly at: number }
  | {
      readonly kind: 'message';
      readonly key: string;
      readonly message: Message;
      /** First of its group, which shows the author. */
      readonly isFirst: boolean;
      /** Last of its group, which shows the time. */
      readonly isLast: boolean;
    }
  | Aside
  | { readonly kind: 'fact'; readonly key: string; readonly fact: Fact };

/** An item that is placed between messages by its time. */
type Aside =
  | { readonly kind: 'note'; readonly key: string; readonly at: number; readonly note: Note }
  | {
      readonly kind: 'unsent';
      readonly key: string;
      readonly at: number;
      readonly reply: UnsentReply;
    };

/** A change of the lead by the service. */
export type Fact = { readonly kind: 'charge' | 'status'; readonly state: string };

/** Messages of one side within this time form a group. */
const maxGroupGapMs = 10 * 60_000;

/** Scheduled messages are last, whenever they were written. */
const isScheduled = ({ sending }: Message): boolean =>
  sending?.state === 'queued' && sending.waitsFor === 'schedule';

const areGrouped = (a: Message | undefined, b: Message | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  isScheduled(a) === isScheduled(b) &&
  a.side === b.side &&
  a.author === b.author &&
  b.at - a.at < maxGroupGapMs &&
  getStartOfDay(a.at) === getStartOfDay(b.at);

const listFacts = ({ chargeState, row: { status } }: LeadDetails): readonly Fact[] => [
  ...(chargeState === 'Refunded' ? [{ kind: 'charge', state: chargeState } as const] : []),
  ...(status !== '' && status !== 'Open' ? [{ kind: 'status', state: status } as const] : []),
];

const listAsides = ({ notes, unsentReplies }: LeadDetails, from: number, to: number): Aside[] =>
  [
    ...notes.map((note) => ({ kind: 'note', key: note.noteID, at: note.at, note }) as const),
    ...unsentReplies.map(
      (reply, nth) => ({ kind: 'unsent', key: `unsent-${nth}`, at: reply.at, reply }) as const,
    ),
  ]
    .filter(({ at }) => at >= from && at <= to)
    .toSorted((a, b) => a.at - b.at);

/**
 * @param unsorted oldest first; scheduled messages may be anywhere
 * @param unreadSince a line separates the customer's later messages; null or 0 (a lead never read) for none
 * @param isComplete the oldest message is loaded, so that the request comes first
 * @param isAtNewest the newest message is loaded, so that notes and facts follow it
 */
export const buildTimeline = (
  details: LeadDetails,
  unsorted: readonly Message[],
  isComplete: boolean,
  unreadSince: number | null = null,
  isAtNewest = true,
): readonly TimelineItem[] => {
  const messages = unsorted.toSorted((a, b) => Number(isScheduled(a)) - Number(isScheduled(b)));
  const items: TimelineItem[] = [
    isComplete ? { kind: 'request', key: 'request' } : { kind: 'earlier', key: 'earlier' },
  ];
  const firstUnread = unreadSince
    ? messages.findIndex(({ side, at }) => side === 'customer' && at > unreadSince)
    : -1;
  // Without the message before it, there may be earlier unread ones.
  const unread = firstUnread > 0 || isComplete ? firstUnread : -1;
  let shownDay: number | null = null;
  const beginDay = (at: number, key: string): void => {
    const day = getStartOfDay(at);
    if (day !== shownDay) items.push({ kind: 'day', key: `day-${day}-${key}`, at: day });
    shownDay = day;
  };
  /** The remaining asides within the loaded range. */
  const asides = listAsides(
    details,
    isComplete ? -Infinity : (messages[0]?.at ?? Infinity),
    isAtNewest ? Infinity : (messages.at(-1)?.at ?? -Infinity),
  );
  const putAsidesUntil = (at: number): boolean => {
    const before = asides.splice(0, asides.findLastIndex((aside) => aside.at < at) + 1);
    for (const aside of before) {
      beginDay(aside.at, aside.key);
      items.push(aside);
    }
    return before.length > 0;
  };
  messages.forEach((message, index) => {
    const next = messages[index + 1];
    const isAfterAside = putAsidesUntil(isScheduled(message) ? Infinity : message.at);
    if (!isScheduled(message)) beginDay(message.at, message.messageID);
    if (index === unread) items.push({ kind: 'unread', key: 'unread' });
    items.push({
      kind: 'message',
      key: message.messageID,
      message,
      isFirst: isAfterAside || index === unread || !areGrouped(messages[index - 1], message),
      isLast:
        index + 1 === unread ||
        !areGrouped(message, next) ||
        asides.some(({ at }) => next !== undefined && at < next.at),
    });
  });
  putAsidesUntil(Infinity);
  if (!isAtNewest) return [...items, { kind: 'later', key: 'later' }];
  for (const fact of listFacts(details))
    items.push({ kind: 'fact', key: `fact-${fact.kind}`, fact });
  return items;
};

/** The index of the item to which a place refers, or -1. */
export const findIndexOfPlace = (
  items: readonly TimelineItem[],
  { in: where, id }: { readonly in: 'request' | 'message' | 'note'; readonly id: string | null },
): number =>
  items.findIndex((item) => item.kind === where && (item.kind === 'request' || item.key === id));

const findLastKey = (items: readonly TimelineItem[]): string | undefined =>
  items.findLast(({ kind }) => kind !== 'later')?.key;

/** True if items were added before the old ones, and none after them. */
export const hasGrownInFront = (
  old: readonly TimelineItem[],
  fresh: readonly TimelineItem[],
): boolean => {
  const last = findLastKey(old);
  return fresh.length > old.length && last !== undefined && last === findLastKey(fresh);
};
