/**
 * Looking something up in the marketplace (service.md, Endpoints I, J and L; live-facts, Other v4 paths):
 * what can be asked, and the answer with everything that support wants to see of it. Which kinds an account
 * answers depends on its interface generation (../generations.ts). Nothing here changes anything at the
 * service. Requests are strict; answers are passed on as they came.
 */
import { z } from 'zod';
import { failure } from '../errors.ts';
import { lookup } from '../limits.ts';
import { accountID, leadID } from '../records.ts';
import { command } from './command.ts';
import { fieldUse, storedColumn } from './staging.ts';

const words = z.string().trim().min(1).max(lookup.longestWords);
const zipCode = z.string().regex(lookup.zipCode);
const utmSource = z.string().max(lookup.longestUtmSource).regex(lookup.utmSource);
const word = z.string().regex(lookup.word);
const limit = z.number().int().min(lookup.page.least).max(lookup.page.most);
const offset = z.number().int().min(lookup.offset.least).max(lookup.offset.most);
const id = z.string().regex(lookup.id);

export const lookupRequest = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('negotiation'), negotiationID: id }),
  /** One page of a negotiation's messages. */
  z.strictObject({ kind: z.literal('conversation'), negotiationID: id }),
  /** Without `negotiationID`, the message has to be known here. */
  z.strictObject({ kind: z.literal('message'), messageID: id, negotiationID: id.optional() }),
  /** The user who signed in: the service shows no other. */
  z.strictObject({ kind: z.literal('user') }),
  /** The business and scopes of a legacy token. */
  z.strictObject({ kind: z.literal('accountInfo') }),
  z.strictObject({ kind: z.literal('categories'), searchQuery: words }),
  z.strictObject({ kind: z.literal('keywords'), searchQuery: words, limit }),
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
    /** Left out, the service decides. */
    propertyType: word.optional(),
    utmSource,
  }),
  z.strictObject({
    kind: z.literal('businesses'),
    searchQuery: words,
    zipCode,
    utmSource,
    limit,
  }),
  /** The same by the older of the two legacy paths. */
  z.strictObject({
    kind: z.literal('olderBusinesses'),
    searchQuery: words,
    zipCode,
    utmSource,
    limit,
  }),
  z.strictObject({
    kind: z.literal('filtered'),
    userQuery: words,
    zipCode,
    utmSource,
    limit,
  }),
  z.strictObject({ kind: z.literal('reviewsOfOne'), businessID: id, limit, offset }),
  z.strictObject({
    kind: z.literal('reviewsOfSeveral'),
    businessIDs: z.array(id).min(1).max(lookup.mostBusinesses),
    limit,
    offset,
  }),
]);
export type LookupRequest = z.infer<typeof lookupRequest>;
export type LookupKind = LookupRequest['kind'];

/** A lead or message of an answer, as the app reads it. */
const understood = z
  .object({
    of: z.enum(['lead', 'message']),
    /** The record as it came, as JSON. */
    record: z.string(),
    /** Why the app cannot read it; null when it can. */
    reason: z.string().nullable(),
    /** What the app would store of it, each value beside the one that came. */
    columns: z.array(storedColumn).readonly(),
    /** What the app does with each field of it. */
    fields: z.array(fieldUse).readonly(),
    /** The lead in the inbox that it is, or belongs to; null when the inbox does not hold it. */
    leadID: leadID.nullable(),
    /** The negotiation that it is, or belongs to, where it says so. */
    negotiationID: z.string().nullable(),
  })
  .readonly();
export type Understood = z.infer<typeof understood>;

export const lookupResult = z
  .object({
    /** What was sent, without its headers: they hold the token. */
    request: z
      .object({
        method: z.enum(['GET', 'POST']),
        url: z.string(),
        /** JSON, or null for none. */
        body: z.string().nullable(),
      })
      .readonly(),
    /** Milliseconds until the answer; waiting for a turn and trying again are part of it. */
    durationMs: z.number().int().nonnegative(),
    outcome: z.discriminatedUnion('state', [
      z
        .object({
          state: z.literal('answered'),
          status: z.number().int(),
          traceID: z.string().nullable(),
          body: z.unknown(),
          /** The leads and messages in the answer. */
          understood: z.array(understood).readonly(),
        })
        .readonly(),
      z.object({ state: z.literal('failed'), error: failure }).readonly(),
    ]),
  })
  .readonly();
export type LookupResult = z.infer<typeof lookupResult>;

export const lookupCommands = {
  /**
   * Asks the marketplace once (for one message, page by page until it is found). Fails only where nothing
   * could be asked; see `outcome` for the rest.
   */
  'lookup.run': command(
    'engine',
    z.strictObject({ accountID, request: lookupRequest }),
    lookupResult,
  ),
  /** Fetches a negotiation that the inbox does not hold, as if it had been imported: the lead. */
  'lookup.addLead': command(
    'engine',
    z.strictObject({ accountID, negotiationID: id }),
    z.strictObject({ leadID }),
  ),
} as const;
