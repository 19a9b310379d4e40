/**
 * Webhooks at the service and received deliveries. Addresses are shown without credentials and query values; those of
 * our own webhooks also without their random path. Passwords are never read back. Errors of `webhooks.*`: `not_found`
 * for an account without webhooks, and those of a request.
 */
import { z } from 'zod';
import { failure } from '../errors.ts';
import {
  eventType,
  maxPasswordLength,
  maxUsernameLength,
  maxWebhookAddressLength,
  maxEventTypes,
  password,
  username,
} from '../limits.ts';
import { webhookState } from '../accounts.ts';
import { accountID, leadID, time } from '../records.ts';
import { cursor, done, engineCommand, readonlyObject } from '../schema.ts';

const id = z.string().min(1).max(200);
const deliveryID = id;

/** Id of a business, or null for the signed-in user. */
const owner = id.nullable();

const credentials = z.strictObject({
  username: z.string().min(1).max(maxUsernameLength).regex(username),
  password: z.string().min(1).max(maxPasswordLength).regex(password),
});

export const webhook = readonlyObject({
  webhookID: z.string(),
  /** Without credentials and query values; only the host of our own. */
  url: z.string(),
  enabled: z.boolean().nullable(),
  /** None, Basic, CustomHeader or an unknown value. */
  authType: z.string().nullable(),
  /** Includes unknown ones. */
  eventTypes: z.array(z.string()).readonly(),
  /** It delivers to this app. */
  ours: z.boolean(),
});
export type Webhook = z.infer<typeof webhook>;

const webhooksOfOwner = readonlyObject({
  businessID: owner,
  name: z.string(),
  /** Null for the user unless `unused`, and if the webhooks could not be read. */
  state: webhookState.exclude(['failed']).nullable(),
  /** Failure to read the webhooks. */
  error: failure.nullable(),
  webhooks: z.array(webhook).readonly(),
});
export type WebhooksOfOwner = z.infer<typeof webhooksOfOwner>;

/** `recorded`: not applied yet. `kept`: of a kind that the app does not use. `not_understood`: has a reason. */
export const deliveryState = z.enum(['recorded', 'applied', 'kept', 'not_understood']);

export const delivery = readonlyObject({
  deliveryID,
  /** Unchanged; empty if missing. */
  eventType: z.string(),
  /** Time of the first arrival. */
  receivedAt: time,
  /** Number of arrivals of the same record. */
  times: z.int(),
  state: deliveryState,
  reason: z.string().nullable(),
  /** Its lead, if it is stored here. */
  leadID: leadID.nullable(),
  /** From the lead or the delivery; may be empty. */
  customerName: z.string(),
  businessName: z.string(),
  /** Size of the body in bytes. */
  size: z.int(),
});
export type Delivery = z.infer<typeof delivery>;

const target = { accountID, businessID: owner, webhookID: id };

export const webhookCommands = {
  /** Fetches the webhooks of an account's businesses and its user. */
  'webhooks.list': engineCommand({ accountID }, { owners: z.array(webhooksOfOwner) }),
  /** Errors: `invalid_input` unless `url` is https, or http on this computer if the service is local. */
  'webhooks.create': engineCommand(
    {
      accountID,
      businessID: owner,
      url: z.string().min(1).max(maxWebhookAddressLength),
      eventTypes: z.array(z.string().regex(eventType)).min(1).max(maxEventTypes),
      enabled: z.boolean(),
      credentials: credentials.optional(),
    },
    { webhook },
  ),
  'webhooks.enable': engineCommand({ ...target, enabled: z.boolean() }, done),
  'webhooks.setCredentials': engineCommand({ ...target, credentials }, done),
  'webhooks.removeCredentials': engineCommand(target, done),
  /** `restorable`: it had no credentials, so it can be recreated. */
  'webhooks.delete': engineCommand(target, { restorable: z.boolean() }),
  /** Recreates a webhook that was deleted since the engine's start, with a new id. Errors: `not_found`. */
  'webhooks.restore': engineCommand(target, { webhook }),
  /** Repairs our own webhooks and waits for the outcome. */
  'webhooks.repair': engineCommand(
    { accountID },
    {
      businesses: z.array(
        z.object({ name: z.string(), repaired: z.boolean(), reason: failure.nullable() }),
      ),
    },
  ),
  /** Requests a test delivery, as a lead “Test Customer”; `afterMs` is null if none arrived in 20 seconds. */
  'webhooks.test': engineCommand(
    { accountID, businessID: id },
    { afterMs: z.int().nullable(), deliveryID: deliveryID.nullable() },
  ),

  /** Newest first. Errors: `invalid_input` for an invalid cursor. */
  'deliveries.list': engineCommand(
    {
      accountID,
      filter: z.enum(['all', 'not_understood']),
      cursor: cursor.optional(),
      limit: z.int().min(1).max(200),
    },
    {
      deliveries: z.array(delivery),
      next: cursor.nullable(),
      notUnderstood: z.int(),
      /** Time of the last delivery by our own webhook of each business. */
      lastAt: z.array(z.strictObject({ businessID: z.string(), at: time })),
    },
  ),
  /** Errors: `not_found`. */
  'deliveries.get': engineCommand(
    { accountID, deliveryID },
    {
      delivery,
      /** Original body; null if it was applied and removed after 30 days. */
      body: z.string().nullable(),
    },
  ),
  /** Applies a delivery again, or all `not_understood` ones. Errors: `not_found`; `too_late` without its body. */
  'deliveries.apply': engineCommand(
    { accountID, deliveryID: deliveryID.optional() },
    { applied: z.int(), notUnderstood: z.int() },
  ),
};
