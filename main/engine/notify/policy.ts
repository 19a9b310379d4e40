/**
 * Decides what is worth a notification: once for each thing a customer did that the professional has
 * not seen. Never for history, never for what is on the screen in front of them, never twice, not
 * even after a restart; a burst, and what came in sleep, becomes one notice, and so does what came in
 * quiet hours, when these end. Showing it is main's part.
 */
import type { Change } from '../../../contract/events.ts';
import type { Notice } from '../../../contract/port.ts';
import type { CommandInput, CommandOutput } from '../../../contract/commands.ts';
import type { LeadID } from '../../../contract/records.ts';
import type { Clock } from '../../clock/clock.ts';
import { createSchedule } from '../../clock/schedule.ts';
import type { Log } from '../../log/log.ts';
import type { CustomerActivity } from '../accounts/ingest/changes.ts';
import { accountByID } from '../accounts/rows.ts';
import { leadIDOf } from '../platform/store/ids.ts';
import { leadRow } from '../leads/lead-rows.ts';
import { customerActivityAt, setNotified, notifiedAndRead } from '../leads/read-mark.ts';
import { settingsNow } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';
import { heldNews, hold, letGo, newestOf, type News } from './held.ts';
import { keepPause, quietNow } from './quiet.ts';
import { noticeOf, summaryOf } from './notice.ts';
import { createReviewNotices, type ReviewNotices } from './reviews.ts';
import { createStanding } from './standing.ts';

type Dependencies = {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  /** @param noticeID by which it is taken back; null for one that stays until it was seen */
  readonly show: (notice: Notice, noticeID: string | null) => void;
  /** Takes notices back that nobody needs any more. */
  readonly withdraw: (noticeIDs: readonly string[]) => void;
  /** Told whether it is quiet at the start and whenever that changes. */
  readonly quiet: (quiet: CommandOutput<'notices.quiet'>) => void;
};

export type NotifyPolicy = {
  /** Considers what customers did; called after the commit that stored it. */
  readonly consider: (news: readonly CustomerActivity[]) => void;
  /** Considers reviews that deliveries brought; called after the commit. */
  readonly reviewed: ReviewNotices['consider'];
  /** Tells that these leads' snooze is over; called after the commit that ended it. */
  readonly back: (leads: readonly number[]) => void;
  /** Keeps quiet about the lead that the professional is looking at. */
  readonly watch: (leadID: LeadID | null, focused: boolean) => void;
  /** Something has changed: what was told may be over. */
  readonly changed: (change: Change) => void;
  /** Until when it is quiet. */
  readonly quiet: () => CommandOutput<'notices.quiet'>;
  /** Keeps quiet for a while, or no longer. */
  readonly pause: (length: CommandInput<'notices.pause'>['length']) => void;
  /** The computer was asleep: what came meanwhile arrives in the next seconds. */
  readonly wake: () => void;
  readonly stop: () => void;
};

/** More notices than this within the window become one. */
const mostInWindow = 3;
const windowMs = 10_000;
/** How long a burst is given to end before it is told. */
const burstMs = 1_000;
/** How far the service's clock may be behind ours before news of now looks like history. */
const clockSkewMs = 10 * 60_000;
/** How often it is looked whether it is still quiet: by the computer's clock, which can be set. */
const lookEveryMs = 10_000;

/** Makes the policy of one engine. */
export const createNotifyPolicy = ({
  store,
  clock,
  log,
  show,
  withdraw,
  quiet,
}: Dependencies): NotifyPolicy => {
  let watched: LeadID | null = null;
  let shownAt: readonly number[] = [];
  let burst: readonly News[] = [];
  let callOff: (() => void) | null = null;
  /** Until when what comes is what came in sleep, by the steady clock. */
  let wakingUntil = 0;
  let toldQuiet: CommandOutput<'notices.quiet'> | null = null;

  const isHistory = (accountID: string, at: number): boolean => {
    const account = accountByID(store, accountID);
    // An account that was connected while the computer's clock was ahead is not connected later than now.
    const since = Math.min(account?.connectedAt ?? 0, clock.now()) - clockSkewMs;
    return account === null || at < since;
  };

  const isWorthTelling = ({ accountID, lead, at }: CustomerActivity): boolean => {
    const { notifiedAt, readAt } = notifiedAndRead(store, lead);
    const row = leadRow(store, lead);
    const isForThem = row !== null && !row.test;
    return isForThem && !isHistory(accountID, at) && at > notifiedAt && at > readAt;
  };

  const isQuiet = (): boolean => quietNow(store, clock.now()).until !== null;

  const reviews = createReviewNotices({
    store,
    clock,
    isQuiet,
    isHistory,
    // Nothing done in the inbox takes it back.
    show: (notice) => show(notice, null),
  });

  const standing = createStanding({ store, startedAt: clock.now(), withdraw });

  const say = (notice: Notice, news: readonly News[]): void => {
    shownAt = [...shownAt, clock.steady()];
    show(notice, standing.add(news));
  };

  const tell = (news: readonly News[]): void => {
    for (const one of news) {
      const notice = noticeOf(store, one);
      if (notice !== null) say(notice, [one]);
    }
  };

  /** What has not been read or answered meanwhile, and is still here. */
  const unread = (news: readonly News[]): readonly News[] =>
    news.filter(
      ({ lead, at }) => leadRow(store, lead) !== null && at > notifiedAndRead(store, lead).readAt,
    );

  const tellBurst = (): void => {
    callOff = null;
    const left = unread(burst);
    burst = [];
    if (left.length === 0) return;
    if (isQuiet()) hold(store, left);
    else if (left.length === 1) tell(left);
    else say(summaryOf(store, left, 'burst'), left);
  };

  /** The same after sleep, where up to three are told each by itself. */
  const tellWoken = (): void => {
    callOff = null;
    const left = unread(burst);
    if (left.length > mostInWindow || isQuiet()) {
      tellBurst();
      return;
    }
    burst = [];
    tell(left);
  };

  const later = (news: readonly News[], ms: number, work: () => void): void => {
    burst = newestOf([...burst, ...news]);
    callOff ??= clock.after(ms, work);
  };

  /** Those that the professional neither looks at nor is to be spared now; these are kept for later. */
  const toTellNow = (worth: readonly News[]): readonly News[] => {
    const news = worth.filter(({ lead }) => leadIDOf(lead) !== watched);
    if (news.length === 0 || !settingsNow(store).notifications) return [];
    if (!isQuiet()) return news;
    hold(store, news);
    return [];
  };

  const offer = (news: readonly News[]): void => {
    if (news.length === 0) return;
    const now = clock.steady();
    if (now < wakingUntil) {
      later(news, wakingUntil - now, tellWoken);
      return;
    }
    shownAt = shownAt.filter((at) => at > now - windowMs);
    if (burst.length === 0 && shownAt.length + news.length <= mostInWindow) {
      tell(news);
      return;
    }
    const first = shownAt[0];
    later(news, first === undefined ? burstMs : first + windowMs - now, tellBurst);
  };

  const schedule = createSchedule(clock, (thrown) => {
    log.error({ err: thrown }, 'it could not be looked whether it is quiet');
    schedule.in('look', lookEveryMs, look);
  });
  /** Tells what was held while it was quiet, once it no longer is. */
  const look = (): void => {
    const now = quietNow(store, clock.now());
    if (now.until !== toldQuiet?.until || now.paused !== toldQuiet.paused) quiet(now);
    toldQuiet = now;
    schedule.in('look', lookEveryMs, look);
    if (now.until === null) reviews.tellHeld();
    const held = now.until === null ? heldNews(store) : [];
    if (held.length === 0) return;
    letGo(store);
    const left = settingsNow(store).notifications ? unread(held) : [];
    if (left.length === 1) tell(left);
    else if (left.length > 1) say(summaryOf(store, left, 'quiet'), left);
  };
  schedule.in('look', 0, look);

  return {
    consider: (news) => {
      const worth = newestOf(news).filter(isWorthTelling);
      if (worth.length === 0) return;
      // Told once more after a power cut is better than a wait for the disk at each burst.
      const now = store.writeAgain(() => {
        for (const { lead, at } of worth) setNotified(store, lead, at);
        return toTellNow(worth);
      });
      offer(now);
    },
    reviewed: reviews.consider,
    back: (leads) =>
      offer(
        toTellNow(
          leads
            .filter((lead) => leadRow(store, lead)?.test === false)
            .map((lead) => ({ lead, kind: 'back', at: customerActivityAt(store, lead) })),
        ),
      ),
    watch: (leadID, focused) => {
      watched = focused ? leadID : null;
      if (watched !== null) standing.seen(watched);
    },
    changed: standing.changed,
    quiet: () => quietNow(store, clock.now()),
    pause: (length) => {
      keepPause(store, clock, length);
      schedule.now('look', look);
    },
    wake: () => {
      wakingUntil = clock.steady() + windowMs;
      schedule.now('look', look);
    },
    stop: () => {
      callOff?.();
      schedule.stop();
    },
  };
};
