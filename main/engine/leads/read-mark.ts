/**
 * Up to when the professional has read what a lead's customer did, which is the mark `read`; and up to
 * when the desktop has been told of it, which is no mark of theirs and has a table of its own.
 */
import type { Store } from '../platform/store/store.ts';

/**
 * The customer's latest activity known of a lead, in UTC milliseconds: the request itself or a
 * message. 0 for a lead that does not exist.
 */
const lastCustomerActivity = (lead: string): string => `
  ifnull(max(
    (SELECT CASE complete WHEN 1 THEN created_at ELSE 0 END FROM leads WHERE leads.lead = ${lead}),
    ifnull((SELECT sent_at FROM messages m WHERE m.lead = ${lead} AND m.side = 'customer'
      ORDER BY sent_at DESC, message DESC LIMIT 1), 0)), 0)`;

/** The time up to which a lead has been read, in SQL; NULL when it never was. */
export const readAt = (lead: string): string =>
  `(SELECT value FROM marks WHERE marks.lead = ${lead} AND mark = 'read'
    AND typeof(value) <> 'text')`;

/** The customer's latest activity of a lead, in UTC milliseconds. */
export const customerActivityAt = (store: Store, lead: number): number =>
  store
    .prepare<[{ readonly lead: number }], { at: number }>(
      'read.customerActivity',
      `SELECT ${lastCustomerActivity('@lead')} AS at`,
    )
    .get({ lead })?.at ?? 0;

/** A text, which is never a time, would count as later than every number. */
const isLater = "WHERE excluded.value > value OR typeof(value) = 'text'";

const put = (name: string, at: string, where: string) => (store: Store, leads: readonly number[]) =>
  void store
    .prepare<[string]>(
      name,
      `INSERT INTO marks (lead, mark, value) SELECT j.value, 'read', ${at} FROM json_each(?) j
       WHERE true ON CONFLICT DO UPDATE SET value = excluded.value ${where}`,
    )
    .run(JSON.stringify(leads));

/** Counts everything that the customers of these leads have said up to now as read. */
export const markRead = put('read.mark', lastCustomerActivity('j.value'), isLater);

/** Makes the latest activity of these leads' customers unread again. */
export const markUnread = put('read.unmark', `max(0, ${lastCustomerActivity('j.value')} - 1)`, '');

/** Counts customer activity up to `at` as read; never makes read things unread. */
export const readUpTo = (store: Store, lead: number, at: number): void => {
  store
    .prepare<[number, number]>(
      'read.upTo',
      `INSERT INTO marks (lead, mark, value) VALUES (?, 'read', CAST(? AS INTEGER))
       ON CONFLICT DO UPDATE SET value = excluded.value ${isLater}`,
    )
    .run(lead, at);
};

/** What two leads that become one have been read up to is what the caller worked out. */
export const mergeRead = (
  store: Store,
  merged: { readonly from: number; readonly to: number; readonly readAt: number },
): void => {
  store
    .prepare<[typeof merged]>(
      'read.merge',
      `INSERT INTO marks (lead, mark, value) VALUES (@to, 'read', CAST(@readAt AS INTEGER))
       ON CONFLICT DO UPDATE SET value = excluded.value`,
    )
    .run(merged);
  store
    .prepare<[typeof merged]>(
      'told.merge',
      `INSERT INTO told (lead, at) SELECT @to, at FROM told WHERE lead = @from
       ON CONFLICT DO UPDATE SET at = max(at, excluded.at)`,
    )
    .run(merged);
};

/** Up to when the desktop has been told of this lead's customer, and what has been read of it. */
export const toldAndRead = (
  store: Store,
  lead: number,
): { readonly notifiedAt: number; readonly readAt: number } =>
  store
    .prepare<[{ readonly lead: number }], { notifiedAt: number; readAt: number }>(
      'read.toldAndRead',
      `SELECT ifnull((SELECT at FROM told WHERE told.lead = @lead), 0) AS notifiedAt,
         ifnull(${readAt('@lead')}, 0) AS readAt`,
    )
    .get({ lead }) ?? { notifiedAt: 0, readAt: 0 };

/** Remembers that the desktop has been told of customer activity up to `at`. */
export const setNotified = (store: Store, lead: number, at: number): void => {
  store
    .prepare<[number, number]>(
      'told.put',
      `INSERT INTO told (lead, at) VALUES (?, ?)
       ON CONFLICT DO UPDATE SET at = max(at, excluded.at)`,
    )
    .run(lead, at);
};
