/**
 * What the professional has marked on a lead: read, starred, archived. No resync touches these.
 * The caller refreshes the inbox row.
 */
import type { Store } from '../platform/store/store.ts';

/**
 * The customer's latest activity known of a lead, in UTC milliseconds: the request itself or a
 * message. 0 for a lead that does not exist.
 */
const lastCustomerActivity = `
  max(
    (SELECT CASE complete WHEN 1 THEN created_at ELSE 0 END FROM leads WHERE lead = @lead),
    ifnull((SELECT sent_at FROM messages WHERE lead = @lead AND side = 'customer'
      ORDER BY sent_at DESC, message DESC LIMIT 1), 0))`;

type OfLead = [{ readonly lead: number }];

/** The customer's latest activity of a lead, in UTC milliseconds. */
export const customerActivityAt = (store: Store, lead: number): number =>
  store
    .prepare<OfLead, { at: number | null }>(
      'marks.customerActivity',
      `SELECT ${lastCustomerActivity} AS at`,
    )
    .get({ lead })?.at ?? 0;

/** Counts everything the customer has said up to now as read. */
export const markRead = (store: Store, lead: number): void => {
  readUpTo(store, lead, customerActivityAt(store, lead));
};

/** Counts customer activity up to `at` as read; never makes read things unread. */
export const readUpTo = (store: Store, lead: number, at: number): void => {
  store
    .prepare<[number, number]>(
      'marks.readUpTo',
      `INSERT INTO marks (lead, read_at) VALUES (?, ?)
       ON CONFLICT (lead) DO UPDATE SET read_at = excluded.read_at WHERE excluded.read_at > read_at`,
    )
    .run(lead, at);
};

/** Makes the customer's latest activity unread again. */
export const markUnread = (store: Store, lead: number): void => {
  store
    .prepare<[number, number]>(
      'marks.unread',
      `INSERT INTO marks (lead, read_at) VALUES (?, ?)
       ON CONFLICT (lead) DO UPDATE SET read_at = excluded.read_at`,
    )
    .run(lead, Math.max(0, customerActivityAt(store, lead) - 1));
};

export const setStarred = (store: Store, lead: number, starred: boolean): void => {
  store
    .prepare<[number, number]>(
      'marks.starred',
      `INSERT INTO marks (lead, starred) VALUES (?, ?)
       ON CONFLICT (lead) DO UPDATE SET starred = excluded.starred`,
    )
    .run(lead, starred ? 1 : 0);
};

/** Whether a lead is archived. */
export const isArchived = (store: Store, lead: number): boolean =>
  store
    .prepare<[number]>('marks.isArchived', 'SELECT 1 FROM marks WHERE lead = ? AND archived = 1')
    .get(lead) !== undefined;

export const setArchived = (store: Store, lead: number, archived: boolean): void => {
  store
    .prepare<[number, number]>(
      'marks.archived',
      `INSERT INTO marks (lead, archived) VALUES (?, ?)
       ON CONFLICT (lead) DO UPDATE SET archived = excluded.archived`,
    )
    .run(lead, archived ? 1 : 0);
};

/** Up to when the desktop has been told of this lead's customer, and what has been read of it. */
export const toldAndRead = (
  store: Store,
  lead: number,
): { readonly notifiedAt: number; readonly readAt: number } =>
  store
    .prepare<[number], { notifiedAt: number; readAt: number }>(
      'marks.toldAndRead',
      'SELECT notified_at AS notifiedAt, read_at AS readAt FROM marks WHERE lead = ?',
    )
    .get(lead) ?? { notifiedAt: 0, readAt: 0 };

/** Remembers that the desktop has been told of customer activity up to `at`. */
export const setNotified = (store: Store, lead: number, at: number): void => {
  store
    .prepare<[number, number]>(
      'marks.notified',
      `INSERT INTO marks (lead, notified_at) VALUES (?, ?)
       ON CONFLICT (lead) DO UPDATE SET notified_at = max(notified_at, excluded.notified_at)`,
    )
    .run(lead, at);
};
