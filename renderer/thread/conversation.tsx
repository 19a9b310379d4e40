/**
 * The messages of the open lead; a long conversation is virtualized. It opens at a search match, else at the first
 * unread message, else at the request of an unanswered lead, else at the newest message.
 */
import { Button } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { memo, useMemo, useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { VList } from 'virtua';
import { useStore } from 'zustand';
import type { UnsentReply } from '../../contract/automatic-replies.ts';
import type { LeadDetails, Message as MessageRecord } from '../../contract/records.ts';
import { parseTerms } from '../../contract/search-words.ts';
import { useConversation, useLeads } from '../leads/stores.ts';
import { loadOnDemand } from '../ui/lazily.tsx';
import { Marking } from '../ui/marked.tsx';
import { formatWeekDates } from '../platform/format.ts';
import { useToday } from '../ui/time-words.ts';
import { ClockTime } from './clock-time.tsx';
import { useServiceWords } from './service-words.ts';
import { Message } from './message.tsx';
import { Note } from './note.tsx';
import { RequestCard } from './request-card.tsx';
import { ShortLog, type LogProps } from './short-log.tsx';
import { useThreadStores } from './stores.ts';
import {
  hasGrownInFront,
  findIndexOfPlace,
  buildTimeline,
  type Fact,
  type TimelineItem,
} from './timeline.ts';
import { useLogScroll } from './use-log-scroll.ts';
import styles from './thread.module.css';

const HandReply = loadOnDemand(() => import('./hand-reply.tsx'), 'HandReply');

/** A longer conversation is virtualized, so that its photos are not all fetched at once. */
const maxShort = { items: 40, photos: 10 };
const dayMs = 86_400_000;

const Day = ({ at }: { readonly at: number }) => {
  const { t, i18n } = useTranslation();
  const today = useToday();
  const days = Math.round((today - at) / dayMs);
  const text =
    days === 0
      ? t('thread.today')
      : days === 1
        ? t('thread.yesterday')
        : formatWeekDates(at, at, today, i18n.language, 'long');
  return (
    <h3 className={styles.day}>
      <span>{text}</span>
    </h3>
  );
};

const FactLine = ({ fact }: { readonly fact: Fact }) => {
  const { t } = useTranslation();
  const translateValue = useServiceWords();
  const isCharge = fact.kind === 'charge';
  return (
    <p className={styles.fact}>
      {t(isCharge ? 'facts.leadPrice' : 'facts.status')}:{' '}
      <bdi>{translateValue(isCharge ? 'chargeStates' : 'statuses', fact.state)}</bdi>
    </p>
  );
};

/** A reply that a rule did not send, with the reason. */
export const UnsentLine = ({ reply }: { readonly reply: UnsentReply }) => {
  const { t } = useTranslation();
  const { ruleName, reason, gap, at } = reply;
  return (
    <p className={styles.fact}>
      <ClockTime at={at} />{' '}
      {t('message.unsent', { name: ruleName, reason: t(`automatic.reason.${reason}`, { gap }) })}
    </p>
  );
};

type ItemProps = {
  readonly item: TimelineItem;
  readonly details: LeadDetails;
  readonly newestOwn: string | undefined;
  /** It is the match of a search. */
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
          isFirst={item.isFirst}
          isLast={item.isLast}
          isNewest={item.message.messageID === newestOwn}
        />
      );
  }
};

/** Memoized, because the list renders again and again while it measures. */
const Item = memo(({ isMatch, ...props }: ItemProps) => (
  <div className={isMatch ? styles.match : undefined}>
    <Content {...props} />
  </div>
));
Item.displayName = 'Item';

export const Conversation = ({ details }: { readonly details: LeadDetails }) => {
  const { t } = useTranslation();
  const replyToHand = useStore(useThreadStores().handing, ({ open }) => open);
  const messages = useConversation((state) => state.messages);
  const isComplete = useConversation((state) => state.isComplete);
  const isAtNewest = useConversation((state) => state.isAtNewest);
  const unreadSince = useConversation((state) => state.unreadSince);
  const scrollTarget = useConversation((state) => state.scrollTarget);
  const query = useLeads((state) => state.query);
  const terms = useMemo(() => (query === '' ? null : parseTerms(query)), [query]);
  const items = useMemo(
    () => buildTimeline(details, messages, isComplete, unreadSince, isAtNewest),
    [details, messages, isComplete, unreadSince, isAtNewest],
  );
  const place = scrollTarget?.place ?? null;
  const targetIndex = place === null ? -1 : findIndexOfPlace(items, place);
  const [shown, setShown] = useState({ items, inFront: false });
  if (shown.items !== items) setShown({ items, inFront: hasGrownInFront(shown.items, items) });

  // Chosen once: another list would lose the scroll position.
  const [isShort] = useState(
    isComplete && items.length <= maxShort.items && details.row.photos <= maxShort.photos,
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
  const { box, keepHandle, newCount, isPillShown, goToEnd, onScroll, onResize } = useLogScroll(
    items,
    opensAt,
    targetIndex,
  );
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
