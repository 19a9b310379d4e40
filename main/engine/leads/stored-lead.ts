/** Raw rows of a lead and its messages, for support to compare with what was sent. */
import type { Side } from '../../../contract/records.ts';
import { toMessageID } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import { readStoredSide } from '../platform/store/stored.ts';

export type StoredLead = {
  readonly account_id: string;
  readonly negotiation_id: string;
  readonly business_id: string;
  readonly customer_id: string;
  readonly customer_name: string;
  readonly category: string;
  readonly city: string;
  readonly status: string;
  readonly price_text: string | null;
  readonly price_cents: number | null;
  readonly charge_state: string | null;
  readonly created_at: number;
  readonly complete: number;
  readonly availability: string;
  readonly record: string | null;
};

export type LeadColumn = Exclude<keyof StoredLead, 'account_id' | 'record'>;

/** Null for an unknown number. */
export const findStoredLead = (store: Store, lead: number): StoredLead | null =>
  store
    .prepare<[number], StoredLead>(
      `SELECT account_id, negotiation_id, business_id, customer_id, customer_name, category, city,
         status, price_text, price_cents, charge_state, created_at, complete, availability, record
       FROM leads WHERE lead = ?`,
    )
    .get(lead) ?? null;

/** The newest messages, oldest first. `serviceID`: null until the service assigns one. */
export const listStoredMessages = (store: Store, lead: number, limit: number) =>
  store
    .prepare<
      [number, number],
      { message: number; serviceID: string | null; side: Side; text: string }
    >(
      `SELECT message, message_id AS serviceID, side, text FROM messages WHERE lead = ?
       ORDER BY sent_at DESC, message DESC LIMIT ?`,
    )
    .all(lead, limit)
    .reverse()
    .map(({ message, ...rest }) => ({
      ...rest,
      messageID: toMessageID(message),
      side: readStoredSide(rest.side),
    }));
