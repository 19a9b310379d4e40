/** Stores profiles, with client secrets, and accounts, with grants, in the vault. */
import { z } from 'zod';
import { succeed, type Answer } from '../../contract/errors.ts';
import { serviceProfile, type ServiceProfile } from '../../contract/profile.ts';
import type { AccountID } from '../../contract/records.ts';
import type { Vault } from '../vault/vault.ts';
import { teamReason } from '../../contract/accounts.ts';
import { readonlyObject } from '../../contract/schema.ts';

const accountRecord = readonlyObject({
  profileID: z.string(),
  userID: z.string(),
  userName: z.string(),
  email: z.string(),
  practice: z.boolean(),
  scopes: z.array(z.string()).readonly(),
  /** Time of the grant's last change of state, UTC milliseconds. */
  since: z.number(),
  /** Time of the last change of the hub's grant that this computer has applied, UTC milliseconds. */
  hubSince: z.number().optional(),
  /** When the hub first received a grant of it, UTC milliseconds; missing for a personal account. */
  teamSince: z.number().optional(),
  /** The owner of the team who connected it. */
  connectedBy: z.string().nullable().optional(),
  grant: z.discriminatedUnion('state', [
    readonlyObject({
      state: z.literal('connected'),
      accessToken: z.string(),
      /** Null without offline_access, and if the hub has the grant. */
      refreshToken: z.string().nullable(),
      /** The hub's id of the account, if the hub has the grant. */
      brokerAccount: z.string().optional(),
      /** Expiry of the access token, UTC milliseconds. */
      expiresAt: z.number(),
      /** UTC milliseconds. A computer's clock before this time was set back. */
      issuedAt: z.number().optional(),
      /** The token endpoint that issued the tokens. The refresh token is sent nowhere else. */
      tokenAddress: z.string().optional(),
      /** True until the service has confirmed the user of the tokens. */
      unconfirmed: z.boolean().optional(),
    }),
    readonlyObject({
      state: z.literal('reconnect'),
      /** Only with the hub's grant: the reason for which the professional cannot reconnect alone. */
      why: teamReason.optional(),
    }),
    readonlyObject({
      state: z.literal('disconnected'),
      /** True until the legacy service or the hub has acknowledged the disconnect. */
      notificationPending: z.boolean().optional(),
      brokerAccount: z.string().optional(),
    }),
  ]),
});
export type AccountRecord = z.infer<typeof accountRecord>;
export type Done = Record<string, never>;
export type LiveGrant = Extract<AccountRecord['grant'], { state: 'connected' }>;

export type AccountBook = ReturnType<typeof createAccountBook>;

const buildProfileKey = (profileID: string): string => `profile:${profileID}`;
const accountPrefix = 'account:';
const removalPrefix = 'removal:';

/** Opens the account book of a vault. Unreadable records count as missing. Errors of writes: the vault's. */
export const createAccountBook = (vault: Vault) => {
  const readAccount = (accountID: AccountID): AccountRecord | null =>
    accountRecord.safeParse(vault.read(accountPrefix + accountID)).data ?? null;
  const listIDs = (prefix: string): readonly AccountID[] =>
    vault
      .listNames()
      .filter((name) => name.startsWith(prefix))
      .map((name) => name.slice(prefix.length) as AccountID);
  const forgetRemoval = (accountID: AccountID): Answer<Done> =>
    vault.read(removalPrefix + accountID) === null
      ? succeed({})
      : vault.remove(removalPrefix + accountID);
  return {
    readProfile: (profileID: string): ServiceProfile | null =>
      serviceProfile.safeParse(vault.read(buildProfileKey(profileID))).data ?? null,
    saveProfile: (profileID: string, profile: ServiceProfile): Answer<Done> =>
      vault.write(buildProfileKey(profileID), profile),
    readAccount,
    readLiveGrant: (accountID: AccountID): LiveGrant | null => {
      const grant = readAccount(accountID)?.grant;
      return grant?.state === 'connected' ? grant : null;
    },
    /** Writes to disk before it returns, and cancels the removal of a connected account. */
    saveAccount: (accountID: AccountID, record: AccountRecord): Answer<Done> => {
      const canceled = record.grant.state === 'connected' ? forgetRemoval(accountID) : succeed({});
      return canceled.ok ? vault.write(accountPrefix + accountID, record) : canceled;
    },
    recordRemoval: (accountID: AccountID): Answer<Done> =>
      vault.write(removalPrefix + accountID, {}),
    forgetRemoval,
    /** Accounts being removed, with or without a grant. */
    listRemovals: () => listIDs(removalPrefix),
    removeAccount: (accountID: AccountID): Answer<Done> => vault.remove(accountPrefix + accountID),
    listAccountIDs: () => listIDs(accountPrefix),
  };
};
