/** Polls recently changed leads earlier: after a start, after sleep, or when a person checks. */
import type { Store } from '../platform/store/store.ts';
import { isCanceled } from './polls.ts';

const openSince = `
  SELECT i.lead, i.activity_at FROM inbox i CROSS JOIN leads l ON l.lead = i.lead
  WHERE i.archived = 0 AND i.activity_at > @since AND NOT ${isCanceled}`;

const movedSince = `
  SELECT lead, activity_at FROM inbox WHERE archived = 0 AND activity_at > @since
  UNION ALL
  SELECT lead, activity_at FROM inbox WHERE archived = 1 AND activity_at > @since`;

type Priority = {
  /** Greatest age of a recent change, in milliseconds. */
  readonly movedWithin: number;
  /** By the wall clock. */
  readonly now: number;
  /** Latest time of the poll, by `clock.steady()`. */
  readonly by: number;
};

// The latest change is polled first.
const prioritized = '@by - CAST(max(0, @now - moved.activity_at) / 1000 AS INTEGER)';

// The plus makes SQLite start from the changed leads, not from all leads of the account.
const isPostponed =
  'polls.lead = moved.lead AND +polls.account_id = @accountID AND +polls.next_at > @by';

/** Makes open, recently changed leads due, except those whose last poll failed. */
export const prioritizeOpenLeads = (
  store: Store,
  accountID: string,
  { movedWithin, now, by }: Priority,
): void => {
  store
    .prepare<[{ accountID: string; now: number; since: number; by: number }]>(
      'polls.prioritizeOpen',
      `UPDATE polls SET next_at = ${prioritized}
       FROM (${openSince}) AS moved
       WHERE ${isPostponed} AND polls.failures = 0 AND polls.misses = 0`,
    )
    .run({ accountID, now, since: now - movedWithin, by });
};

/** Makes recently changed leads due, even after a failed poll, and the latest missing ones. */
export const prioritizeMovedLeads = (
  store: Store,
  accountID: string,
  { movedWithin, now, by }: Priority,
  mostMissing: number,
): void => {
  store
    .prepare<[{ accountID: string; now: number; since: number; by: number; mostMissing: number }]>(
      'polls.prioritizeMoved',
      `UPDATE polls SET next_at = ${prioritized}
       FROM (${movedSince} UNION ALL
         SELECT lead, activity_at FROM (
           SELECT i.lead, i.activity_at
           FROM leads l INDEXED BY leads_missing JOIN inbox i ON i.lead = l.lead
           WHERE l.account_id = @accountID AND l.availability <> 'here'
           ORDER BY i.activity_at DESC LIMIT @mostMissing)) AS moved
       WHERE ${isPostponed}`,
    )
    .run({ accountID, now, since: now - movedWithin, by, mostMissing });
};

/** Limits the wait of every lead to `latest`, and of open, recently changed ones to `by`. */
export const limitWaits = (
  store: Store,
  accountID: string,
  { movedWithin, now, by }: Priority,
  latest: number,
): void => {
  const sql = 'UPDATE polls SET next_at = ? WHERE account_id = ? AND next_at > ?';
  store.prepare<[number, string, number]>('polls.limitWaits', sql).run(latest, accountID, latest);
  store
    .prepare<[{ accountID: string; since: number; by: number }]>(
      'polls.limitOpenWaits',
      `UPDATE polls SET next_at = @by FROM (${openSince}) AS moved WHERE ${isPostponed}`,
    )
    .run({ accountID, since: now - movedWithin, by });
};
