/** Times up to which a lead's customer activity was read, and announced by notifications. */
import type { Store } from '../platform/store/store.ts';

/** SQL: time of the latest request or customer message of a lead; 0 for an unknown lead. */
export const selectLastCustomerActivity = (lead: string): string => `
  ifnull(max(
    (SELECT CASE complete WHEN 1 THEN created_at ELSE 0 END FROM leads WHERE leads.lead = ${lead}),
    ifnull((SELECT sent_at FROM messages m WHERE m.lead = ${lead} AND m.side = 'customer'
      ORDER BY sent_at DESC, message DESC LIMIT 1), 0)), 0)`;

/** SQL: the service's id of the customer message at that time; '' for the request. */
export const selectLastCustomerMessage = (lead: string, at: string): string => `
  ifnull((SELECT max(message_id) FROM messages m
    WHERE m.lead = ${lead} AND m.side = 'customer' AND m.sent_at = ${at}), '')`;

/** SQL: time up to which a lead has been read; NULL for never. */
export const selectReadAt = (lead: string): string =>
  `(SELECT value FROM marks WHERE marks.lead = ${lead} AND mark = 'read'
    AND typeof(value) <> 'text')`;

/** Time of the latest customer activity, UTC milliseconds. */
export const readCustomerActivityAt = (store: Store, lead: number): number =>
  store
    .prepare<[{ readonly lead: number }], { at: number }>(
      `SELECT ${selectLastCustomerActivity('@lead')} AS at`,
    )
    .get({ lead })?.at ?? 0;

/** In SQLite a text, which is never a valid time, is greater than every number. */
const isLater = "WHERE excluded.value > value OR typeof(value) = 'text'";

const createReadSetter = (at: string, where: string) => (store: Store, leads: readonly number[]) =>
  void store
    .prepare<[string]>(
      `INSERT INTO marks (lead, mark, value) SELECT j.value, 'read', ${at} FROM json_each(?) j
       WHERE true ON CONFLICT DO UPDATE SET value = excluded.value ${where}`,
    )
    .run(JSON.stringify(leads));

export const markRead = createReadSetter(selectLastCustomerActivity('j.value'), isLater);

/** Marks the latest customer activity as unread. */
export const markUnread = createReadSetter(
  `max(0, ${selectLastCustomerActivity('j.value')} - 1)`,
  '',
);

const putReadUpTo = `INSERT INTO marks (lead, mark, value) VALUES (?, 'read', CAST(? AS INTEGER))
  ON CONFLICT DO UPDATE SET value = excluded.value ${isLater}`;

/** Marks customer activity up to `at` as read, and never as unread. */
export const markReadUpTo = (store: Store, lead: number, at: number): void => {
  store.prepare<[number, number]>(putReadUpTo).run(lead, at);
};

/** Sets the read time of a merged lead, and keeps the later notified time. */
export const mergeRead = (
  store: Store,
  merged: { readonly from: number; readonly to: number; readonly readAt: number },
): void => {
  store
    .prepare<[typeof merged]>(
      `INSERT INTO marks (lead, mark, value) VALUES (@to, 'read', CAST(@readAt AS INTEGER))
       ON CONFLICT DO UPDATE SET value = excluded.value`,
    )
    .run(merged);
  store
    .prepare<[typeof merged]>(
      `INSERT INTO notified_leads (lead, at) SELECT @to, at FROM notified_leads WHERE lead = @from
       ON CONFLICT DO UPDATE SET at = max(at, excluded.at)`,
    )
    .run(merged);
};

/** Returns both times of a lead, 0 without one. */
export const readNotifiedAndRead = (store: Store, lead: number) =>
  store
    .prepare<[{ readonly lead: number }], { notifiedAt: number; readAt: number }>(
      `SELECT ifnull((SELECT at FROM notified_leads n WHERE n.lead = @lead), 0) AS notifiedAt,
         ifnull(${selectReadAt('@lead')}, 0) AS readAt`,
    )
    .get({ lead }) ?? { notifiedAt: 0, readAt: 0 };

/** Records a notification. An earlier time changes nothing. */
export const setNotified = (store: Store, lead: number, at: number): void => {
  store
    .prepare<[number, number]>(
      `INSERT INTO notified_leads (lead, at) VALUES (?, ?)
       ON CONFLICT DO UPDATE SET at = max(at, excluded.at)`,
    )
    .run(lead, at);
};
