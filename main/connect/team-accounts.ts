/** The accounts whose grants the team's hub has, on this desktop: those of the hub's list, and none after the team. */
import { succeed, type Answer } from '../../contract/errors.ts';
import type { ServiceProfile } from '../../contract/profile.ts';
import type { AccountID } from '../../contract/records.ts';
import type { ListedAccount } from '../../contract/team/broker.ts';
import type { AccountBook, AccountRecord, Done } from './account-book.ts';
import { identify } from './accounts.ts';
import { profileIDOf } from './profiles.ts';

/** Whether the hub has the grants of a profile. */
const isBrokered = (profile: ServiceProfile | null): boolean => profile?.broker !== undefined;

/** The grant that a change at the hub brings; null for no change here. */
const grantOf = (
  { account, state }: ListedAccount,
  before: AccountRecord | null,
  broker: string,
): AccountRecord['grant'] | null => {
  if (state === 'disconnected') return before && { state };
  if (state === 'reconnect') return { state, why: 'owner_needed' };
  if (before?.grant.state === 'connected') return { ...before.grant, brokerAccount: account };
  const none = { accessToken: '', refreshToken: null, expiresAt: 0 };
  return { state, ...none, brokerAccount: account, tokenAddress: new URL(broker).href };
};

/**
 * Applies what the hub lists, each change of a state once: what has happened here since then stays. An account that
 * this computer has signed in itself keeps its own grant. Errors: those of the vault.
 * @param broker the hub's address by the membership: the list cannot name another one
 * @param changed called for each account that is new or another
 */
export const adoptTeamAccounts = (
  book: AccountBook,
  accounts: readonly ListedAccount[],
  broker: string,
  changed: (accountID: AccountID) => void,
): Answer<Done> => {
  for (const listed of accounts) {
    const profile = { ...listed.profile, broker };
    const { accountID, userID } = identify(profile, listed.userID, false);
    const before = book.account(accountID);
    const current = before && book.profile(before.profileID);
    const { userName, email, scopes, connectedBy, since, connectedAt: teamSince } = listed;
    if (before?.grant.state === 'connected' && !isBrokered(current)) {
      // With a grant at the hub it counts as the team's, as on the other desktops (decision 9).
      const own = { ...before, teamSince: listed.state === 'connected' ? teamSince : undefined };
      if (own.teamSince === before.teamSince) continue;
      const written = book.saveAccount(accountID, own);
      if (!written.ok) return written;
      changed(accountID);
      continue;
    }
    if (before?.hubSince === since && isBrokered(current)) continue;
    const grant = grantOf(listed, before, broker);
    if (grant === null) continue;
    const isKept = before !== null && isBrokered(current);
    const profileID = isKept ? before.profileID : profileIDOf(profile);
    const saved = isKept ? succeed({}) : book.saveProfile(profileID, profile);
    if (!saved.ok) return saved;
    const written = book.saveAccount(accountID, {
      ...{ profileID, userID, userName, email, scopes, practice: false },
      ...{ since, hubSince: since, teamSince, connectedBy, grant },
    });
    if (!written.ok) return written;
    changed(accountID);
  }
  return succeed({});
};

/**
 * Ends the accounts of a team that this desktop has left. The team keeps their grants; accounts that this computer has
 * signed in itself are the person's own again.
 * @param changed called for each account that is another now
 * @param ended called for each account that has ended, after `changed`
 */
export const endTeamAccounts = (
  book: AccountBook,
  changed: (accountID: AccountID) => void,
  ended: (accountID: AccountID) => void,
): void => {
  for (const accountID of book.accountIDs()) {
    const account = book.account(accountID);
    if (account === null) continue;
    const isOver = isBrokered(book.profile(account.profileID));
    if (!isOver && account.teamSince === undefined) continue;
    const after: AccountRecord = {
      ...account,
      teamSince: undefined,
      ...(isOver && { grant: { state: 'disconnected' } }),
    };
    if (!book.saveAccount(accountID, after).ok) continue;
    changed(accountID);
    if (isOver) ended(accountID);
  }
};
