/** Applies the hub's list of accounts to this desktop, and ends them when it leaves the team. */
import { succeed, type Answer } from '../../contract/errors.ts';
import type { ServiceProfile } from '../../contract/profile.ts';
import type { AccountID } from '../../contract/records.ts';
import type { ListedAccount } from '../../contract/team/broker.ts';
import type { AccountBook, AccountRecord, Done } from './account-book.ts';
import { identify } from './accounts.ts';
import { deriveProfileID } from './profiles.ts';

const isBrokered = (profile: ServiceProfile | null): boolean => profile?.broker !== undefined;

/** Builds the grant for a listed account's state; null for a disconnected account that is unknown here. */
const buildGrant = (
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
 * Applies the hub's list, each change of state only once, so that later changes on this computer persist. An account
 * signed in on this computer keeps its grant. Errors: those of the vault.
 * @param broker the hub's address from the membership: the list cannot name another one
 * @param onChange called for each new or changed account
 */
export const adoptTeamAccounts = (
  book: AccountBook,
  accounts: readonly ListedAccount[],
  broker: string,
  onChange: (accountID: AccountID) => void,
): Answer<Done> => {
  for (const listed of accounts) {
    const profile = { ...listed.profile, broker };
    const { accountID, userID } = identify(profile, listed.userID, false);
    const before = book.readAccount(accountID);
    const current = before && book.readProfile(before.profileID);
    const { userName, email, scopes, connectedBy, since, connectedAt: teamSince } = listed;
    if (before?.grant.state === 'connected' && !isBrokered(current)) {
      // With a grant at the hub it counts as the team's, as on the other desktops (decision 9).
      const personal = {
        ...before,
        teamSince: listed.state === 'connected' ? teamSince : undefined,
      };
      if (personal.teamSince === before.teamSince) continue;
      const written = book.saveAccount(accountID, personal);
      if (!written.ok) return written;
      onChange(accountID);
      continue;
    }
    if (before?.hubSince === since && isBrokered(current)) continue;
    const grant = buildGrant(listed, before, broker);
    if (grant === null) continue;
    const keepsProfile = before !== null && isBrokered(current);
    const profileID = keepsProfile ? before.profileID : deriveProfileID(profile);
    const saved = keepsProfile ? succeed({}) : book.saveProfile(profileID, profile);
    if (!saved.ok) return saved;
    const written = book.saveAccount(accountID, {
      profileID,
      userID,
      userName,
      email,
      scopes,
      practice: false,
      since,
      hubSince: since,
      teamSince,
      connectedBy,
      grant,
    });
    if (!written.ok) return written;
    onChange(accountID);
  }
  return succeed({});
};

/**
 * Ends the accounts of a team that this desktop has left. The team keeps their grants; accounts that were signed in on
 * this computer become personal again. Errors: those of the vault, after the others have ended.
 * @param onChange called for each changed account
 * @param onEnd called for each ended account, after `onChange`
 */
export const endTeamAccounts = (
  book: AccountBook,
  onChange: (accountID: AccountID) => void,
  onEnd: (accountID: AccountID) => void,
): Answer<Done> => {
  let outcome: Answer<Done> = succeed({});
  for (const accountID of book.listAccountIDs()) {
    const account = book.readAccount(accountID);
    if (account === null) continue;
    const isOver = isBrokered(book.readProfile(account.profileID));
    if (!isOver && account.teamSince === undefined) continue;
    const after: AccountRecord = {
      ...account,
      teamSince: undefined,
      ...(isOver && { grant: { state: 'disconnected' } }),
    };
    const saved = book.saveAccount(accountID, after);
    if (!saved.ok) {
      outcome = saved;
      continue;
    }
    onChange(accountID);
    if (isOver) onEnd(accountID);
  }
  return outcome;
};
