/**
 * Stores inbound deliveries unchanged. The receiver's journal keeps each until its row is on disk; one
 * that cannot be parsed is kept with the reason.
 */
import { createHash } from 'node:crypto';
import { parseJSON, serializeJSON } from '../../http/json.ts';
import type { Store } from '../platform/store/store.ts';

type Delivery = {
  readonly accountID: string;
  readonly eventType: string;
  readonly webhookID: string | null;
  readonly body: string;
};

export type IncomingDelivery = Delivery & {
  /** The parsed body, if the caller already has it. */
  readonly parsed?: unknown;
  /** The same record is a new delivery if a different one came in between. */
  readonly isRepeatable?: boolean;
  /** UTC milliseconds, if it was not received just now. */
  readonly receivedAt?: number;
};

export type RecordedDelivery = Delivery & { readonly delivery: number };

/** Facts that a generation's intake reads from a body, so that lists need not read bodies. */
export type DeliveryFacts = {
  /** Null where the body has no record. */
  readonly record: unknown;
  readonly recordID: string;
  /** As in the body; null or empty where it has none. */
  readonly negotiationID: string | null;
  readonly customerName: string;
  readonly businessName: string;
};

export type DescribeDelivery = (body: unknown) => DeliveryFacts;

/** Appends a number to the key of a repeatable record that follows a different one. */
const numberRepeated = (store: Store, accountID: string, key: string): string => {
  const prefix = key.slice(0, key.lastIndexOf(':') + 1);
  const sql = `SELECT unique_key AS key FROM deliveries
    WHERE account_id = ? AND unique_key >= ? AND unique_key < ? ORDER BY delivery`;
  const earlier = store
    .prepare<[string, string, string], { key: string }>(sql)
    .all(accountID, prefix, `${prefix}~`);
  const last = earlier.at(-1)?.key ?? '';
  return last.startsWith(key) ? last : `${key}:${earlier.length}`;
};

/** Repeated deliveries of a record have the same key, whatever their envelopes. */
const deriveColumns = (
  store: Store,
  {
    accountID,
    eventType,
    webhookID,
    body,
    parsed = parseJSON(body),
    isRepeatable,
  }: IncomingDelivery,
  describe: DescribeDelivery,
) => {
  const { record, recordID, ...facts } = describe(parsed);
  const digest = createHash('sha256')
    .update((record === null ? undefined : serializeJSON(record)) ?? body)
    .digest('base64url');
  const key = `${eventType}:${recordID}:${digest}`;
  const columns = {
    ...facts,
    accountID,
    eventType,
    webhookID,
    body,
    size: Buffer.byteLength(body),
  };
  return { ...columns, key: isRepeatable === true ? numberRepeated(store, accountID, key) : key };
};

type Params = Readonly<Record<string, string | number | null>>;

const insert = `
INSERT INTO deliveries (account_id, unique_key, event_type, webhook_id, body, received_at, state, reason,
  negotiation_id, customer_name, business_name, size)
VALUES (@accountID, @key, @eventType, @webhookID, @body, @now, @state, @reason,
  @negotiationID, @customerName, @businessName, @size)`;

/** Stores a delivery; a repeated one only increments `times`. */
export const recordDelivery = (
  store: Store,
  delivery: IncomingDelivery,
  describe: DescribeDelivery,
  now: number,
): void => {
  const sql = `${insert} ON CONFLICT (account_id, unique_key) DO UPDATE SET times = times + 1`;
  const columns = deriveColumns(store, delivery, describe);
  store.prepare<[Params]>(sql).run({ ...columns, now, state: 'recorded', reason: null });
};

/** Stores a polled record that cannot be parsed; false if it is stored already. */
export const keepNotUnderstood = (
  store: Store,
  delivery: IncomingDelivery,
  describe: DescribeDelivery,
  reason: string,
  now: number,
): boolean =>
  store.prepare<[Params]>(`${insert} ON CONFLICT DO NOTHING`).run({
    ...deriveColumns(store, delivery, describe),
    now,
    state: 'not_understood',
    reason: reason.slice(0, 500),
  }).changes > 0;

export const listDeliveriesToApply = (store: Store, limit: number): readonly RecordedDelivery[] => {
  const sql = `SELECT delivery, account_id AS accountID, event_type AS eventType, webhook_id AS webhookID, body
    FROM deliveries WHERE state = 'recorded' ORDER BY delivery LIMIT ?`;
  return store.prepare<[number], RecordedDelivery>(sql).all(limit);
};

/** Stores the outcome: null for applied, or the reason it was not understood. */
export const settleDelivery = (store: Store, delivery: number, reason: string | null): void => {
  const sql = 'UPDATE deliveries SET state = ?, reason = ? WHERE delivery = ?';
  store
    .prepare<[string, string | null, number]>(sql)
    .run(reason === null ? 'applied' : 'not_understood', reason?.slice(0, 500) ?? null, delivery);
};

export const countNotUnderstood = (store: Store, accountID: string): number => {
  const sql = `SELECT count(*) AS count FROM deliveries
    WHERE account_id = ? AND state = 'not_understood'`;
  const counted = store.prepare<[string], { count: number }>(sql);
  return counted.get(accountID)?.count ?? 0;
};

export type DeliveryRow = Omit<DeliveryFacts, 'record' | 'recordID'> & {
  readonly delivery: number;
  readonly eventType: string;
  readonly receivedAt: number;
  readonly times: number;
  readonly state: 'recorded' | 'applied' | 'not_understood';
  readonly reason: string | null;
  readonly size: number;
};

const selected = `delivery, event_type AS eventType, received_at AS receivedAt, times, state, reason,
  negotiation_id AS negotiationID, customer_name AS customerName, business_name AS businessName, size`;

/** Lists deliveries older than `before` (null: all), newest first. */
export const listDeliveriesBefore = (
  store: Store,
  accountID: string,
  filter: 'all' | 'not_understood',
  before: number | null,
  limit: number,
): readonly DeliveryRow[] => {
  const sql = `SELECT ${selected} FROM deliveries WHERE account_id = ? AND delivery < ?
    ${filter === 'all' ? '' : "AND state = 'not_understood'"} ORDER BY delivery DESC LIMIT ?`;
  return store
    .prepare<[string, number, number], DeliveryRow>(sql)
    .all(accountID, before ?? Number.MAX_SAFE_INTEGER, limit);
};

/** Reads one delivery with its body, which is empty after its removal (old-bodies.ts). */
export const readDelivery = (store: Store, accountID: string, delivery: number) =>
  store
    .prepare<[string, number], DeliveryRow & { readonly body: string }>(
      `SELECT ${selected}, body FROM deliveries WHERE account_id = ? AND delivery = ?`,
    )
    .get(accountID, delivery) ?? null;

/** Finds a delivery that was just recorded; null if another one of its record came after it. */
export const findDelivery = (
  store: Store,
  delivery: IncomingDelivery,
  describe: DescribeDelivery,
): number | null => {
  const { accountID, key } = deriveColumns(store, delivery, describe);
  const sql = 'SELECT delivery FROM deliveries WHERE account_id = ? AND unique_key = ?';
  const found = store.prepare<[string, string], { delivery: number }>(sql);
  return found.get(accountID, key)?.delivery ?? null;
};

/** Marks one delivery that has its body, or all that were not understood, to be applied again; returns their number. */
export const markToApplyAgain = (
  store: Store,
  accountID: string,
  delivery: number | null,
): number => {
  const condition =
    delivery === null
      ? "state = 'not_understood'"
      : "delivery = @delivery AND (state <> 'applied' OR body <> '')";
  const params = { accountID, delivery };
  const sql = `UPDATE deliveries SET state = 'recorded', reason = NULL
    WHERE account_id = @accountID AND ${condition}`;
  return store.prepare<[typeof params]>(sql).run(params).changes;
};

/** Finds the lead of a negotiation, which another account of the service may have (transfer.ts). */
export const findLeadOfNegotiation = (store: Store, accountID: string, negotiationID: string) =>
  store
    .prepare<[string, string], { lead: number; customerName: string; businessName: string }>(
      `SELECT l.lead, l.customer_name AS customerName, ifnull(b.name, '') AS businessName
       FROM accounts a CROSS JOIN accounts o ON o.service = a.service AND o.generation = a.generation
       CROSS JOIN leads l ON l.account_id = o.account_id AND l.negotiation_id = ?
       LEFT JOIN businesses b ON b.account_id = l.account_id AND b.business_id = l.business_id
       WHERE a.account_id = ? ORDER BY o.account_id <> a.account_id LIMIT 1`,
    )
    .get(negotiationID, accountID) ?? null;
