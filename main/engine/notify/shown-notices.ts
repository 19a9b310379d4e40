/** Withdraws shown notices once their leads were read, answered, archived, snoozed or taken by a colleague. */
import type { Change } from '../../../contract/events.ts';
import type { LeadID, LeadRow } from '../../../contract/records.ts';
import { findClaim } from '../leads/claims.ts';
import { findOwnPerson } from '../leads/inbox-facts.ts';
import { findLeadRow } from '../leads/lead-rows.ts';
import { readNotifiedAndRead } from '../leads/read-mark.ts';
import { toLeadID } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import type { News } from './held.ts';

/** Older notices are never withdrawn. */
const maxShown = 50;

/** True if a colleague answers the lead: its assignee or, without one, the person who claimed it. */
export const isWithColleague = (
  store: Store,
  lead: number,
  { assignee }: LeadRow,
  now: number,
): boolean => {
  const own = findOwnPerson(store);
  const by = assignee ?? findClaim(store, lead, now)?.person ?? null;
  return own !== null && by !== null && by !== own;
};

/** True if the professional, or a colleague, has dealt with the news. @param now UTC milliseconds */
export const isSettled = (
  store: Store,
  { lead, kind, at, wasRead }: News,
  now: number,
): boolean => {
  const row = findLeadRow(store, lead);
  if (row === null || row.archived || row.snoozedUntil !== null) return true;
  // A mention is for the person here.
  if (kind === 'mentioned') return !row.isMentioned;
  if (isWithColleague(store, lead, row, now)) return true;
  // It was read before, so only a mark that no reply is needed, or a reply, settles it.
  if (kind === 'back' || wasRead === true) return row.noReplyNeeded || row.outgoing !== null;
  return at <= readNotifiedAndRead(store, lead).readAt;
};

/** @param startedAt distinguishes its ids from those of earlier runs */
export const createShownNotices = (dependencies: {
  readonly store: Store;
  readonly startedAt: number;
  /** UTC milliseconds. */
  readonly now: () => number;
  readonly withdraw: (noticeIDs: readonly string[]) => void;
}) => {
  const { store, startedAt, now, withdraw } = dependencies;
  const shown = new Map<string, readonly News[]>();
  let count = 0;

  /** Drops news and withdraws notices without any. */
  const keepOnly = (isUnsettled: (one: News) => boolean): void => {
    const over: string[] = [];
    for (const [noticeID, news] of shown) {
      const left = news.filter(isUnsettled);
      if (left.length === 0) over.push(noticeID);
      else shown.set(noticeID, left);
    }
    for (const noticeID of over) shown.delete(noticeID);
    if (over.length > 0) withdraw(over);
  };

  return {
    /** Adds a notice; returns its id for withdrawal. */
    add: (news: readonly News[]): string => {
      const noticeID = `${startedAt}-${++count}`;
      shown.set(noticeID, news);
      const [oldest] = shown.keys();
      if (shown.size > maxShown && oldest !== undefined) shown.delete(oldest);
      return noticeID;
    },
    /** Withdraws notices that a change settled. */
    onChange: ({ kinds, leadIDs }: Change): void => {
      const isAbout = kinds.includes('leads') || kinds.includes('presence');
      if (shown.size === 0 || !isAbout) return;
      const named = leadIDs === null ? null : new Set<LeadID>(leadIDs);
      keepOnly((one) => named?.has(toLeadID(one.lead)) === false || !isSettled(store, one, now()));
    },
    /** Withdraws notices of a lead that the professional opened. */
    withdrawOf: (leadID: LeadID): void => keepOnly(({ lead }) => toLeadID(lead) !== leadID),
    /** True if a notice is about this lead alone. */
    hasOwnNotice: (lead: number): boolean =>
      [...shown.values()].some((news) => news.every((one) => one.lead === lead)),
    /** Drops the news of a lead from its notices, for one that replaces them; true if there were any. */
    drop: (lead: number): boolean => {
      const isShown = [...shown.values()].some((news) => news.some((one) => one.lead === lead));
      if (isShown) keepOnly((one) => one.lead !== lead);
      return isShown;
    },
  };
};
