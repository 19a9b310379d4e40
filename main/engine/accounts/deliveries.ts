/**
 * What strangers sent, as it came. A delivery is acknowledged only after its row is committed; one
 * that cannot be understood stays with its reason.
 */
import { createHash } from 'node:crypto';
import { decodeEntities } from '../platform/entities.ts';
import { oneRecord } from '../platform/http/parse.ts';
import { readJSON, writeJSON } from '../../http/json.ts';
import type { Store } from '../platform/store/store.ts';

export type IncomingDelivery = {
  readonly accountID: string;
  readonly eventType: string;
  readonly webhookID: string | null;
  /** The body as it came: the text of the request. */
  readonly body: string;
};

export type RecordedDelivery = IncomingDelivery & { readonly delivery: number };

/** The ids that a delivery's record may go by (live-facts, Webhooks: there is no delivery id). */
const idNames = ['messageID', 'negotiationID', 'reviewID', 'leadID'] as const;

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** The record of a body: where an envelope has it, or the whole body of a legacy call; null for none. */
const recordOf = (body: string): Fields | null => {
  const parsed = oneRecord(readJSON(body));
  if (typeof parsed !== 'object' || parsed === null) return null;
  const { data, attributes, negotiation, message }: Fields = { ...parsed };
  // The message in a legacy call does not name its lead.
  const isOwn = 'negotiationID' in fieldsOf(message);
  const inside = [fieldsOf(attributes)['data'], negotiation, isOwn ? message : undefined];
  const record = 'data' in parsed ? data : (inside.find((place) => place !== undefined) ?? parsed);
  return typeof record === 'object' && record !== null ? (record as Fields) : null;
};

const idIn = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const textIn = (value: unknown): string => decodeEntities(idIn(value));

/** What a body calls a customer or business: v4's records and the legacy calls name them apart. */
const nameOf = (value: unknown): string => {
  const { firstName, lastName, displayName, name } = fieldsOf(value);
  const parts = `${textIn(firstName)} ${textIn(lastName)}`.trim();
  return (parts || textIn(displayName) || textIn(name)).slice(0, 200);
};

/**
 * What is known of a delivery from its body, kept beside it so that no list reads bodies. The key is
 * the same for two deliveries of the same record in the same state, whatever their envelopes: kind,
 * the record's id and a digest of the record.
 */
const aboutOf = ({ eventType, body }: Pick<IncomingDelivery, 'eventType' | 'body'>) => {
  const record = recordOf(body);
  const digest = createHash('sha256')
    .update((record === null ? undefined : writeJSON(record)) ?? body)
    .digest('base64url');
  const id = idNames.map((name) => record?.[name]).find((value) => value !== undefined);
  return {
    key: `${eventType}:${idIn(id).slice(0, 200)}:${digest}`,
    negotiationID: idIn(record?.['negotiationID'] ?? record?.['leadID']) || null,
    customerName: nameOf(record?.['customer']),
    businessName: nameOf(record?.['business']),
    size: Buffer.byteLength(body),
  };
};

/**
 * A lead update says how a price stands now: the same one again after another is news. Such a
 * delivery is told from the earlier one by how many came before it.
 */
const keyIn = (store: Store, delivery: IncomingDelivery, key: string): string => {
  if (delivery.eventType !== 'LeadUpdate') return key;
  const ofLead = key.slice(0, key.lastIndexOf(':') + 1);
  const earlier = store
    .prepare<[string, string, string], { key: string }>(
      'deliveries.updatesOf',
      `SELECT unique_key AS key FROM deliveries
       WHERE account_id = ? AND unique_key >= ? AND unique_key < ? ORDER BY delivery`,
    )
    .all(delivery.accountID, ofLead, `${ofLead}~`);
  const last = earlier.at(-1)?.key ?? '';
  return last.startsWith(key) ? last : `${key}:${earlier.length}`;
};

type Kept = Readonly<Record<string, string | number | null>>;

const insert = `
INSERT INTO deliveries (account_id, unique_key, event_type, webhook_id, body, received_at, state, reason,
  negotiation_id, customer_name, business_name, size)
VALUES (@accountID, @key, @eventType, @webhookID, @body, @now, @state, @reason,
  @negotiationID, @customerName, @businessName, @size)`;

/** Records a delivery; one that is here already only counts one more time. */
export const recordDelivery = (store: Store, delivery: IncomingDelivery, now: number): void => {
  const about = aboutOf(delivery);
  store
    .prepare<[Kept]>(
      'deliveries.record',
      `${insert} ON CONFLICT (account_id, unique_key) DO UPDATE SET times = times + 1`,
    )
    .run({
      ...delivery,
      ...about,
      key: keyIn(store, delivery, about.key),
      now,
      state: 'recorded',
      reason: null,
    });
};

/** Keeps a record that a poll brought and that cannot be understood; once. */
export const keepNotUnderstood = (
  store: Store,
  delivery: IncomingDelivery,
  reason: string,
  now: number,
): boolean =>
  store.prepare<[Kept]>('deliveries.keepNotUnderstood', `${insert} ON CONFLICT DO NOTHING`).run({
    ...delivery,
    ...aboutOf(delivery),
    now,
    state: 'not_understood',
    reason: reason.slice(0, 500),
  }).changes > 0;

/** The oldest recorded deliveries that have not been applied. */
export const deliveriesToApply = (store: Store, limit: number): readonly RecordedDelivery[] =>
  store
    .prepare<[number], RecordedDelivery>(
      'deliveries.toApply',
      `SELECT delivery, account_id AS accountID, event_type AS eventType, webhook_id AS webhookID, body
       FROM deliveries WHERE state = 'recorded' ORDER BY delivery LIMIT ?`,
    )
    .all(limit);

/** Settles a delivery: applied (`reason` null), or not understood and why. */
export const settleDelivery = (store: Store, delivery: number, reason: string | null): void => {
  store
    .prepare<[string, string | null, number]>(
      'deliveries.settle',
      'UPDATE deliveries SET state = ?, reason = ? WHERE delivery = ?',
    )
    .run(reason === null ? 'applied' : 'not_understood', reason?.slice(0, 500) ?? null, delivery);
};

/** How many deliveries of an account could not be understood. */
export const notUnderstoodCount = (store: Store, accountID: string): number =>
  store
    .prepare<[string], { count: number }>(
      'deliveries.notUnderstood',
      `SELECT count(*) AS count FROM deliveries WHERE account_id = ? AND state = 'not_understood'`,
    )
    .get(accountID)?.count ?? 0;

/** A delivery without its body. */
export type DeliveryRow = {
  readonly delivery: number;
  readonly eventType: string;
  readonly receivedAt: number;
  readonly times: number;
  readonly state: 'recorded' | 'applied' | 'not_understood';
  readonly reason: string | null;
  /** As the body names them; null and empty where it does not. */
  readonly negotiationID: string | null;
  readonly customerName: string;
  readonly businessName: string;
  /** Bytes of the body. */
  readonly size: number;
};

const columns = `delivery, event_type AS eventType, received_at AS receivedAt, times, state, reason,
  negotiation_id AS negotiationID, customer_name AS customerName, business_name AS businessName, size`;

/**
 * Deliveries of an account, newest first, at most `limit`.
 * @param before only those that were recorded before this one; null begins with the newest
 */
export const deliveriesBefore = (
  store: Store,
  accountID: string,
  filter: 'all' | 'not_understood',
  before: number | null,
  limit: number,
): readonly DeliveryRow[] =>
  store
    .prepare<[string, number, number], DeliveryRow>(
      'deliveries.before',
      `SELECT ${columns} FROM deliveries WHERE account_id = ? AND delivery < ?
       ${filter === 'all' ? '' : "AND state = 'not_understood'"} ORDER BY delivery DESC LIMIT ?`,
    )
    .all(accountID, before ?? Number.MAX_SAFE_INTEGER, limit);

/** One delivery with its body, which is empty once it is removed (old-bodies.ts); or null. */
export const deliveryOf = (
  store: Store,
  accountID: string,
  delivery: number,
): (DeliveryRow & { readonly body: string }) | null =>
  store
    .prepare<[string, number], DeliveryRow & { readonly body: string }>(
      'deliveries.one',
      `SELECT ${columns}, body FROM deliveries WHERE account_id = ? AND delivery = ?`,
    )
    .get(accountID, delivery) ?? null;

/** The number under which a delivery's record is kept, or null. */
export const findDelivery = (store: Store, delivery: IncomingDelivery): number | null =>
  store
    .prepare<[string, string], { delivery: number }>(
      'deliveries.find',
      'SELECT delivery FROM deliveries WHERE account_id = ? AND unique_key = ?',
    )
    .get(delivery.accountID, aboutOf(delivery).key)?.delivery ?? null;

/**
 * Has deliveries applied once more: one whose body is here, or with null all that were not understood.
 * Gives how many.
 */
export const applyAgain = (store: Store, accountID: string, delivery: number | null): number =>
  delivery === null
    ? store
        .prepare<[string]>(
          'deliveries.allAgain',
          `UPDATE deliveries SET state = 'recorded', reason = NULL
           WHERE account_id = ? AND state = 'not_understood'`,
        )
        .run(accountID).changes
    : store
        .prepare<[string, number]>(
          'deliveries.again',
          `UPDATE deliveries SET state = 'recorded', reason = NULL
           WHERE account_id = ? AND delivery = ? AND (state <> 'applied' OR body <> '')`,
        )
        .run(accountID, delivery).changes;

/** The lead of a negotiation, and what customer and business are called; null when it is not here. */
export const leadOfNegotiation = (
  store: Store,
  accountID: string,
  negotiationID: string,
): { readonly lead: number; readonly customerName: string; readonly businessName: string } | null =>
  store
    .prepare<[string, string], { lead: number; customerName: string; businessName: string }>(
      'deliveries.lead',
      `SELECT l.lead, l.customer_name AS customerName, ifnull(b.name, '') AS businessName
       FROM leads l LEFT JOIN businesses b USING (account_id, business_id)
       WHERE l.account_id = ? AND l.negotiation_id = ?`,
    )
    .get(accountID, negotiationID) ?? null;
