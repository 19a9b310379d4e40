/** Read-only lookups with the full response, for support (conformance.md). Kinds: ../generations.ts. */
import { z } from 'zod';
import { failure } from '../errors.ts';
import { lookup } from '../limits.ts';
import { accountID, leadID } from '../records.ts';
import { engineCommand, readonlyObject } from '../schema.ts';
import { fieldUse, storedColumn } from './staging.ts';

const phrase = z.string().trim().min(1).max(lookup.maxWordsLength);
const zipCode = z.string().regex(lookup.zipCode);
const utmSource = z.string().max(lookup.maxUtmSourceLength).regex(lookup.utmSource);
const word = z.string().regex(lookup.word);
const limit = z.int().min(lookup.page.min).max(lookup.page.max);
const offset = z.int().min(lookup.offset.min).max(lookup.offset.max);
const id = z.string().regex(lookup.id);

export const lookupRequest = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('negotiation'), negotiationID: id }),
  /** One page of a negotiation's messages. */
  z.strictObject({ kind: z.literal('conversation'), negotiationID: id }),
  /** Without `negotiationID` the message must be in the inbox. */
  z.strictObject({ kind: z.literal('message'), messageID: id, negotiationID: id.optional() }),
  /** The signed-in user. */
  z.strictObject({ kind: z.literal('user') }),
  /** The business and scopes of a legacy token. */
  z.strictObject({ kind: z.literal('accountInfo') }),
  z.strictObject({ kind: z.literal('categories'), searchQuery: phrase }),
  z.strictObject({ kind: z.literal('keywords'), searchQuery: phrase, limit }),
  z.strictObject({
    kind: z.literal('recommendations'),
    zipCode,
    recommendationType: word,
    utmSource,
    limit,
  }),
  z.strictObject({
    kind: z.literal('homecare'),
    zipCode,
    /** The service has a default. */
    propertyType: word.optional(),
    utmSource,
  }),
  z.strictObject({ kind: z.literal('businesses'), searchQuery: phrase, zipCode, utmSource, limit }),
  /** The older of the two legacy paths. */
  z.strictObject({
    kind: z.literal('olderBusinesses'),
    searchQuery: phrase,
    zipCode,
    utmSource,
    limit,
  }),
  z.strictObject({ kind: z.literal('filtered'), userQuery: phrase, zipCode, utmSource, limit }),
  z.strictObject({ kind: z.literal('reviewsOfOne'), businessID: id, limit, offset }),
  z.strictObject({
    kind: z.literal('reviewsOfSeveral'),
    businessIDs: z.array(id).min(1).max(lookup.maxBusinesses),
    limit,
    offset,
  }),
]);
export type LookupRequest = z.infer<typeof lookupRequest>;
export type LookupKind = LookupRequest['kind'];

/** A lead or message of a response, as the app parses it. */
const parsedRecord = readonlyObject({
  of: z.enum(['lead', 'message']),
  /** The original record, as JSON. */
  record: z.string(),
  /** Reason if the app cannot parse it, else null. */
  reason: z.string().nullable(),
  /** The columns that would be stored, with the original values. */
  columns: z.array(storedColumn).readonly(),
  fields: z.array(fieldUse).readonly(),
  /** Its lead, if it is in the inbox. */
  leadID: leadID.nullable(),
  /** Its negotiation, if the record names one. */
  negotiationID: z.string().nullable(),
});
export type ParsedRecord = z.infer<typeof parsedRecord>;

export const lookupResult = readonlyObject({
  /** Without headers, which contain the token. */
  request: readonlyObject({
    method: z.enum(['GET', 'POST']),
    url: z.string(),
    /** JSON. */
    body: z.string().nullable(),
  }),
  /** Milliseconds until the response, with queueing and retries. */
  durationMs: z.int().nonnegative(),
  outcome: z.discriminatedUnion('state', [
    readonlyObject({
      state: z.literal('answered'),
      status: z.int(),
      traceID: z.string().nullable(),
      body: z.unknown(),
      /** The leads and messages in the response. */
      parsedRecords: z.array(parsedRecord).readonly(),
    }),
    readonlyObject({ state: z.literal('failed'), error: failure }),
  ]),
});
export type LookupResult = z.infer<typeof lookupResult>;

export const lookupCommands = {
  /**
   * Runs a lookup; for a message, requests pages until it is found. Failures of the request are in `outcome`. Errors:
   * `reconnect_needed`; `not_found` for a message whose lead is unknown, or if the account lacks the lookup.
   */
  'lookup.run': engineCommand({ accountID, request: lookupRequest }, lookupResult),
  /** Imports a negotiation that is not in the inbox. Errors: those of a request. */
  'lookup.addLead': engineCommand({ accountID, negotiationID: id }, { leadID }),
} as const;
