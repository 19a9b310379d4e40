/**
 * Webhooks that the service holds and deliveries that this app has received. An address is shown
 * without what opens it: no credentials, no values of its query, and of our own no random path.
 * Passwords go in and never come out.
 */
import { z } from 'zod';
import { failure } from '../errors.ts';
import {
  eventType,
  longestPassword,
  longestUsername,
  longestWebhookAddress,
  mostEventTypes,
  password,
  username,
} from '../limits.ts';
import { webhookState } from '../accounts.ts';
import { accountID, leadID } from '../records.ts';
import { command, cursor, done } from './command.ts';

const time = z.number().int();
const id = z.string().min(1).max(200);
const deliveryID = id;

/** The webhook's owner: a business by its id, or null for the signed-in user. */
const owner = z.string().min(1).max(200).nullable();

const credentials = z.strictObject({
  username: z.string().min(1).max(longestUsername).regex(username),
  password: z.string().min(1).max(longestPassword).regex(password),
});

export const webhook = z
  .object({
    webhookID: z.string(),
    /** Without credentials and values of the query; of our own only the host. */
    url: z.string(),
    /** Null when the service did not say. */
    enabled: z.boolean().nullable(),
    /** None, Basic, CustomHeader, or as it came; null when the service did not say. */
    authType: z.string().nullable(),
    /** As they came, unknown ones too. */
    eventTypes: z.array(z.string()).readonly(),
    /** Whether it leads to this app. */
    ours: z.boolean(),
  })
  .readonly();
export type Webhook = z.infer<typeof webhook>;

const webhooksOfOwner = z
  .object({
    businessID: owner,
    /** The name of the business or of the user. */
    name: z.string(),
    /** Null for the user, and where the webhooks could not be read. */
    state: webhookState.exclude(['failed']).nullable(),
    /** Why the webhooks could not be read. */
    error: failure.nullable(),
    webhooks: z.array(webhook).readonly(),
  })
  .readonly();
export type WebhooksOfOwner = z.infer<typeof webhooksOfOwner>;

/**
 * `recorded`: kept, not applied yet. `kept`: of a kind that the app knows and has no use for.
 * `not_understood`: kept with the reason.
 */
export const deliveryState = z.enum(['recorded', 'applied', 'kept', 'not_understood']);

export const delivery = z
  .object({
    deliveryID,
    /** As it came; empty when the envelope did not say. */
    eventType: z.string(),
    /** When it came first. */
    receivedAt: time,
    /** How many times the same record came. */
    times: z.number().int(),
    state: deliveryState,
    reason: z.string().nullable(),
    /** The lead that it is about, where it is known here. */
    leadID: leadID.nullable(),
    /** As far as the lead or the delivery itself says; else empty. */
    customerName: z.string(),
    businessName: z.string(),
    /** Bytes of the body. */
    size: z.number().int(),
  })
  .readonly();
export type Delivery = z.infer<typeof delivery>;

const target = { accountID, businessID: owner, webhookID: id };

export const webhookCommands = {
  /** Asks the service for the webhooks of every business of an account and of its user. */
  'webhooks.list': command(
    'engine',
    z.strictObject({ accountID }),
    z.strictObject({ owners: z.array(webhooksOfOwner) }),
  ),
  /** The address is https; http on this computer where the service is on it too. */
  'webhooks.create': command(
    'engine',
    z.strictObject({
      accountID,
      businessID: owner,
      url: z.string().min(1).max(longestWebhookAddress),
      eventTypes: z.array(z.string().regex(eventType)).min(1).max(mostEventTypes),
      enabled: z.boolean(),
      credentials: credentials.optional(),
    }),
    z.strictObject({ webhook }),
  ),
  'webhooks.enable': command('engine', z.strictObject({ ...target, enabled: z.boolean() }), done),
  'webhooks.setCredentials': command('engine', z.strictObject({ ...target, credentials }), done),
  'webhooks.removeCredentials': command('engine', z.strictObject(target), done),
  /** `restorable`: it had no credentials, so that it can be made again as it was. */
  'webhooks.delete': command(
    'engine',
    z.strictObject(target),
    z.strictObject({ restorable: z.boolean() }),
  ),
  /** Makes a webhook again that was deleted since the engine started; it gets a new id. */
  'webhooks.restore': command('engine', z.strictObject(target), z.strictObject({ webhook })),
  /** Sets up what is missing for our own webhooks, and answers when that is done. */
  'webhooks.mend': command(
    'engine',
    z.strictObject({ accountID }),
    z.strictObject({
      businesses: z.array(
        z.object({ name: z.string(), mended: z.boolean(), reason: failure.nullable() }),
      ),
    }),
  ),
  /**
   * Asks the service for a test delivery and waits for it, 20 seconds at most. It makes a lead
   * named “Test Customer”. `afterMs` is null when none came by our own webhook of the business.
   */
  'webhooks.test': command(
    'engine',
    z.strictObject({ accountID, businessID: id }),
    z.strictObject({ afterMs: z.number().int().nullable(), deliveryID: deliveryID.nullable() }),
  ),

  /** Newest first. */
  'deliveries.list': command(
    'engine',
    z.strictObject({
      accountID,
      filter: z.enum(['all', 'not_understood']),
      cursor: cursor.optional(),
      limit: z.number().int().min(1).max(200),
    }),
    z.strictObject({
      deliveries: z.array(delivery),
      next: cursor.nullable(),
      notUnderstood: z.number().int(),
      /** When our own webhook of a business last delivered. */
      lastAt: z.array(z.strictObject({ businessID: z.string(), at: time })),
    }),
  ),
  'deliveries.get': command(
    'engine',
    z.strictObject({ accountID, deliveryID }),
    z.strictObject({
      delivery,
      /** The body as it came; null when it was applied and removed after 30 days. */
      body: z.string().nullable(),
    }),
  ),
  /** Applies one delivery again, or without `deliveryID` all that were not understood. */
  'deliveries.apply': command(
    'engine',
    z.strictObject({ accountID, deliveryID: deliveryID.optional() }),
    z.strictObject({ applied: z.number().int(), notUnderstood: z.number().int() }),
  ),
};
