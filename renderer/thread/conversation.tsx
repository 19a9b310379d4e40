/**
 * The messages of the open lead; a long conversation is virtualized. It opens at a search match, else at the
 * first unread message, else at the request of an unanswered lead, else at the newest message, which it then
 * follows. Otherwise a pill counts new messages below. Other messages load by scrolling, without jumps.
 */
import { Button } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import {
  memo,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactElement,
} from 'react';
import { useTranslation } from 'react-i18next';
import { VList } from 'virtua';
import { useStore } from 'zustand';
import type { UnsentReply } from '../../contract/automatic-replies.ts';
import type { LeadDetails, Message as MessageRecord } from '../../contract/records.ts';
import { parseTerms } from '../../contract/search-words.ts';
import { useConversation, useLeads, useLeadStores } from '../leads/stores.ts';
import { onDemand } from '../ui/lazily.tsx';
import { Marking } from '../ui/marked.tsx';
import { clockTime, dateAndTime, isoTime, weekDates } from '../platform/format.ts';
import { useToday } from '../ui/time-words.ts';
import { useServiceWords } from './known-words.ts';
import { Message } from './message.tsx';
import { Note } from './note.tsx';
import { RequestCard } from './request-card.tsx';
import { ShortLog, type LogHandle, type LogProps } from './short-log.tsx';
import { useThreadStores } from './stores.ts';
import { grewInFront, indexOfPlace, timelineOf, type Fact, type TimelineItem } from './timeline.ts';
import styles from './thread.module.css';

const HandReply = onDemand(() => import('./hand-reply.tsx'), 'HandReply');

const nearEnd = 48;
/** Beyond this a conversation is virtualized, so that its photos are not all fetched at once. */
const short = { items: 40, photos: 10 };
const day = 86_400_000;

const Day = ({ at }: { readonly at: number }) => {
  const { t, i18n } = useTranslation();
  const today = useToday();
  const days = Math.round((today - at) / day);
  const text =
    days === 0
      ? t('thread.today')
      : days === 1
        ? t('thread.yesterday')
        : weekDates(at, at, today, i18n.language, 'long');
  return (
    <h3 className={styles.day}>
      <span>{text}</span>
    </h3>
  );
};

const FactLine = ({ fact }: { readonly fact: Fact }) => {
  const { t } = useTranslation();
  const serviceWords = useServiceWords();
  const isCharge = fact.of === 'charge';
  return (
    <p className={styles.fact}>
      {t(isCharge ? 'facts.leadPrice' : 'facts.status')}:{' '}
      <bdi>{serviceWords(isCharge ? 'chargeStates' : 'statuses', fact.state)}</bdi>
    </p>
  );
};

/** A reply that a rule did not send, with the reason. */
export const UnsentLine = ({ reply }: { readonly reply: UnsentReply }) => {
  const { t, i18n } = useTranslation();
  const { ruleName, reason, gap, at } = reply;
  return (
    <p className={styles.fact}>
      <time dateTime={isoTime(at)} title={dateAndTime(at, i18n.language)} className="tabular">
        {clockTime(at, i18n.language)}
      </time>{' '}
      {t('message.unsent', { name: ruleName, reason: t(`automatic.reason.${reason}`, { gap }) })}
    </p>
  );
};

type ItemProps = {
  readonly item: TimelineItem;
  readonly details: LeadDetails;
  readonly newestOwn: string | undefined;
  /** Whether it is the match of a search. */
  readonly isMatch: boolean;
};

const Content = ({ item, details, newestOwn }: Omit<ItemProps, 'isMatch'>) => {
  const { t } = useTranslation();
  switch (item.kind) {
    case 'request':
      return <RequestCard details={details} />;
    case 'earlier':
    case 'later':
      return <p className={styles.fact}>{t(`thread.${item.kind}`)}</p>;
    case 'day':
      return <Day at={item.at} />;
    case 'unread':
      return (
        <p className={styles.unread}>
          <span>{t('thread.unread')}</span>
        </p>
      );
    case 'fact':
      return <FactLine fact={item.fact} />;
    case 'unsent':
      return <UnsentLine reply={item.reply} />;
    case 'note':
      return (
        <Note
          note={item.note}
          leadID={details.row.leadID}
          person={details.noteAuthors[item.note.noteID] ?? null}
        />
      );
    case 'message':
      return (
        <Message
          message={item.message}
          first={item.first}
          last={item.last}
          newest={item.message.messageID === newestOwn}
        />
      );
  }
};

/** Memoized, because the list renders repeatedly while it measures. */
const Item = memo(({ isMatch, ...props }: ItemProps) => (
  <div className={isMatch ? styles.sought : undefined}>
    <Content {...props} />
  </div>
));
Item.displayName = 'Item';

/** Time of the newest message that the professional did not write; 0 without one. */
const newestAt = (messages: readonly MessageRecord[]): number =>
  messages.findLast(({ side }) => side !== 'business')?.at ?? 0;

/** Whether only facts follow an item, so that scrolling to it means scrolling to the end. */
const onlyFactsFollow = (items: readonly TimelineItem[], index: number): boolean =>
  index >= 0 && items.slice(index + 1).every(({ kind }) => kind === 'fact');

/** The rendered height of the first items, in pixels, which the list may not have measured yet. */
const heightOf = (box: HTMLElement | null, count: number): number =>
  Array.from(box?.querySelector('[role="log"] > div')?.children ?? [])
    .slice(0, count)
    .reduce((sum, item) => sum + item.getBoundingClientRect().height, 0);

export const Conversation = ({ details }: { readonly details: LeadDetails }) => {
  const { t } = useTranslation();
  const replyToHand = useStore(useThreadStores().handing, ({ open }) => open);
  const { conversation } = useLeadStores();
  const messages = useConversation((state) => state.messages);
  const isComplete = useConversation((state) => state.isComplete);
  const isAtNewest = useConversation((state) => state.isAtNewest);
  const unreadSince = useConversation((state) => state.unreadSince);
  const scrollTarget = useConversation((state) => state.scrollTarget);
  const query = useLeads((state) => state.query);
  const terms = useMemo(() => (query === '' ? null : parseTerms(query)), [query]);
  const items = useMemo(
    () => timelineOf(details, messages, isComplete, unreadSince, isAtNewest),
    [details, messages, isComplete, unreadSince, isAtNewest],
  );
  const place = scrollTarget?.place ?? null;
  const targetIndex = place === null ? -1 : indexOfPlace(items, place);
  const [shown, setShown] = useState({ items, inFront: false });
  if (shown.items !== items) setShown({ items, inFront: grewInFront(shown.items, items) });

  const list = useRef<LogHandle>(null);
  const keepHandle = useCallback((handle: LogHandle | null): void => {
    list.current = handle;
  }, []);
  // Chosen once: another list would lose the scroll position.
  const [isShort] = useState(
    isComplete && items.length <= short.items && details.row.photos <= short.photos,
  );
  const Log: (props: LogProps<TimelineItem>) => ReactElement = isShort ? ShortLog : VList;
  const newestOwn = messages.findLast((message) => message.side === 'business')?.messageID;
  /** Index of the initial item; null for the newest. */
  const [opensAt] = useState(() => {
    if (scrollTarget !== null) return targetIndex < 0 ? null : targetIndex;
    const unread = items.findIndex(({ kind }) => kind === 'unread');
    if (unread >= 0) return unread;
    // By the messages, because test leads need no reply and never count as unanswered.
    return isComplete && messages.every(({ side }) => side !== 'business') ? 0 : null;
  });
  const following = useRef(opensAt === null && isAtNewest);
  const [isFollowing, setIsFollowing] = useState(opensAt === null && isAtNewest);
  /** Messages after this time were unread at the opening or have arrived since. */
  const [newAfter, setNewAfter] = useState({ isAtNewest, at: unreadSince ?? newestAt(messages) });
  // Messages loaded on the way to the newest are not new.
  if (newAfter.isAtNewest !== isAtNewest) setNewAfter({ isAtNewest, at: newestAt(messages) });
  /** The time of the newest visible message. */
  const [seenAt, setSeenAt] = useState(0);
  const countedAfter = Math.max(newAfter.at, seenAt);
  const newCount = isAtNewest
    ? messages.filter(({ side, at }) => side !== 'business' && at > countedAfter).length
    : 0;
  const isPillShown = !isAtNewest || (newCount > 0 && !isFollowing);
  const handledRequest = useRef(scrollTarget?.nth);
  const renderedCount = useRef(0);
  const renderedNewest = useRef<string>(undefined);
  const box = useRef<HTMLDivElement>(null);
  const lastScroll = useRef({ offset: 0, width: 0, height: 0 });

  const goToEnd = (): void => {
    if (isAtNewest) list.current?.scrollToIndex(Infinity, { align: 'end' });
    else conversation.getState().goToNewest();
  };

  useLayoutEffect(() => {
    const { current } = list;
    if (current === null) return;
    const countBefore = renderedCount.current;
    renderedCount.current = items.length;
    const newest = conversation.getState().messages.at(-1);
    const isNew = newest?.messageID !== renderedNewest.current;
    renderedNewest.current = newest?.messageID;
    if (countBefore === 0 && opensAt !== null) {
      current.scrollToIndex(opensAt, { align: scrollTarget === null ? 'start' : 'center' });
      return;
    }
    if (
      scrollTarget !== null &&
      scrollTarget.nth !== handledRequest.current &&
      (targetIndex >= 0 || place === null)
    ) {
      handledRequest.current = scrollTarget.nth;
      const isEnd = place === null || (isAtNewest && onlyFactsFollow(items, targetIndex));
      following.current = isEnd;
      current.scrollToIndex(isEnd ? items.length - 1 : targetIndex, {
        align: isEnd ? 'end' : 'center',
      });
      return;
    }
    // Without a scrollbar no scroll event reports that the newest message is visible.
    const isAllVisible =
      current.scrollOffset === 0 && heightOf(box.current, countBefore) <= current.viewportSize;
    if (isAllVisible && isAtNewest) following.current = true;
    const state = newest?.sending?.state;
    const isNewReply = isNew && (state === 'queued' || state === 'sending');
    if (following.current || isNewReply) current.scrollToIndex(items.length - 1, { align: 'end' });
  }, [items, conversation, opensAt, isAtNewest, scrollTarget, place, targetIndex]);

  /** Records the newest message whose beginning is visible. */
  const recordSeen = (): void => {
    const { current } = list;
    if (current === null || messages.length === 0) return;
    const last = current.findItemIndex(current.scrollOffset + current.viewportSize - 1);
    for (let index = Math.min(last, items.length - 1); index >= 0; index -= 1) {
      const item = items[index];
      if (item?.kind !== 'message' || item.message.side === 'business') continue;
      const { at } = item.message;
      setSeenAt((before) => (at > countedAfter ? Math.max(before, at) : before));
      return;
    }
  };

  const onScroll = (offset: number): void => {
    const { scrollSize = 0, viewportSize = 0 } = list.current ?? {};
    const now = { offset, width: box.current?.clientWidth ?? 0, height: viewportSize };
    const { width, height, offset: from } = lastScroll.current;
    const isResize = now.width !== width || now.height !== height;
    lastScroll.current = now;
    // Only scrolling up leaves the newest message, not a resize.
    const below = scrollSize - viewportSize - offset;
    if (below < nearEnd) following.current = isAtNewest;
    else if (offset < from && !isResize) following.current = false;
    setIsFollowing(following.current);
    recordSeen();
    if (offset < viewportSize) void conversation.getState().loadEarlier();
    if (below < viewportSize) void conversation.getState().loadLater();
  };
  const onResize = (): void => {
    if (following.current)
      list.current?.scrollToIndex(Math.max(0, renderedCount.current - 1), { align: 'end' });
    recordSeen();
  };

  const name = details.row.customerName || t('list.unnamed');
  return (
    <div ref={box} className={styles.conversation}>
      <Marking value={terms}>
        <Log
          ref={keepHandle}
          // MessageAnnouncer announces new messages; rows that scroll into view must not be announced.
          role="log"
          aria-live="off"
          aria-label={t('thread.label', { name })}
          tabIndex={0}
          className={styles.log}
          data={items}
          shift={shown.inFront}
          onScroll={onScroll}
          onResize={onResize}
        >
          {(item) => (
            <Item
              key={item.key}
              item={item}
              details={details}
              newestOwn={newestOwn}
              isMatch={items[targetIndex] === item}
            />
          )}
        </Log>
      </Marking>
      {isPillShown && (
        <Button
          variant="default"
          className={styles.pill}
          leftSection={<IconArrowDown size={14} />}
          aria-label={newCount === 0 ? t('thread.toBottom') : undefined}
          data-empty={newCount === 0}
          onClick={goToEnd}
        >
          {newCount > 0 && t('thread.newMessages', { count: newCount })}
        </Button>
      )}
      {replyToHand?.leadID === details.row.leadID && (
        <HandReply messageID={replyToHand.messageID} />
      )}
    </div>
  );
};

/** Announces a customer's new message in the open conversation to screen readers. */
export const MessageAnnouncer = () => {
  const { t } = useTranslation();
  const leadID = useConversation((state) => state.details?.row.leadID ?? null);
  const startCount = useConversation((state) => (state.isAtNewest ? state.startCount : null));
  const last = useConversation((state) => state.messages.at(-1) ?? null);
  const describe = ({ author, text }: MessageRecord): string => {
    const name = author || t('list.unnamed');
    return text === ''
      ? t('thread.arrivedFile', { name })
      : t('thread.arrived', { name, text: text.slice(0, 300) });
  };
  const now = { leadID, startCount, messageID: last?.messageID };
  const [announced, setAnnounced] = useState({ ...now, words: '' });
  if (announced.leadID !== leadID || announced.startCount !== startCount)
    setAnnounced({ ...now, words: '' });
  else if (startCount !== null && announced.messageID !== now.messageID)
    setAnnounced({ ...now, words: last?.side === 'customer' ? describe(last) : '' });
  return (
    <div role="status" aria-live="polite" className="hidden-visually">
      {announced.words}
    </div>
  );
};
