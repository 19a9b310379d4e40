/** Identifies accounts, and converts them for the window and the engine. */
import type { AttachedAccount } from '../../contract/port.ts';
import type { ServiceProfile } from '../../contract/profile.ts';
import { getCapabilities } from '../../contract/generations.ts';
import type { Account } from '../../contract/accounts.ts';
import type { AccountID } from '../../contract/records.ts';
import type { AccountBook } from './account-book.ts';
import { computeDigest, toPublicProfile } from './profiles.ts';
import { describeStaging } from './staging.ts';

const unnamedPrefix = 'unnamed-';

/** Hearthline does not read the id token, so its scopes never count as missing. */
const idTokenScopes = ['openid', 'email', 'profile'];

/** True if the service did not report the user. */
export const isUnnamed = (userID: string): boolean => userID.startsWith(unnamedPrefix);

/**
 * Identifies an account: the same user (legacy: business) of the same service always gets the same
 * id, so its leads stay with it. The practice service counts as one service although its port
 * changes. Without a user there is one account for each client id.
 * @param userID null if the grant does not cover it
 */
export const identify = (
  profile: ServiceProfile,
  userID: string | null,
  practice: boolean,
): { readonly accountID: AccountID; readonly userID: string } => {
  const user = userID ?? unnamedPrefix + computeDigest([profile.clientId]);
  const host = practice ? 'practice' : new URL(profile.baseUrl).host;
  const digest = computeDigest([host, profile.environment, profile.interface, user]);
  return { accountID: digest as AccountID, userID: user };
};

/** Returns an account for the window, or null if its record or profile cannot be read. */
export const toAccount = (
  book: AccountBook,
  accountID: AccountID,
  facts: {
    /** True if the vault loses everything when the app quits. */
    readonly memoryOnly: boolean;
    /** True if the service is being notified that the account was disconnected. */
    readonly isNotifying: boolean;
    readonly isRemoving: boolean;
    /** True if the person is an owner of the team, or in no team. */
    readonly ownsTeam: boolean;
  },
): Account | null => {
  const { memoryOnly, isNotifying, isRemoving, ownsTeam } = facts;
  const record = book.readAccount(accountID);
  const profile = record && book.readProfile(record.profileID);
  if (!profile) return null;
  const { state } = record.grant;
  const notNotified =
    state === 'disconnected' && record.grant.notificationPending === true && !isNotifying;
  return {
    accountID,
    profileName: profile.name,
    environment: profile.environment,
    interface: profile.interface,
    host: new URL(profile.baseUrl).host,
    userName: record.userName,
    email: record.email,
    scopes: record.scopes,
    missingScopes: profile.scopes.filter(
      (scope) => !record.scopes.includes(scope) && !idTokenScopes.includes(scope),
    ),
    grant: {
      state,
      since: record.since,
      memoryOnly,
      ...(notNotified && { notNotified }),
      ...(state === 'reconnect' && { why: record.grant.why }),
    },
    ...(profile.broker !== undefined && {
      team: ownsTeam ? 'owner' : 'member',
      connectedBy: record.connectedBy ?? null,
    }),
    practice: record.practice,
    ...(isRemoving && { removing: true }),
    ...describeStaging(profile),
  };
};

/** Returns an account for the engine, without tokens and client secret, or null if it cannot be read. */
export const toAttachedAccount = (
  book: AccountBook,
  accountID: AccountID,
): AttachedAccount | null => {
  const record = book.readAccount(accountID);
  const profile = record && book.readProfile(record.profileID);
  if (!profile) return null;
  const { neededScopes } = getCapabilities(profile);
  // An account just connected through the hub belongs to the team before the hub lists it.
  const teamSince = record.teamSince ?? (profile.broker === undefined ? undefined : record.since);
  return {
    accountID,
    profile: toPublicProfile(profile),
    userID: record.userID,
    userName: record.userName,
    connected: record.grant.state === 'connected',
    practice: record.practice,
    ...(teamSince !== undefined && { teamSince }),
    lacksScopes: neededScopes.some((scope) => !record.scopes.includes(scope)),
  };
};
