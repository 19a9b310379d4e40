/**
 * What the vault holds of connections: profiles with their client secrets, accounts with their grants.
 * Turns the vault's records into types and back; decides nothing.
 */
import { z } from 'zod';
import { succeed, type Answer } from '../../contract/errors.ts';
import { serviceProfile, type ServiceProfile } from '../../contract/profile.ts';
import type { AccountID } from '../../contract/records.ts';
import type { Vault } from '../vault/vault.ts';

const accountRecord = z
  .object({
    profileID: z.string(),
    userID: z.string(),
    userName: z.string(),
    email: z.string(),
    practice: z.boolean(),
    /** What was granted at the last consent. */
    scopes: z.array(z.string()).readonly(),
    /** Since when the grant is in its state, UTC milliseconds. */
    since: z.number(),
    grant: z.discriminatedUnion('state', [
      z
        .object({
          state: z.literal('connected'),
          accessToken: z.string(),
          /** Null when the service gave none (no offline_access). */
          refreshToken: z.string().nullable(),
          /** End of the access token, UTC milliseconds. */
          expiresAt: z.number(),
          /** When it was given, UTC milliseconds: a clock before that has been set back since. */
          issuedAt: z.number().optional(),
          /** Where it was made; its refresh token is sent nowhere else. */
          tokenAddress: z.string().optional(),
          /** True until the service has said whose these tokens are. */
          unconfirmed: z.boolean().optional(),
        })
        .readonly(),
      z.object({ state: z.literal('reconnect') }).readonly(),
      z
        .object({
          state: z.literal('disconnected'),
          /** True until the legacy service was told of it; absent where nobody has to be told. */
          untold: z.boolean().optional(),
        })
        .readonly(),
    ]),
  })
  .readonly();
export type AccountRecord = z.infer<typeof accountRecord>;
export type LiveGrant = Extract<AccountRecord['grant'], { state: 'connected' }>;

export type AccountBook = {
  readonly profile: (profileID: string) => ServiceProfile | null;
  readonly saveProfile: (
    profileID: string,
    profile: ServiceProfile,
  ) => Answer<Record<string, never>>;
  readonly account: (accountID: AccountID) => AccountRecord | null;
  /** The grant of an account while it is believed to work. */
  readonly liveGrant: (accountID: AccountID) => LiveGrant | null;
  /**
   * The record is on disk when this answers well. One that is connected is not to be removed any more.
   * Errors: those of the vault.
   */
  readonly saveAccount: (
    accountID: AccountID,
    account: AccountRecord,
  ) => Answer<Record<string, never>>;
  /** Notes that an account is to be removed, until that is done. Errors: those of the vault. */
  readonly noteRemoval: (accountID: AccountID) => Answer<Record<string, never>>;
  readonly forgetRemoval: (accountID: AccountID) => Answer<Record<string, never>>;
  /** The accounts that are to be removed, whether there is a grant of them or not. */
  readonly removals: () => readonly AccountID[];
  /** Forgets an account and its grant. Errors: those of the vault. */
  readonly removeAccount: (accountID: AccountID) => Answer<Record<string, never>>;
  readonly accountIDs: () => readonly AccountID[];
};

const profileName = (profileID: string): string => `profile:${profileID}`;
const accountPrefix = 'account:';
const removalPrefix = 'removal:';

export const createAccountBook = (vault: Vault): AccountBook => {
  const account = (accountID: AccountID): AccountRecord | null =>
    accountRecord.safeParse(vault.read(accountPrefix + accountID)).data ?? null;
  const named = (prefix: string): readonly AccountID[] =>
    vault
      .names()
      .filter((name) => name.startsWith(prefix))
      .map((name) => name.slice(prefix.length) as AccountID);
  const forgetRemoval: AccountBook['forgetRemoval'] = (accountID) =>
    vault.read(removalPrefix + accountID) === null
      ? succeed({})
      : vault.remove(removalPrefix + accountID);
  return {
    profile: (profileID) =>
      serviceProfile.safeParse(vault.read(profileName(profileID))).data ?? null,
    saveProfile: (profileID, profile) => vault.write(profileName(profileID), profile),
    account,
    liveGrant: (accountID) => {
      const grant = account(accountID)?.grant;
      return grant?.state === 'connected' ? grant : null;
    },
    saveAccount: (accountID, record) => {
      const kept = record.grant.state === 'connected' ? forgetRemoval(accountID) : succeed({});
      return kept.ok ? vault.write(accountPrefix + accountID, record) : kept;
    },
    noteRemoval: (accountID) => vault.write(removalPrefix + accountID, {}),
    forgetRemoval,
    removals: () => named(removalPrefix),
    removeAccount: (accountID) => vault.remove(accountPrefix + accountID),
    accountIDs: () => named(accountPrefix),
  };
};
