/** How an account in the vault is named, and how it looks to the screen and to the engine. */
import type { AttachedAccount } from '../../contract/port.ts';
import type { ServiceProfile } from '../../contract/profile.ts';
import type { Account } from '../../contract/accounts.ts';
import type { AccountID } from '../../contract/records.ts';
import type { AccountBook } from './account-book.ts';
import { shortDigest, toPublic } from './profiles.ts';
import { stagingOf } from './staging.ts';

const unnamed = 'unnamed-';

/** Scopes that a profile may name and nothing here needs: they bring an id token, which is not read. */
const unused = ['openid', 'email', 'profile'];

/** True for an account of which the service did not say whose it is. */
export const isUnnamed = (userID: string): boolean => userID.startsWith(unnamed);

/**
 * The name of an account: the same user (for legacy, the same business) of the same service gets the
 * same one, whenever and however often they connect, so that their leads stay theirs. The practice
 * service changes its port at each start and is one service all the same. Where the service does not
 * say who signed in, there is one account for each client of it.
 *
 * @param userID as the service gave it, or null when the grant does not cover it
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

/**
 * An account for the screen; null when its record or profile cannot be read.
 *
 * @param isEnding the service is being told of the account's end: whether it hears of it is open
 * @param removing everything of it is being removed
 */
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

/** An account for the engine: no refresh token, no client secret. */
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
