/** Leads of the service; a stub is known only from a message. The caller refreshes the inbox row. */
import type { Money } from '../../../contract/records.ts';
import { indexLead } from './search.ts';
import type { Store } from '../platform/store/store.ts';
import type { Urgency } from './urgency.ts';

export type KnownLead = {
  readonly lead: number;
  /** False for a stub. */
  readonly complete: boolean;
  readonly availability: 'here' | 'gone' | 'forbidden';
};

export type LeadFacts = {
  readonly negotiationID: string;
  readonly businessID: string;
  readonly customerID: string;
  readonly customerName: string;
  readonly category: string;
  readonly city: string;
  readonly status: string;
  readonly price: Money | null;
  readonly chargeState: string | null;
  readonly createdAt: number;
  readonly record: string;
  /** First words of the request in one line; empty when it has none. */
  readonly requestText: string;
  readonly photos: number;
  readonly urgency: Urgency | null;
  readonly searchText: string;
};

type Stub = Pick<
  LeadFacts,
  'negotiationID' | 'businessID' | 'customerID' | 'customerName' | 'createdAt'
> & { readonly accountID: string };

// SQLite would reuse the highest number after its lead is deleted, and a window that still shows
// that lead would write to another customer.
const nextNumber = `(SELECT max(ifnull((SELECT max(lead) FROM leads), 0),
  (SELECT lead FROM greatest_deleted_lead)) + 1)`;

export const findLead = (
  store: Store,
  accountID: string,
  negotiationID: string,
): KnownLead | null => {
  const row = store
    .prepare<[string, string], Omit<KnownLead, 'complete'> & { complete: number }>(
      `SELECT lead, complete, availability FROM leads
       WHERE account_id = ? AND negotiation_id = ?`,
    )
    .get(accountID, negotiationID);
  return row === undefined ? null : { ...row, complete: row.complete === 1 };
};

/** The record as JSON; null for a stub. */
export const findLeadRecord = (store: Store, lead: number): string | null =>
  store
    .prepare<[number], { record: string | null }>('SELECT record FROM leads WHERE lead = ?')
    .get(lead)?.record ?? null;

/** Inserts a lead or replaces its fields from the service; returns its number. */
export const putLead = (store: Store, accountID: string, facts: LeadFacts, now: number): number => {
  const { price, searchText, ...columns } = facts;
  const row = store
    .prepare<[Record<string, string | number | null>], { lead: number }>(
      `INSERT INTO leads (lead, account_id, negotiation_id, business_id, customer_id, customer_name, category,
         city, status, price_text, price_cents, charge_state, created_at, request_text, photos, urgency, complete,
         record, changed_at)
       VALUES (${nextNumber}, @accountID, @negotiationID, @businessID, @customerID, @customerName, @category,
         @city, @status, @priceText, @priceCents, @chargeState, @createdAt, @requestText, @photos, @urgency, 1,
         @record, @now)
       ON CONFLICT (account_id, negotiation_id) DO UPDATE SET
         business_id = excluded.business_id, customer_id = excluded.customer_id,
         customer_name = excluded.customer_name, category = excluded.category, city = excluded.city,
         status = excluded.status, price_text = excluded.price_text,
         price_cents = excluded.price_cents, charge_state = excluded.charge_state,
         created_at = excluded.created_at, request_text = excluded.request_text,
         photos = excluded.photos, urgency = excluded.urgency, complete = 1, availability = 'here',
         record = excluded.record, changed_at = excluded.changed_at
       RETURNING lead`,
    )
    .get({
      ...columns,
      accountID,
      priceText: price?.text ?? null,
      priceCents: price?.cents ?? null,
      now,
    });
  if (row === undefined) throw new Error('an upsert returned no row');
  indexLead(store, row.lead, searchText);
  putCustomer(store, accountID, facts.customerID, facts.customerName);
  return row.lead;
};

export const insertStub = (store: Store, stub: Stub, now: number): number => {
  const { lastInsertRowid } = store
    .prepare<[Stub & { now: number }]>(
      `INSERT INTO leads (lead, account_id, negotiation_id, business_id, customer_id, customer_name,
         created_at, complete, changed_at) VALUES (${nextNumber}, @accountID, @negotiationID, @businessID, @customerID, @customerName,
         @createdAt, 0, @now)`,
    )
    .run({ ...stub, now });
  const lead = Number(lastInsertRowid);
  indexLead(store, lead, stub.customerName);
  return lead;
};

/** Stores the price of a lead, but not in its record; true when it changed. */
export const setPrice = (
  store: Store,
  lead: number,
  price: Money | null,
  chargeState: string | null,
  now: number,
): boolean =>
  store
    .prepare<[Record<string, string | number | null>]>(
      `UPDATE leads SET price_text = @text, price_cents = @cents, charge_state = @chargeState,
         changed_at = @now
       WHERE lead = @lead AND (price_text, charge_state) IS NOT (@text, @chargeState)`,
    )
    .run({ lead, text: price?.text ?? null, cents: price?.cents ?? null, chargeState, now })
    .changes > 0;

/** Makes a lead with an unreadable record incomplete, so that the next record replaces it. */
export const setIncomplete = (store: Store, lead: number): void => {
  store.prepare<[number]>('UPDATE leads SET complete = 0 WHERE lead = ?').run(lead);
};

/** Stores the service's availability of a lead; true when it changed. */
export const setAvailability = (
  store: Store,
  lead: number,
  availability: KnownLead['availability'],
  now: number,
): boolean =>
  store
    .prepare<[string, number, number, string]>(
      'UPDATE leads SET availability = ?, changed_at = ? WHERE lead = ? AND availability <> ?',
    )
    .run(availability, now, lead, availability).changes > 0;

const putCustomer = (store: Store, accountID: string, customerID: string, name: string): void => {
  if (customerID === '') return;
  store
    .prepare<[string, string, string]>(
      `INSERT INTO customers (account_id, customer_id, name) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET name = excluded.name WHERE name <> excluded.name`,
    )
    .run(accountID, customerID, name);
};
