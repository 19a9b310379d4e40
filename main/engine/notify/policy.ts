/**
 * Decides which actions of customers cause a notice, which main shows: each once, even after a restart, and never for
 * history or the visible lead. Bursts, and news after sleep or quiet, become one notice. A new lead is notified
 * immediately, also if a rule will reply: the professional may want to answer it themselves.
 */
import type { Change } from '../../../contract/events.ts';
import type { Notice } from '../../../contract/port.ts';
import type { CommandInput, CommandOutput } from '../../../contract/commands.ts';
import type { LeadID } from '../../../contract/records.ts';
import type { Clock } from '../../clock/clock.ts';
import { createSchedule } from '../../clock/schedule.ts';
import type { Log } from '../../log/log.ts';
import type { CustomerActivity } from '../accounts/ingest/changes.ts';
import { findAccount } from '../accounts/rows.ts';
import { toLeadID, toRow } from '../platform/store/ids.ts';
import { findLeadRow } from '../leads/lead-rows.ts';
import { readCustomerActivityAt, setNotified, readNotifiedAndRead } from '../leads/read-mark.ts';
import { readSettings } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';
import {
  readHeldNews,
  holdNews,
  clearHeldNews,
  dropHeldNews,
  keepNewest,
  type News,
} from './held.ts';
import { storePause, readQuiet } from './quiet.ts';
import { readNotifiableLeads } from './notifiable.ts';
import { buildNotice, buildSummary } from './notice.ts';
import { buildLimitNotice, watchRuleReplies } from './rule-replies.ts';
import { createReviewNotices } from './reviews.ts';
import { filterOwn, filterUnsettled } from './settled.ts';
import { createShownNotices } from './shown-notices.ts';

type Dependencies = {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  /** @param noticeID for withdrawal; null if it is never withdrawn */
  readonly show: (notice: Notice, noticeID: string | null) => void;
  readonly withdraw: (noticeIDs: readonly string[]) => void;
  /** True if a rule of the team may assign a new lead within moments; never without a team. */
  readonly isAssigning?: () => boolean;
  /** Called with news worth a notice, in the transaction that records them. */
  readonly reach?: (news: readonly News[]) => void;
  /** Called at the start and when the quiet changes. */
  readonly onQuiet: (quiet: CommandOutput<'notices.quiet'>) => void;
};

export type NotifyPolicy = ReturnType<typeof createNotifyPolicy>;

const maxInWindow = 3;
const windowMs = 10_000;
/** A burst may last this long before its notice. */
const burstMs = 1_000;
/** A new lead's notice waits this long for a rule that assigns it, so that it is its assignee's alone. */
const assignedMs = 2_000;
/** The service's clock may be this far behind before its news count as history. */
const clockSkewMs = 10 * 60_000;
/** Polls the end of the quiet, because the computer's clock can be set. */
const checkEveryMs = 10_000;

export const createNotifyPolicy = (dependencies: Dependencies) => {
  const { store, clock, log, isAssigning, show, withdraw, reach, onQuiet } = dependencies;
  let watched: LeadID | null = null;
  let shownAt: readonly number[] = [];
  let burst: News[] = [];
  let cancelTimer: (() => void) | null = null;
  /** News until this time, by the steady clock, may be from the computer's sleep. */
  let wakingUntil = 0;
  let sentQuiet: CommandOutput<'notices.quiet'> | null = null;

  // If the computer's clock was ahead at the connection, the account counts as connected now.
  const isBeforeConnection = (connectedAt: number, at: number): boolean =>
    at < Math.min(connectedAt, clock.now()) - clockSkewMs;

  const isHistory = (accountID: string, at: number): boolean => {
    const account = findAccount(store, accountID);
    return account === null || isBeforeConnection(account.connectedAt, at);
  };

  /** Keeps one news item of each lead, if the lead is notifiable and the item not history, read or notified. */
  const selectNotifiable = (news: readonly CustomerActivity[]): readonly CustomerActivity[] => {
    const newest = keepNewest(news);
    const leads = readNotifiableLeads(
      store,
      newest.map(({ lead }) => lead),
    );
    return newest.filter(({ lead, at }) => {
      const known = leads.get(lead);
      if (known === undefined || isBeforeConnection(known.connectedAt, at)) return false;
      return at > known.notifiedAt && at > known.readAt;
    });
  };

  const isQuiet = (): boolean => readQuiet(store, clock.now()).until !== null;

  const reviews = createReviewNotices({
    ...{ store, clock, isQuiet, isHistory },
    // Actions in the inbox do not settle a review.
    show: (notice) => show(notice, null),
  });

  const shownNotices = createShownNotices({
    ...{ store, now: clock.now, withdraw },
    startedAt: clock.now(),
  });

  const showNotice = (notice: Notice, news: readonly News[]): void => {
    const replaced = news.filter(
      ({ kind, lead }) => kind === 'answered' && shownNotices.drop(lead),
    );
    const isSilent = replaced.length === news.length;
    if (!isSilent) shownAt = [...shownAt, clock.steady()];
    show(isSilent ? { ...notice, isSilent } : notice, shownNotices.add(news));
  };

  const showEach = (news: readonly News[]): void => {
    for (const one of news) {
      const notice = buildNotice(store, one);
      if (notice !== null) showNotice(notice, [one]);
    }
  };

  /** Shows the burst: up to `maxEach` news get their own notices. */
  const showBurst = (maxEach: number): void => {
    cancelTimer = null;
    const left = holdDuringQuiet(filterUnsettled(store, keepNewest(burst), clock.now()));
    burst = [];
    if (left.length <= maxEach) showEach(left);
    else showNotice(buildSummary(store, left, 'burst'), left);
  };

  const showLater = (news: readonly News[], ms: number, maxEach: number): void => {
    burst.push(...news);
    cancelTimer ??= clock.after(ms, () => showBurst(maxEach));
  };

  /** Removes news of the visible lead and of leads that a colleague answers. */
  const filterUncovered = <N extends News>(news: readonly N[]): readonly N[] =>
    filterOwn(
      store,
      news.filter(({ lead }) => toLeadID(lead) !== watched),
      clock.now(),
    );

  /** Returns the news to show now: none during quiet, when it is held, or without notifications. */
  const holdDuringQuiet = (news: readonly News[]): readonly News[] => {
    if (news.length === 0 || !readSettings(store).notifications) return [];
    if (!isQuiet()) return news;
    holdNews(store, news);
    return [];
  };

  const filterNow = (news: readonly News[]): readonly News[] =>
    holdDuringQuiet(filterUncovered(news));

  /** Shows news now, or later in one notice with others. */
  const offer = (news: readonly News[]): void => {
    if (news.length === 0) return;
    const now = clock.steady();
    if (now < wakingUntil) return showLater(news, wakingUntil - now, maxInWindow);
    if (isAssigning?.() === true && news.some(({ kind }) => kind === 'lead'))
      return showLater(news, assignedMs, maxInWindow);
    shownAt = shownAt.filter((at) => at > now - windowMs);
    if (burst.length === 0 && shownAt.length + news.length <= maxInWindow) return showEach(news);
    const first = shownAt[0];
    showLater(news, first === undefined ? burstMs : first + windowMs - now, 1);
  };

  const isReal = (lead: number): boolean => findLeadRow(store, lead)?.isTest === false;

  const createNews = (lead: number, kind: News['kind'], wasRead?: boolean): News => ({
    ...{ lead, kind, wasRead },
    at: readCustomerActivityAt(store, lead),
  });

  /** Handles ended snoozes after their commit. */
  const offerBack = (leads: readonly number[]): void =>
    offer(filterNow(leads.filter(isReal).map((lead) => createNews(lead, 'back'))));

  const isNoticed = (lead: number): boolean =>
    shownNotices.hasOwnNotice(lead) || burst.some((one) => one.lead === lead);

  /** Handles leads that a colleague has assigned to the person here, or mentioned them in. */
  const offerTeamNews = (kind: 'assigned' | 'mentioned', leads: readonly number[]): void => {
    const wanted = leads.filter(
      (lead) => isReal(lead) && (kind !== 'assigned' || !isNoticed(lead)),
    );
    offer(filterNow(wanted.map((lead) => createNews(lead, kind, true))));
  };

  /** The notice of a rule's reply silently replaces that of its lead; the reply to a read lead is notified too. */
  const offerAnswered = (leads: readonly number[]): void => {
    const news = leads.filter(isReal).map((lead): News => {
      const one = createNews(lead, 'answered');
      return { ...one, wasRead: one.at <= readNotifiedAndRead(store, lead).readAt };
    });
    const { replacing = [], others = [] } = Object.groupBy(filterNow(news), ({ lead }) =>
      shownNotices.hasOwnNotice(lead) ? 'replacing' : 'others',
    );
    showEach(replacing);
    offer(others);
  };

  const takeSentByRules = watchRuleReplies(store);

  const schedule = createSchedule(clock, (thrown) => {
    log.error({ err: thrown }, 'the quiet time could not be checked');
    schedule.in('check', checkEveryMs, checkQuiet);
  });
  /** Shows held news once it is no longer quiet. */
  const checkQuiet = (): void => {
    const now = readQuiet(store, clock.now());
    if (now.until !== sentQuiet?.until || now.paused !== sentQuiet.paused) onQuiet(now);
    sentQuiet = now;
    schedule.in('check', checkEveryMs, checkQuiet);
    if (now.until === null) {
      reviews.showHeld();
      const limit = readSettings(store).notifications ? buildLimitNotice(store, clock) : null;
      if (limit !== null) show(limit, null);
    }
    const held = now.until === null ? readHeldNews(store) : [];
    if (held.length === 0) return;
    clearHeldNews(store);
    const left = readSettings(store).notifications ? filterUnsettled(store, held, clock.now()) : [];
    if (left.length === 1) showEach(left);
    else if (left.length > 1) showNotice(buildSummary(store, left, 'quiet'), left);
  };
  schedule.in('check', 0, checkQuiet);

  return {
    /** Considers customers' actions after their commit. */
    consider: (news: readonly CustomerActivity[]): void => {
      const worth = selectNotifiable(news);
      if (worth.length === 0) return;
      // A repeated notice after a power cut is better than waiting for the disk at each burst. A
      // transaction of news does not index the words of a burst (leads/search.ts).
      const now = store.changeAs('news', () =>
        store.writeRepeatable(() => {
          for (const { lead, at } of worth) setNotified(store, lead, at);
          const open = filterUncovered(worth);
          reach?.(open);
          return holdDuringQuiet(open);
        }),
      );
      offer(now);
    },
    /** Considers delivered reviews after their commit. */
    considerReviews: reviews.consider,
    offerTeamNews,
    offerBack,
    watch: (leadID: LeadID | null, focused: boolean): void => {
      watched = focused ? leadID : null;
      const lead = watched === null ? null : toRow(watched);
      if (watched === null || lead === null) return;
      shownNotices.withdrawOf(watched);
      burst = burst.filter((one) => one.lead !== lead);
      dropHeldNews(store, lead);
    },
    /** Withdraws notices that a change settled, and shows notices of rules' replies that have left. */
    onChange: (change: Change): void => {
      shownNotices.onChange(change);
      if (change.kinds.includes('leads')) offerAnswered(takeSentByRules());
    },
    getQuiet: () => readQuiet(store, clock.now()),
    pause: (length: CommandInput<'notices.pause'>['length']): void => {
      storePause(store, clock, length);
      schedule.now('check', checkQuiet);
    },
    /** Call when the computer wakes up: news arrives within seconds. */
    wake: (): void => {
      wakingUntil = clock.steady() + windowMs;
      schedule.now('check', checkQuiet);
    },
    stop: (): void => {
      cancelTimer?.();
      schedule.stop();
    },
  };
};
