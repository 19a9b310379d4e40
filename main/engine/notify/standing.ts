/**
 * The notices that stand on the desktop: each is taken back once nothing of it is left to do, because its
 * customers' leads were read, answered, archived, snoozed or removed, in the window or by the marketplace.
 */
import type { Change } from '../../../contract/events.ts';
import type { LeadID } from '../../../contract/records.ts';
import { leadRow } from '../leads/lead-rows.ts';
import { notifiedAndRead } from '../leads/read-mark.ts';
import { leadIDOf } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import type { News } from './held.ts';

export type Standing = {
  /** A notice of this news is being shown; returns the name by which it is taken back. */
  readonly add: (news: readonly News[]) => string;
  /** Something has changed: looks whether notices are over. */
  readonly changed: (change: Change) => void;
  /** The professional looks at this lead now. */
  readonly seen: (leadID: LeadID) => void;
};

/** Of more than these the oldest stays where it is. */
const mostStanding = 50;

const isOver = (store: Store, { lead, kind, at }: News): boolean => {
  const row = leadRow(store, lead);
  if (row === null || row.archived || row.snoozedUntil !== null) return true;
  // What is back had been read before: it is over when it was seen, or answered since.
  if (kind === 'back') return row.noReplyNeeded || row.outgoing !== null;
  // What was answered, here or elsewhere, was read.
  return at <= notifiedAndRead(store, lead).readAt;
};

/**
 * Makes what follows the notices of one run of the engine.
 *
 * @param startedAt tells its notices from those of an earlier run
 */
export const createStanding = ({
  store,
  startedAt,
  withdraw,
}: {
  readonly store: Store;
  readonly startedAt: number;
  readonly withdraw: (noticeIDs: readonly string[]) => void;
}): Standing => {
  /** What is left of each notice. */
  const standing = new Map<string, readonly News[]>();
  let count = 0;

  /** Takes back the notices of which nothing is left but what `isLeft` drops. */
  const keep = (isLeft: (one: News) => boolean): void => {
    const over: string[] = [];
    for (const [noticeID, news] of standing) {
      const left = news.filter(isLeft);
      if (left.length === 0) over.push(noticeID);
      else standing.set(noticeID, left);
    }
    for (const noticeID of over) standing.delete(noticeID);
    if (over.length > 0) withdraw(over);
  };

  return {
    add: (news) => {
      const noticeID = `${startedAt}-${++count}`;
      standing.set(noticeID, news);
      const [oldest] = standing.keys();
      if (standing.size > mostStanding && oldest !== undefined) standing.delete(oldest);
      return noticeID;
    },
    changed: ({ kinds, leadIDs }) => {
      if (standing.size === 0 || !kinds.includes('leads')) return;
      const named = leadIDs === null ? null : new Set<LeadID>(leadIDs);
      keep((one) => named?.has(leadIDOf(one.lead)) === false || !isOver(store, one));
    },
    seen: (leadID) => keep(({ lead }) => leadIDOf(lead) !== leadID),
  };
};
