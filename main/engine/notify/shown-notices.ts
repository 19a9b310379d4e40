/** Withdraws shown notices once their leads were read, answered, archived, snoozed or taken by a colleague. */
import type { Change } from '../../../contract/events.ts';
import type { LeadID } from '../../../contract/records.ts';
import { toLeadID } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import type { News } from './held.ts';
import { filterUnsettled } from './settled.ts';

/** Older notices are never withdrawn. */
const maxShown = 50;

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
      const changed = [...shown.values()]
        .flat()
        .filter(({ lead }) => named?.has(toLeadID(lead)) !== false);
      const unsettled = new Set(filterUnsettled(store, changed, now()));
      const settled = new Set(changed.filter((one) => !unsettled.has(one)));
      if (settled.size > 0) keepOnly((one) => !settled.has(one));
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
