/** What the sides show each other of accounts: what main knows of a grant, and what the engine does with it. */
import { z } from 'zod';
import { failure } from './errors.ts';
import { generationNames } from './generations.ts';
import { environment } from './profile.ts';
import { accountID, time } from './records.ts';

/** What main knows of an account: the grant and its profile, without any secret. */
export const account = z
  .object({
    accountID,
    profileName: z.string(),
    environment,
    interface: z.enum(generationNames),
    host: z.string(),
    userName: z.string(),
    email: z.string(),
    scopes: z.array(z.string()).readonly(),
    missingScopes: z.array(z.string()).readonly(),
    grant: z
      .object({
        state: z.enum(['connected', 'reconnect', 'disconnected']),
        since: time,
        /** True when the sign-in lasts only until the app closes, for want of a keychain. */
        memoryOnly: z.boolean(),
        /** True when it is disconnected here and the legacy service could not be told of it. */
        notNotified: z.boolean().optional(),
      })
      .readonly(),
    /** True for the practice account, whose customers are invented by the sandbox in the app. */
    practice: z.boolean(),
    /** True while everything of it is being removed from this computer. */
    removing: z.boolean().optional(),
    /** Where test leads are created; only where the profile holds the credentials, never in production. */
    staging: z
      .object({
        /** Host and path, without the scheme. */
        address: z.string(),
        /** False when the account itself works elsewhere: a test lead could not be read or answered. */
        isOwn: z.boolean(),
      })
      .readonly()
      .optional(),
  })
  .readonly();
export type Account = z.infer<typeof account>;

/** An account as its leads know it, whether there is a sign-in or not. */
export const keptAccount = account
  .unwrap()
  .pick({ accountID: true, profileName: true, environment: true, userName: true, practice: true })
  .readonly();
export type KeptAccount = z.infer<typeof keptAccount>;

/** `replaced`: its key is another one than the kept sign-ins were locked with, so that they are lost. */
export const keychainState = z.enum(['ready', 'absent', 'locked', 'volatile', 'replaced']);
export type KeychainState = z.infer<typeof keychainState>;

/**
 * Whether news of a business reach this app by webhook. `missing`: none is ours. `disabled`,
 * `without_credentials`, `wrong_kinds`: ours is not as it must be. `unknown_credentials`: ours has
 * others than we know. `failed`: it could not be looked at or mended. `not_possible`: the service
 * cannot reach this computer.
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
]);
export type WebhookState = z.infer<typeof webhookState>;

/** What the engine knows of how an account's leads come in and its replies go out. */
export const connectionReport = z
  .object({
    accountID,
    /** False when the service does not answer, or has answered with nothing but errors of its own. */
    online: z.boolean(),
    lastContactAt: time.nullable(),
    lastFailure: failure.nullable(),
    polling: z
      .object({
        /** When the service last answered a check. */
        lastAt: time.nullable(),
        nextAt: time.nullable(),
        /** Whether the service lists leads; null until it was asked once. */
        listsLeads: z.boolean().nullable(),
        pausedUntil: time.nullable(),
      })
      .readonly(),
    backfill: z
      .object({
        state: z.enum(['waiting', 'running', 'paused', 'done', 'impossible']),
        leads: z.number().int(),
      })
      .readonly(),
    receiver: z
      .object({
        listening: z.boolean(),
        port: z.number().int().nullable(),
        /** False when the service cannot reach this computer: then only polling brings news. */
        reachable: z.boolean(),
        /** True while nobody has the password that the service's calls must carry (legacy). */
        lacksPassword: z.boolean(),
        lastDeliveryAt: time.nullable(),
        refused: z.number().int(),
      })
      .readonly(),
    webhooks: z
      .array(
        z
          .object({
            businessID: z.string(),
            businessName: z.string(),
            state: webhookState,
            checkedAt: time.nullable(),
            reason: failure.nullable(),
          })
          .readonly(),
      )
      .readonly(),
    /** When leads may have been missed, where the service lists none. `until` is null while it lasts. */
    gaps: z
      .array(
        z
          .object({
            /** Null: every business of the account. */
            businessName: z.string().nullable(),
            from: time,
            until: time.nullable(),
          })
          .readonly(),
      )
      .readonly(),
    outbox: z.object({ waiting: z.number().int(), failed: z.number().int() }).readonly(),
    notUnderstood: z.number().int(),
  })
  .readonly();
export type ConnectionReport = z.infer<typeof connectionReport>;
