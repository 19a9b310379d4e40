/** Identity of accounts, and their views for window and engine. */
import type { AttachedAccount } from '../../contract/port.ts';
import type { ServiceProfile } from '../../contract/profile.ts';
import type { Account } from '../../contract/accounts.ts';
import type { AccountID } from '../../contract/records.ts';
import type { AccountBook } from './account-book.ts';
import { shortDigest, toPublic } from './profiles.ts';
import { stagingOf } from './staging.ts';

const unnamed = 'unnamed-';

/** Scopes of the id token, which Hearthline does not read: they never count as missing. */
const unused = ['openid', 'email', 'profile'];

/** Whether the service did not report who signed in. */
export const isUnnamed = (userID: string): boolean => userID.startsWith(unnamed);

/**
 * Identifies an account: the same user (legacy: business) of the same service always gets the same
 * id, so its leads stay with it. The practice service counts as one service although its port
 * changes. Without a user there is one account for each client id.
 * @param userID as the service reported it, null if the grant does not cover it
 */
export const identityOf = (
  profile: ServiceProfile,
  userID: string | null,
  practice: boolean,
): { readonly accountID: AccountID; readonly userID: string } => {
  const user = userID ?? unnamed + shortDigest([profile.clientId]);
  const host = practice ? 'practice' : new URL(profile.baseUrl).host;
  const digest = shortDigest([host, profile.environment, profile.interface, user]);
  return { accountID: digest as AccountID, userID: user };
};

/** An account for the window; null if its record or profile cannot be read. */
export const accountOf = (
  book: AccountBook,
  accountID: AccountID,
  memoryOnly: boolean,
  isEnding: boolean,
  removing: boolean,
): Account | null => {
  const record = book.account(accountID);
  const profile = record && book.profile(record.profileID);
  if (!profile) return null;
  const { state } = record.grant;
  const notNotified = state === 'disconnected' && record.grant.untold === true && !isEnding;
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
      (scope) => !record.scopes.includes(scope) && !unused.includes(scope),
    ),
    grant: { state, since: record.since, memoryOnly, ...(notNotified && { notNotified }) },
    practice: record.practice,
    ...(removing && { removing }),
    ...stagingOf(profile),
  };
};

/** An account for the engine, without refresh token and client secret. */
export const attachedOf = (book: AccountBook, accountID: AccountID): AttachedAccount | null => {
  const record = book.account(accountID);
  const profile = record && book.profile(record.profileID);
  if (!profile) return null;
  return {
    accountID,
    profile: toPublic(profile),
    userID: record.userID,
    userName: record.userName,
    connected: record.grant.state === 'connected',
    practice: record.practice,
  };
};
