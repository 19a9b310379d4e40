/**
 * Leads that are asked about sooner than was planned: those that moved of late, after a start, a sleep or
 * a person's check.
 */
import type { Store } from '../platform/store/store.ts';
import { isCanceled } from './polls.ts';

/** Leads that moved and may go on. */
const openSince = `
  SELECT i.lead, i.activity_at FROM inbox i CROSS JOIN leads l ON l.lead = i.lead
  WHERE i.archived = 0 AND i.activity_at > @since AND NOT ${isCanceled}`;

const movedSince = `
  SELECT lead, activity_at FROM inbox WHERE archived = 0 AND activity_at > @since
  UNION ALL
  SELECT lead, activity_at FROM inbox WHERE archived = 1 AND activity_at > @since`;

type Hurry = {
  /** The leads that moved within so many milliseconds of `now`. */
  readonly movedWithin: number;
  /** The computer's time, to which the service's times are compared. */
  readonly now: number;
  /** When they are due at the latest, by `clock.steady()`. */
  readonly by: number;
};

// Among those that are due at once the one that moved last goes first.
const hurried = '@by - CAST(max(0, @now - moved.activity_at) / 1000 AS INTEGER)';

// The plus keeps SQLite from walking all leads of the account instead of those that moved.
const isTheirs =
  'polls.lead = moved.lead AND +polls.account_id = @accountID AND +polls.next_at > @by';

/** Makes the open leads that moved of late due soon, unless asking about one fails or has to rest. */
export const hurryLeads = (
  store: Store,
  accountID: string,
  { movedWithin, now, by }: Hurry,
): void => {
  store
    .prepare<[{ accountID: string; now: number; since: number; by: number }]>(
      'polls.hurry',
      `UPDATE polls SET next_at = ${hurried}
       FROM (${openSince}) AS moved
       WHERE ${isTheirs} AND polls.failures = 0 AND polls.misses = 0`,
    )
    .run({ accountID, now, since: now - movedWithin, by });
};

/**
 * Makes the leads that moved of late due, whatever came of the last question about them, and the
 * `mostMissing` that moved last of those that the service was found not to give.
 */
export const hurryAll = (
  store: Store,
  accountID: string,
  { movedWithin, now, by }: Hurry,
  mostMissing: number,
): void => {
  store
    .prepare<[{ accountID: string; now: number; since: number; by: number; mostMissing: number }]>(
      'polls.hurryAll',
      `UPDATE polls SET next_at = ${hurried}
       FROM (${movedSince} UNION ALL
         SELECT lead, activity_at FROM (
           SELECT i.lead, i.activity_at
           FROM leads l INDEXED BY leads_missing JOIN inbox i ON i.lead = l.lead
           WHERE l.account_id = @accountID AND l.availability <> 'here'
           ORDER BY i.activity_at DESC LIMIT @mostMissing)) AS moved
       WHERE ${isTheirs}`,
    )
    .run({ accountID, now, since: now - movedWithin, by, mostMissing });
};

/**
 * Lets no lead of an account wait longer than until `latest`, and no open one that moved within
 * `movedWithin` of `now` longer than until `by`.
 */
export const bringForward = (
  store: Store,
  accountID: string,
  { movedWithin, now, by }: Hurry,
  latest: number,
): void => {
  store
    .prepare<[number, string, number]>(
      'polls.bringForward',
      'UPDATE polls SET next_at = ? WHERE account_id = ? AND next_at > ?',
    )
    .run(latest, accountID, latest);
  store
    .prepare<[{ accountID: string; since: number; by: number }]>(
      'polls.bringOpenForward',
      `UPDATE polls SET next_at = @by FROM (${openSince}) AS moved WHERE ${isTheirs}`,
    )
    .run({ accountID, since: now - movedWithin, by });
};
