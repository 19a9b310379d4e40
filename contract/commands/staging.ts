/**
 * Test leads on staging (conformance.md, F): the request that creates one, without its credentials, and the stored
 * lead. Errors of all commands: `not_found`; `forbidden` for an account of a production environment.
 */
import { z } from 'zod';
import { failure } from '../errors.ts';
import { maxServiceIDLength } from '../limits.ts';
import { accountID, leadID, messageID, side } from '../records.ts';
import { engineCommand, mainCommand, readonlyObject } from '../schema.ts';

const serviceID = z.string().trim().min(1).max(maxServiceIDLength);

/** Largest accepted response of the test endpoint, in characters. */
export const maxTestLeadLength = 262_144;

export const stagingCall = readonlyObject({
  request: readonlyObject({
    method: z.literal('POST'),
    url: z.string(),
    path: z.string(),
    body: z.string(),
  }),
  /** The whole response; null if there was none. */
  answer: readonlyObject({
    status: z.int(),
    body: z.string(),
  }).nullable(),
  /** Milliseconds until the response. */
  durationMs: z.int().nonnegative(),
  outcome: z.discriminatedUnion('state', [
    readonlyObject({
      state: z.literal('created'),
      leadID: serviceID,
      /** Null if the response names no business. */
      businessID: serviceID.nullable(),
      businessName: z.string(),
      customerName: z.string(),
    }),
    readonlyObject({ state: z.literal('refused'), error: failure }),
    /** The request was sent and may have created a lead, but no readable response names one. */
    readonlyObject({ state: z.literal('unknown'), error: failure }),
  ]),
});
export type StagingCall = z.infer<typeof stagingCall>;

/** Use of a field: a column, shown from the stored record, or stored and not shown. */
export const fieldUse = readonlyObject({
  /** Such as `request.details.0.answer`. */
  path: z.string(),
  use: z.enum(['column', 'shown', 'kept']),
});
export type FieldUse = z.infer<typeof fieldUse>;

export const storedColumn = readonlyObject({
  name: z.string(),
  value: z.union([z.string(), z.number()]).nullable(),
  /** Source fields; empty if the column comes from no record. */
  from: z.array(z.string()).readonly(),
  /** Original value in the record. */
  came: z.string().nullable(),
});
export type StoredColumn = z.infer<typeof storedColumn>;

const storedMessage = readonlyObject({
  messageID,
  /** Null until the service assigns one, and for legacy replies. */
  serviceID: z.string().nullable(),
  side,
  text: z.string(),
});

export const stagingPreview = readonlyObject({
  /** The original record, as JSON; null while only a message of the lead is known. */
  record: z.string().nullable(),
  fields: z.array(fieldUse).readonly(),
  columns: z.array(storedColumn).readonly(),
  /** The newest 50, oldest first. */
  messages: z.array(storedMessage).readonly(),
});
export type StagingPreview = z.infer<typeof stagingPreview>;

export const stagingCommands = {
  /** Requests a test lead once, by default of a dummy business. Failures of the request are in `outcome`. */
  'staging.createLead': mainCommand({ accountID, businessID: serviceID.optional() }, stagingCall),
  /** Imports a test lead: fetched (v4), or from the test endpoint's response (legacy). Errors: those of a request. */
  'staging.ingest': engineCommand(
    { accountID, testLead: z.string().max(maxTestLeadLength) },
    { leadID },
  ),
  /** The stored columns of a lead with the service's record. */
  'staging.preview': engineCommand({ accountID, leadID }, stagingPreview),
  /** Fetches and stores the lead's conversation (v4); returns its message ids. Errors: those of a request. */
  'staging.thread': engineCommand({ accountID, leadID }, { serviceIDs: z.array(z.string()) }),
} as const;
