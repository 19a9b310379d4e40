/**
 * Separates history from later leads and messages when a rule is switched on, or a pause ends. Existing rows with a
 * later date, because the computer's clock was set back or the service's is wrong, are recognized by their numbers.
 */
import { z } from 'zod';
import type { Store } from '../platform/store/store.ts';

export const storedBeginning = z.object({
  /** UTC milliseconds; rows dated earlier are history. */
  at: z.number(),
  /** Latest date of the rows that existed already; earlier than `at` if none was dated later. */
  until: z.number(),
  /** Leads and messages from these numbers on did not exist yet. */
  lead: z.number(),
  message: z.number(),
});
export type Beginning = Readonly<z.infer<typeof storedBeginning>>;

/** Nothing is history. */
export const noBeginning: Beginning = { at: 0, until: 0, lead: 0, message: 0 };

/** @param now UTC milliseconds */
export const beginningNow = (store: Store, now: number): Beginning => {
  const sql = `SELECT (SELECT ifnull(max(created_at), 0) FROM leads) AS leadAt,
      (SELECT ifnull(max(sent_at), 0) FROM messages WHERE side = 'business') AS messageAt,
      (SELECT ifnull(max(lead), 0) + 1 FROM leads) AS lead,
      (SELECT ifnull(max(message), 0) + 1 FROM messages) AS message`;
  type Newest = { leadAt: number; messageAt: number; lead: number; message: number };
  const { leadAt, messageAt, lead, message } = store
    .prepare<[], Newest>('automatic.newestHere', sql)
    .get() ?? { leadAt: 0, messageAt: 0, lead: 0, message: 0 };
  return { at: now, until: Math.max(leadAt, messageAt), lead, message };
};

/** Whether a row is history. @param dated a lead, or the message after which the customer is silent */
export const isHistory = (
  { at, until, ...first }: Beginning,
  kind: 'lead' | 'message',
  dated: { readonly at: number; readonly row: number },
): boolean => dated.at < at || (dated.at <= until && dated.row < first[kind]);
