/**
 * Looking something up in the marketplace (service.md, Endpoints L; live-facts, Other v4 paths): what
 * can be asked, and the answer with all that support wants to see of it. Nothing here can change
 * anything at the service. Requests are strict, answers are handed on as they came.
 */
import { z } from 'zod';
import { failure } from '../errors.ts';
import { lookup } from '../limits.ts';
import { accountID } from '../records.ts';
import { command } from './command.ts';

const words = z.string().trim().min(1).max(lookup.longestWords);
const zipCode = z.string().regex(lookup.zipCode);
const utmSource = z.string().max(lookup.longestUtmSource).regex(lookup.utmSource);
const word = z.string().regex(lookup.word);
const limit = z.number().int().min(lookup.page.least).max(lookup.page.most);
const offset = z.number().int().min(lookup.offset.least).max(lookup.offset.most);
const businessID = z.string().regex(lookup.businessID);

export const lookupRequest = z.discriminatedUnion('kind', [
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
  z.strictObject({
    kind: z.literal('filtered'),
    userQuery: words,
    zipCode,
    utmSource,
    limit,
  }),
  z.strictObject({ kind: z.literal('reviewsOfOne'), businessID, limit, offset }),
  z.strictObject({
    kind: z.literal('reviewsOfSeveral'),
    businessIDs: z.array(businessID).min(1).max(lookup.mostBusinesses),
    limit,
    offset,
  }),
]);
export type LookupRequest = z.infer<typeof lookupRequest>;
export type LookupKind = LookupRequest['kind'];

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
        })
        .readonly(),
      z.object({ state: z.literal('failed'), error: failure }).readonly(),
    ]),
  })
  .readonly();
export type LookupResult = z.infer<typeof lookupResult>;

export const lookupCommands = {
  /** Asks the marketplace once. Fails only where nothing could be asked; see `outcome` for the rest. */
  'lookup.run': command(
    'engine',
    z.strictObject({ accountID, request: lookupRequest }),
    lookupResult,
  ),
} as const;
