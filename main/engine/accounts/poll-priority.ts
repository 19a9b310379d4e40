/** Polls recently active leads earlier, for example after a start or sleep, or when a person checks. */
import type { Store } from '../platform/store/store.ts';
import { isCanceled } from './polls.ts';

const openSince = `
  SELECT i.lead, i.activity_at FROM inbox i CROSS JOIN leads l ON l.lead = i.lead
  WHERE i.archived = 0 AND i.activity_at > @since AND NOT ${isCanceled}`;

const activeSince = `
  SELECT lead, activity_at FROM inbox WHERE archived = 0 AND activity_at > @since
  UNION ALL
  SELECT lead, activity_at FROM inbox WHERE archived = 1 AND activity_at > @since`;

type Priority = {
  /** Greatest age of recent activity, in milliseconds. */
  readonly activeWithin: number;
  /** By the wall clock. */
  readonly now: number;
  /** Latest time of the poll, by `clock.steady()`. */
  readonly by: number;
};

// The most recently active lead is polled first.
const prioritized = '@by - CAST(max(0, @now - active.activity_at) / 1000 AS INTEGER)';

// The plus makes SQLite start from the active leads, not from all leads of the account.
const isPostponed =
  'polls.lead = active.lead AND +polls.account_id = @accountID AND +polls.next_at > @by';

/** Makes open, recently active leads due by `by`, except those whose last poll failed or missed. */
export const prioritizeOpenLeads = (
  store: Store,
  accountID: string,
  { activeWithin, now, by }: Priority,
): void => {
  store
    .prepare<[{ accountID: string; now: number; since: number; by: number }]>(
      `UPDATE polls SET next_at = ${prioritized}
       FROM (${openSince}) AS active
       WHERE ${isPostponed} AND polls.failures = 0 AND polls.misses = 0`,
    )
    .run({ accountID, now, since: now - activeWithin, by });
};

/** Makes recently active leads due by `by`, even after a failed poll, and the latest missing ones. */
export const prioritizeActiveLeads = (
  store: Store,
  accountID: string,
  { activeWithin, now, by }: Priority,
  maxMissing: number,
): void => {
  store
    .prepare<[{ accountID: string; now: number; since: number; by: number; maxMissing: number }]>(
      `UPDATE polls SET next_at = ${prioritized}
       FROM (${activeSince} UNION ALL
         SELECT lead, activity_at FROM (
           SELECT i.lead, i.activity_at
           FROM leads l INDEXED BY leads_missing JOIN inbox i ON i.lead = l.lead
           WHERE l.account_id = @accountID AND l.availability <> 'here'
           ORDER BY i.activity_at DESC LIMIT @maxMissing)) AS active
       WHERE ${isPostponed}`,
    )
    .run({ accountID, now, since: now - activeWithin, by, maxMissing });
};

/** Limits the next poll of every lead to `latest`, and of open, recently active ones to `by`. */
export const limitWaits = (
  store: Store,
  accountID: string,
  { activeWithin, now, by }: Priority,
  latest: number,
): void => {
  const sql = 'UPDATE polls SET next_at = ? WHERE account_id = ? AND next_at > ?';
  store.prepare<[number, string, number]>(sql).run(latest, accountID, latest);
  store
    .prepare<[{ accountID: string; since: number; by: number }]>(
      `UPDATE polls SET next_at = @by FROM (${openSince}) AS active WHERE ${isPostponed}`,
    )
    .run({ accountID, since: now - activeWithin, by });
};
