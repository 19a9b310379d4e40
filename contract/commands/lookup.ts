/**
 * Looking something up in the marketplace (service.md, Endpoints L; live-facts, Other v4 paths): what
 * can be asked, and the answer with all that support wants to see of it. Nothing here can change
 * anything at the service. Requests are strict, answers are handed on as they came.
 */
import { z } from 'zod';
import { failure } from '../errors.ts';
import { accountID } from '../records.ts';
import { command } from './command.ts';

const words = z.string().trim().min(1).max(200);
const zipCode = z.string().regex(/^\d{5}$/);
/** Names the partner whose request it is (live-facts: the pattern and the length). */
const utmSource = z
  .string()
  .max(48)
  .regex(/^cma-[a-zA-Z0-9-_]+$/);
/** A value whose list is documented nowhere: a word, so that a new one can be tried. */
const word = z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,49}$/);
/** The bounds of a page are not documented; a larger one would not be read on a screen. */
const limit = z.number().int().min(1).max(100);
const offset = z.number().int().min(0).max(100_000);
const businessID = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/);

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
    businessIDs: z.array(businessID).min(1).max(50),
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
