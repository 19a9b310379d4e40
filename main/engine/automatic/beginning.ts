/**
 * Separates history from later leads and messages when a rule is switched on or a pause ends. Rows that exist then may
 * have a later date, because a clock was set back or is wrong; they are recognized by their numbers.
 */
import { z } from 'zod';
import type { Store } from '../platform/store/store.ts';

export const storedBeginning = z.object({
  /** UTC milliseconds; rows dated earlier are history. */
  at: z.number(),
  /** Latest date of the existing rows; before `at` if none is dated later. */
  until: z.number(),
  /** Numbers of the next lead and message. */
  lead: z.number(),
  message: z.number(),
});
export type Beginning = Readonly<z.infer<typeof storedBeginning>>;

/** Nothing is history. */
export const noBeginning: Beginning = { at: 0, until: 0, lead: 0, message: 0 };

/** @param now UTC milliseconds */
export const buildBeginning = (store: Store, now: number): Beginning => {
  const sql = `SELECT (SELECT ifnull(max(created_at), 0) FROM leads) AS leadAt,
      (SELECT ifnull(max(sent_at), 0) FROM messages WHERE side = 'business') AS messageAt,
      (SELECT ifnull(max(lead), 0) + 1 FROM leads) AS lead,
      (SELECT ifnull(max(message), 0) + 1 FROM messages) AS message`;
  type Newest = { leadAt: number; messageAt: number; lead: number; message: number };
  const { leadAt, messageAt, lead, message } = store.prepare<[], Newest>(sql).get() ?? {
    leadAt: 0,
    messageAt: 0,
    lead: 0,
    message: 0,
  };
  return { at: now, until: Math.max(leadAt, messageAt), lead, message };
};

/** True if a row is history. @param dated a lead, or the message after which the customer is silent */
export const isHistory = (
  { at, until, ...first }: Beginning,
  kind: 'lead' | 'message',
  dated: { readonly at: number; readonly row: number },
): boolean => dated.at < at || (dated.at <= until && dated.row < first[kind]);
