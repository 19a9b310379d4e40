/** Scrolls the log of a conversation, follows its newest message, and counts the new messages below. */
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { Message } from '../../contract/records.ts';
import { useConversation, useLeadStores } from '../leads/stores.ts';
import type { LogHandle } from './short-log.tsx';
import type { TimelineItem } from './timeline.ts';

/** Within this many pixels of the end, the conversation follows the newest message. */
const nearEnd = 48;

/** Time of the newest message that the professional did not write; 0 without one. */
const findNewestTime = (messages: readonly Message[]): number =>
  messages.findLast(({ side }) => side !== 'business')?.at ?? 0;

/** True if only facts follow an item: scrolling to it means scrolling to the end. */
const isBeforeFactsOnly = (items: readonly TimelineItem[], index: number): boolean =>
  index >= 0 && items.slice(index + 1).every(({ kind }) => kind === 'fact');

/** The rendered height of the first items, in pixels, which the list may not have measured yet. */
const measureHeight = (box: HTMLElement | null, count: number): number =>
  Array.from(box?.querySelector('[role="log"] > div')?.children ?? [])
    .slice(0, count)
    .reduce((sum, item) => sum + item.getBoundingClientRect().height, 0);

/** A message that the professional did not write. */
const isReceived = (item: TimelineItem): item is Extract<TimelineItem, { kind: 'message' }> =>
  item.kind === 'message' && item.message.side !== 'business';

/** Counts the messages that were unread at the opening or have arrived since, until they are visible. */
const useNewCount = () => {
  const messages = useConversation((state) => state.messages);
  const isAtNewest = useConversation((state) => state.isAtNewest);
  const unreadSince = useConversation((state) => state.unreadSince);
  const [start, setStart] = useState({
    isAtNewest,
    at: unreadSince ?? findNewestTime(messages),
  });
  // Messages loaded on the way to the newest are not new.
  if (start.isAtNewest !== isAtNewest) setStart({ isAtNewest, at: findNewestTime(messages) });
  const [seenAt, setSeenAt] = useState(0);
  const countedAfter = Math.max(start.at, seenAt);
  return {
    newCount: isAtNewest
      ? messages.filter(({ side, at }) => side !== 'business' && at > countedAfter).length
      : 0,
    /** @param at the time of the newest visible message */
    recordSeenAt: (at: number): void =>
      setSeenAt((before) => (at > countedAfter ? Math.max(before, at) : before)),
  };
};

/**
 * @param opensAt index of the initial item; null for the newest
 * @param targetIndex index of the item at the store's scroll target; -1 without one
 */
export const useLogScroll = (
  items: readonly TimelineItem[],
  opensAt: number | null,
  targetIndex: number,
) => {
  const { conversation } = useLeadStores();
  const isAtNewest = useConversation((state) => state.isAtNewest);
  const scrollTarget = useConversation((state) => state.scrollTarget);
  const place = scrollTarget?.place ?? null;
  const { newCount, recordSeenAt } = useNewCount();
  const list = useRef<LogHandle>(null);
  const keepHandle = useCallback((handle: LogHandle | null): void => {
    list.current = handle;
  }, []);
  const box = useRef<HTMLDivElement>(null);
  /** For events between two renderings; `isFollowing` is rendered. */
  const following = useRef(opensAt === null && isAtNewest);
  const [isFollowing, setIsFollowing] = useState(opensAt === null && isAtNewest);
  const handledRequest = useRef(scrollTarget?.nth);
  const renderedCount = useRef(0);
  const renderedNewest = useRef<string>(undefined);
  const lastScroll = useRef({ offset: 0, width: 0, height: 0 });

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
      const isEnd = place === null || (isAtNewest && isBeforeFactsOnly(items, targetIndex));
      following.current = isEnd;
      current.scrollToIndex(isEnd ? items.length - 1 : targetIndex, {
        align: isEnd ? 'end' : 'center',
      });
      return;
    }
    // Without a scrollbar no scroll event reports that the newest message is visible.
    const isAllVisible =
      current.scrollOffset === 0 && measureHeight(box.current, countBefore) <= current.viewportSize;
    if (isAllVisible && isAtNewest) following.current = true;
    const state = newest?.sending?.state;
    const isNewReply = isNew && (state === 'queued' || state === 'sending');
    if (following.current || isNewReply) current.scrollToIndex(items.length - 1, { align: 'end' });
  }, [items, conversation, opensAt, isAtNewest, scrollTarget, place, targetIndex]);

  /** Records the newest message whose beginning is visible. */
  const recordSeen = (): void => {
    const { current } = list;
    if (current === null) return;
    const last = current.findItemIndex(current.scrollOffset + current.viewportSize - 1);
    const seen = items.slice(0, last + 1).findLast(isReceived);
    if (seen !== undefined) recordSeenAt(seen.message.at);
  };

  return {
    box,
    keepHandle,
    newCount,
    isPillShown: !isAtNewest || (newCount > 0 && !isFollowing),
    goToEnd: (): void => {
      if (isAtNewest) list.current?.scrollToIndex(Infinity, { align: 'end' });
      else conversation.getState().goToNewest();
    },
    onScroll: (offset: number): void => {
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
    },
    onResize: (): void => {
      if (following.current)
        list.current?.scrollToIndex(Math.max(0, renderedCount.current - 1), { align: 'end' });
      recordSeen();
    },
  };
};
