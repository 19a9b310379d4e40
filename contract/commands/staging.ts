/**
 * Previewing test leads on staging (service.md, Endpoints F): the call that makes one, as it went over
 * the wire but without its credentials, and what the app then stores of the lead. No account of a
 * production environment is ever served here.
 */
import { z } from 'zod';
import { failure } from '../errors.ts';
import { longestServiceID } from '../limits.ts';
import { accountID, leadID, messageID } from '../records.ts';
import { command } from './command.ts';

const serviceID = z.string().trim().min(1).max(longestServiceID);

/** Largest answer of the test endpoint that is taken, in characters. */
export const longestTestLead = 262_144;

export const stagingCall = z
  .object({
    request: z
      .object({ method: z.literal('POST'), url: z.string(), path: z.string(), body: z.string() })
      .readonly(),
    /** What came back, whole; null when nothing did. */
    answer: z
      .object({ status: z.number().int(), contentType: z.string(), body: z.string() })
      .readonly()
      .nullable(),
    /** Milliseconds until the answer was here. */
    durationMs: z.number().int().nonnegative(),
    outcome: z.discriminatedUnion('state', [
      z
        .object({
          state: z.literal('created'),
          leadID: serviceID,
          /** Null when the answer names no business. */
          businessID: serviceID.nullable(),
          businessName: z.string(),
          customerName: z.string(),
        })
        .readonly(),
      z.object({ state: z.literal('refused'), error: failure }).readonly(),
    ]),
  })
  .readonly();
export type StagingCall = z.infer<typeof stagingCall>;

/** What becomes of a field: a column of its own, shown from the record, or kept and not shown. */
export const fieldUse = z
  .object({
    /** Names joined by dots; items of a list have their number: `request.details.0.answer`. */
    path: z.string(),
    use: z.enum(['column', 'shown', 'kept']),
  })
  .readonly();
export type FieldUse = z.infer<typeof fieldUse>;

export const storedColumn = z
  .object({
    name: z.string(),
    value: z.union([z.string(), z.number()]).nullable(),
    /** The fields that the column comes from; none for what no record says. */
    from: z.array(z.string()).readonly(),
    /** What the record says there, as it came; null when it says nothing. */
    came: z.string().nullable(),
  })
  .readonly();
export type StoredColumn = z.infer<typeof storedColumn>;

const storedMessage = z
  .object({
    messageID,
    /** The service's id; null until the service has given one, and for legacy replies. */
    serviceID: z.string().nullable(),
    side: z.enum(['customer', 'business', 'unknown']),
    text: z.string(),
  })
  .readonly();

export const stagingPreview = z
  .object({
    /** The service's record as it came, as JSON; null while only a message of the lead is known. */
    record: z.string().nullable(),
    fields: z.array(fieldUse).readonly(),
    columns: z.array(storedColumn).readonly(),
    /** The newest 50, oldest first. */
    messages: z.array(storedMessage).readonly(),
  })
  .readonly();
export type StagingPreview = z.infer<typeof stagingPreview>;

export const stagingCommands = {
  /**
   * Asks the staging service for a test lead, once; without a business it makes a dummy one. Fails only
   * where nothing could be asked (`not_found`, `forbidden`); see `outcome` for the rest.
   */
  'staging.createLead': command(
    'main',
    z.strictObject({ accountID, businessID: serviceID.optional() }),
    stagingCall,
  ),
  /**
   * Takes a test lead in, as any lead of the account: fetched with its messages (v4), or as the test
   * endpoint answered it (legacy).
   */
  'staging.takeIn': command(
    'engine',
    z.strictObject({ accountID, testLead: z.string().max(longestTestLead) }),
    z.strictObject({ leadID }),
  ),
  /** What the store holds of a lead beside what the service sent. */
  'staging.preview': command('engine', z.strictObject({ accountID, leadID }), stagingPreview),
  /** Reads the lead's conversation at the service (v4): the ids of the messages that are in it. */
  'staging.thread': command(
    'engine',
    z.strictObject({ accountID, leadID }),
    z.strictObject({ serviceIDs: z.array(z.string()) }),
  ),
} as const;
