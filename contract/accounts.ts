/** Accounts: the grant, known to main, and the connection's health, known to the engine. */
import { z } from 'zod';
import { failure } from './errors.ts';
import { generationNames } from './generations.ts';
import { environment } from './profile.ts';
import { accountID, time } from './records.ts';
import { readonlyObject } from './schema.ts';

/** Reason why a hub issues no tokens; `owner_needed`: an owner must connect the account again. */
export const teamReason = z.enum(['not_in_team', 'owner_needed']);

/** An account's grant and profile without secrets. */
export const account = readonlyObject({
  accountID,
  profileName: z.string(),
  environment,
  interface: z.enum(generationNames),
  host: z.string(),
  userName: z.string(),
  email: z.string(),
  scopes: z.array(z.string()).readonly(),
  missingScopes: z.array(z.string()).readonly(),
  grant: readonlyObject({
    state: z.enum(['connected', 'reconnect', 'disconnected']),
    since: time,
    /** The sign-in lasts until the app closes, because there is no keychain. */
    memoryOnly: z.boolean(),
    /** It was disconnected here, but the legacy service or the team's hub could not be notified. */
    notNotified: z.boolean().optional(),
    /** Reason why the team's hub issues no tokens. */
    why: teamReason.optional(),
  }),
  /** The team's hub has the grant, which only owners may end. */
  team: z.enum(['owner', 'member']).optional(),
  /** The owner of the team who connected it; null if that is unknown. */
  connectedBy: z.string().nullable().optional(),
  /** The practice account of the built-in sandbox. */
  practice: z.boolean(),
  /** Its data is being removed from this computer. */
  removing: z.boolean().optional(),
  /** Service for test leads; only with credentials in the profile, never in production. */
  staging: readonlyObject({
    /** Host and path, without the scheme. */
    address: z.string(),
    /** False if it is not the account's own service, so that test leads cannot be read or answered. */
    isOwn: z.boolean(),
  }).optional(),
});
export type Account = z.infer<typeof account>;

/** An account in the database, signed in or not. */
export const storedAccount = account
  .unwrap()
  .pick({ accountID: true, profileName: true, environment: true, userName: true, practice: true })
  .readonly();
export type StoredAccount = z.infer<typeof storedAccount>;

/** `replaced`: the stored sign-ins were encrypted with another key and are lost. */
export const keychainState = z.enum(['ready', 'absent', 'locked', 'volatile', 'replaced']);
export type KeychainState = z.infer<typeof keychainState>;

/**
 * State of our webhook of a business. `disabled`, `without_credentials`, `wrong_kinds`: it needs repair.
 * `unknown_credentials`: its credentials are not the ones we know. `failed`: it could not be checked or repaired.
 * `not_possible`: the service cannot reach this computer. `unused`: the account's staging profile requests no
 * permission for webhooks.
 */
export const webhookState = z.enum([
  'active',
  'missing',
  'disabled',
  'without_credentials',
  'unknown_credentials',
  'wrong_kinds',
  'failed',
  'not_possible',
  'unused',
]);
export type WebhookState = z.infer<typeof webhookState>;

export const connectionReport = readonlyObject({
  accountID,
  /** False if the service does not respond, or only with server errors. */
  online: z.boolean(),
  lastContactAt: time.nullable(),
  lastFailure: failure.nullable(),
  polling: readonlyObject({
    /** Time of the last successful poll. */
    lastAt: time.nullable(),
    nextAt: time.nullable(),
    /** True if the service lists leads; null before the first try. */
    listsLeads: z.boolean().nullable(),
    pausedUntil: time.nullable(),
  }),
  backfill: readonlyObject({
    state: z.enum(['waiting', 'running', 'paused', 'done', 'impossible']),
    leads: z.int(),
  }),
  receiver: readonlyObject({
    listening: z.boolean(),
    port: z.int().nullable(),
    /** False if the service cannot reach this computer and only polling works. */
    reachable: z.boolean(),
    /** No password for the service's calls was created yet (legacy). */
    lacksPassword: z.boolean(),
    lastDeliveryAt: time.nullable(),
    refused: z.int(),
  }),
  webhooks: z
    .array(
      readonlyObject({
        businessID: z.string(),
        businessName: z.string(),
        state: webhookState,
        checkedAt: time.nullable(),
        reason: failure.nullable(),
      }),
    )
    .readonly(),
  /** Businesses that another account serves. */
  yielded: z
    .array(readonlyObject({ businessID: z.string(), businessName: z.string(), accountID }))
    .readonly(),
  /** Times in which leads may have been missed, if the service lists none. `until` is null for the current one. */
  gaps: z
    .array(
      readonlyObject({
        /** Null: every business of the account. */
        businessName: z.string().nullable(),
        from: time,
        until: time.nullable(),
      }),
    )
    .readonly(),
  outbox: readonlyObject({ waiting: z.int(), failed: z.int() }),
  notUnderstood: z.int(),
});
export type ConnectionReport = z.infer<typeof connectionReport>;
