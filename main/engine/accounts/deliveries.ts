/**
 * Stores inbound deliveries unchanged. A delivery is acknowledged only after its row is committed; one
 * that cannot be parsed is kept with the reason.
 */
import { createHash } from 'node:crypto';
import { decodeEntities } from '../platform/entities.ts';
import { oneRecord } from '../platform/http/parse.ts';
import { readJSON, writeJSON } from '../../http/json.ts';
import type { Store } from '../platform/store/store.ts';

type Delivery = {
  readonly accountID: string;
  readonly eventType: string;
  readonly webhookID: string | null;
  /** Text of the request body. */
  readonly body: string;
};

export type IncomingDelivery = Delivery & {
  /** The body as JSON, where the caller has parsed it already. */
  readonly parsed?: unknown;
  /** The same record is a new delivery if a different one came in between. */
  readonly isRepeatable?: boolean;
};

export type RecordedDelivery = Delivery & { readonly delivery: number };

/** Ids that identify a delivery's record; there is no delivery id (live-facts, Webhooks). */
const idNames = ['messageID', 'negotiationID', 'reviewID', 'leadID'] as const;

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** The record of a body: from its envelope, or the whole body of a legacy call. */
const recordOf = (body: unknown): Fields | null => {
  const parsed = oneRecord(body);
  if (typeof parsed !== 'object' || parsed === null) return null;
  const { data, attributes, negotiation, message }: Fields = { ...parsed };
  // The message of a legacy call names no lead, so it is not the whole record.
  const isOwn = 'negotiationID' in fieldsOf(message);
  const inside = [fieldsOf(attributes)['data'], negotiation, isOwn ? message : undefined];
  const record = 'data' in parsed ? data : (inside.find((place) => place !== undefined) ?? parsed);
  return typeof record === 'object' && record !== null ? (record as Fields) : null;
};

const idText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const decodedText = (value: unknown): string => decodeEntities(idText(value));

/** Name of a customer or business. v4 records and legacy calls use different fields. */
const nameOf = (value: unknown): string => {
  const { firstName, lastName, displayName, name } = fieldsOf(value);
  const parts = `${decodedText(firstName)} ${decodedText(lastName)}`.trim();
  return (parts || decodedText(displayName) || decodedText(name)).slice(0, 200);
};

/**
 * Columns derived from the body, so that lists need not read bodies. The key (kind, id and digest of the
 * record) is the same for repeated deliveries of one record, whatever their envelopes.
 */
const columnsOf = ({
  accountID,
  eventType,
  webhookID,
  body,
  parsed = readJSON(body),
}: IncomingDelivery) => {
  const record = recordOf(parsed);
  const digest = createHash('sha256')
    .update((record === null ? undefined : writeJSON(record)) ?? body)
    .digest('base64url');
  const id = idNames.map((name) => record?.[name]).find((value) => value !== undefined);
  return {
    accountID,
    eventType,
    webhookID,
    body,
    key: `${eventType}:${idText(id).slice(0, 200)}:${digest}`,
    negotiationID: idText(record?.['negotiationID'] ?? record?.['leadID']) || null,
    customerName: nameOf(record?.['customer']),
    businessName: nameOf(record?.['business']),
    size: Buffer.byteLength(body),
  };
};

/** A repeatable record gets a new key after a different one: its digest and the number of earlier ones. */
const keyIn = (store: Store, delivery: IncomingDelivery, key: string): string => {
  if (delivery.isRepeatable !== true) return key;
  const prefix = key.slice(0, key.lastIndexOf(':') + 1);
  const earlier = store
    .prepare<[string, string, string], { key: string }>(
      'deliveries.earlier',
      `SELECT unique_key AS key FROM deliveries
       WHERE account_id = ? AND unique_key >= ? AND unique_key < ? ORDER BY delivery`,
    )
    .all(delivery.accountID, prefix, `${prefix}~`);
  const last = earlier.at(-1)?.key ?? '';
  return last.startsWith(key) ? last : `${key}:${earlier.length}`;
};

type Params = Readonly<Record<string, string | number | null>>;

const insert = `
INSERT INTO deliveries (account_id, unique_key, event_type, webhook_id, body, received_at, state, reason,
  negotiation_id, customer_name, business_name, size)
VALUES (@accountID, @key, @eventType, @webhookID, @body, @now, @state, @reason,
  @negotiationID, @customerName, @businessName, @size)`;

/** Records a delivery; a repeated one only increments `times`. */
export const recordDelivery = (store: Store, delivery: IncomingDelivery, now: number): void => {
  const columns = columnsOf(delivery);
  store
    .prepare<[Params]>(
      'deliveries.record',
      `${insert} ON CONFLICT (account_id, unique_key) DO UPDATE SET times = times + 1`,
    )
    .run({
      ...columns,
      key: keyIn(store, delivery, columns.key),
      now,
      state: 'recorded',
      reason: null,
    });
};

/** Stores a polled record that cannot be parsed; false when it is stored already. */
export const keepNotUnderstood = (
  store: Store,
  delivery: IncomingDelivery,
  reason: string,
  now: number,
): boolean =>
  store.prepare<[Params]>('deliveries.keepNotUnderstood', `${insert} ON CONFLICT DO NOTHING`).run({
    ...columnsOf(delivery),
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

/** Marks a delivery as applied (`reason` null), or as not understood with the reason. */
export const settleDelivery = (store: Store, delivery: number, reason: string | null): void => {
  store
    .prepare<[string, string | null, number]>(
      'deliveries.settle',
      'UPDATE deliveries SET state = ?, reason = ? WHERE delivery = ?',
    )
    .run(reason === null ? 'applied' : 'not_understood', reason?.slice(0, 500) ?? null, delivery);
};

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
  /** As in the body; null or empty where it has none. */
  readonly negotiationID: string | null;
  readonly customerName: string;
  readonly businessName: string;
  /** Size of the body in bytes. */
  readonly size: number;
};

const selected = `delivery, event_type AS eventType, received_at AS receivedAt, times, state, reason,
  negotiation_id AS negotiationID, customer_name AS customerName, business_name AS businessName, size`;

/**
 * Deliveries of an account, newest first, at most `limit`.
 * @param before cursor: deliveries older than this one; null for the newest
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
      `SELECT ${selected} FROM deliveries WHERE account_id = ? AND delivery < ?
       ${filter === 'all' ? '' : "AND state = 'not_understood'"} ORDER BY delivery DESC LIMIT ?`,
    )
    .all(accountID, before ?? Number.MAX_SAFE_INTEGER, limit);

/** One delivery with its body, which is empty after its removal (old-bodies.ts). */
export const deliveryOf = (
  store: Store,
  accountID: string,
  delivery: number,
): (DeliveryRow & { readonly body: string }) | null =>
  store
    .prepare<[string, number], DeliveryRow & { readonly body: string }>(
      'deliveries.one',
      `SELECT ${selected}, body FROM deliveries WHERE account_id = ? AND delivery = ?`,
    )
    .get(accountID, delivery) ?? null;

export const findDelivery = (store: Store, delivery: IncomingDelivery): number | null =>
  store
    .prepare<[string, string], { delivery: number }>(
      'deliveries.find',
      'SELECT delivery FROM deliveries WHERE account_id = ? AND unique_key = ?',
    )
    .get(delivery.accountID, columnsOf(delivery).key)?.delivery ?? null;

/**
 * Marks deliveries to be applied again: one that still has its body, or with null all that were not
 * understood. Returns their count.
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

/** The lead of a negotiation with the names of its customer and business. */
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
