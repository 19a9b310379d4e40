/** Connects, disconnects and removes accounts. No result contains a refresh token or client secret. */
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import type { CommandOutput } from '../../contract/commands.ts';
import type { AttachedAccount } from '../../contract/port.ts';
import type { ServiceProfile } from '../../contract/profile.ts';
import type { AccountID } from '../../contract/records.ts';
import type { Vault } from '../vault/vault.ts';
import { createAccountBook, type AccountRecord, type Done } from './account-book.ts';
import { toAccount, toAttachedAccount } from './accounts.ts';
import type { Fetch } from '../http/bounded-fetch.ts';
import { createBroker, type Broker } from './broker.ts';
import type { TeamHub } from './hub-requests.ts';
import {
  createAttempts,
  type AttemptDependencies,
  type Consent,
  type OpenBrowser,
} from './attempts.ts';
import { createDisconnect } from './disconnect.ts';
import { createRemoval } from './removal.ts';
import type { Grant } from './grant.ts';
import { createGrantBrokered } from './grant-brokered.ts';
import { createGrantLegacy } from './grant-legacy.ts';
import { createGrantV4 } from './grant-v4.ts';
import { createImports } from './imports.ts';
import { deriveProfileID } from './profiles.ts';
import { fetchSelf } from './self.ts';
import { adoptTeamAccounts, endTeamAccounts } from './team-accounts.ts';
import { createTestLead } from './staging.ts';
import { createTokenKeeper } from './token-keeper.ts';

export type Connect = ReturnType<typeof createConnect>;

const practiceProfileID = 'practice';

export const createConnect = (
  dependencies: AttemptDependencies & {
    readonly vault: Vault;
    readonly openBrowser: OpenBrowser;
    readonly fetch?: Fetch;
    readonly team?: () => TeamHub | null;
    /** Removes the account's webhooks while its token still works. */
    readonly detach: (accountID: AccountID) => Promise<void>;
    /** Removes the account's data from the engine. */
    readonly forget: (accountID: AccountID) => Promise<Answer<unknown>>;
    readonly onRemoval: () => void;
    /** Called when an account is new, and when its grant, scopes or team change. */
    readonly onAccount: (account: AttachedAccount) => void;
  },
) => {
  const { vault, clock, log, fetch = globalThis.fetch } = dependencies;
  const book = createAccountBook(vault);
  const getTeam = (): TeamHub | null => dependencies.team?.() ?? null;
  /** True if this desktop may end grants of its team. */
  const mayEnd = (): boolean => getTeam()?.isOwner !== false;
  const createBrokerAt = (address: string): Broker =>
    createBroker({ address, signer: getTeam()?.signer ?? null, fetch, clock });
  const chooseGrant = (profile: ServiceProfile): Grant => {
    const { broker } = profile;
    if (broker !== undefined) return createGrantBrokered(profile, broker, createBrokerAt(broker));
    return profile.interface === 'v4'
      ? createGrantV4(profile, fetch)
      : createGrantLegacy(profile, fetch);
  };
  const announce = (accountID: AccountID): void => {
    const attached = toAttachedAccount(book, accountID);
    if (attached) dependencies.onAccount(attached);
  };
  const keeper = createTokenKeeper({
    book,
    clock,
    findGrant: ({ profileID }) => {
      const profile = book.readProfile(profileID);
      return profile && chooseGrant(profile);
    },
    fetchOwner: async ({ profileID }, accessToken) => {
      const profile = book.readProfile(profileID);
      if (profile === null) return succeed(null);
      const self = await fetchSelf(fetch, clock, profile, accessToken);
      return self.ok ? succeed(self.value.userID) : self;
    },
    onGrantChange: announce,
    log,
  });
  const disconnecting = createDisconnect({
    book,
    clock,
    log,
    fetch,
    createBrokerAt,
    mayEnd,
    detach: dependencies.detach,
    announce,
  });
  const removal = createRemoval({
    book,
    disconnect: disconnecting.disconnect,
    forget: dependencies.forget,
    onRemoval: dependencies.onRemoval,
  });

  let adopting: Promise<Answer<Done>> = Promise.resolve(succeed({}));
  const adoptFromHub = async (): Promise<Answer<Done>> => {
    const team = getTeam();
    if (team === null) return succeed({});
    const answer = await createBrokerAt(team.address).fetchAccounts();
    if (!answer.ok) return answer;
    // The team may have ended while its hub answered.
    if (getTeam()?.address !== team.address) return succeed({});
    const adopted = adoptTeamAccounts(book, answer.value.accounts, team.address, announce);
    removal.leavePractice();
    return adopted;
  };

  /** True if another account is signed in at the same sign-in page. */
  const hasOtherSession = (profile: ServiceProfile, account: AccountRecord | null): boolean =>
    book.listAccountIDs().some((accountID) => {
      const other = book.readAccount(accountID);
      if (other === null || other.userID === account?.userID) return false;
      const otherProfile = book.readProfile(other.profileID);
      return (
        other.grant.state === 'connected' && otherProfile?.authorizeUrl === profile.authorizeUrl
      );
    });

  const { start: startAttempt, ...attempts } = createAttempts({
    ...dependencies,
    book,
    fetch,
    chooseGrant,
    onConnected: (accountID) => {
      announce(accountID);
      removal.leavePractice();
    },
  });

  return {
    listAccounts: () =>
      book.listAccountIDs().flatMap((accountID) => {
        const facts = {
          memoryOnly: vault.isMemoryOnly,
          isNotifying: disconnecting.isNotifying(accountID),
          isRemoving: removal.isRemoving(accountID),
          ownsTeam: mayEnd(),
        };
        return toAccount(book, accountID, facts) ?? [];
      }),
    listAttachedAccounts: () =>
      book.listAccountIDs().flatMap((accountID) => toAttachedAccount(book, accountID) ?? []),
    /** Adds or updates the accounts that the hub lists for the team. Errors: those of the broker and the vault. */
    // An earlier list must not be applied after a later one.
    adoptTeamAccounts: () => (adopting = adopting.then(adoptFromHub, adoptFromHub)),
    /** Ends the accounts of a left team on this computer; may be repeated. Errors: those of the vault. */
    removeTeamAccounts: () =>
      endTeamAccounts(book, announce, (accountID) => void removal.remove(accountID)),
    hasPractice: removal.hasPractice,
    leavePractice: removal.leavePractice,
    getAccessToken: keeper.getAccessToken,

    ...createImports(book),
    ...attempts,

    /** Opens the consent page and cancels a waiting attempt. Errors: `not_found`, `port_in_use`. */
    start: async (
      input:
        | { readonly profileID: string; readonly email?: string | undefined }
        | { readonly accountID: AccountID },
    ): Promise<Answer<CommandOutput<'connect.start'>>> => {
      const account = 'accountID' in input ? book.readAccount(input.accountID) : null;
      const profileID = 'profileID' in input ? input.profileID : account?.profileID;
      const profile = profileID === undefined ? null : book.readProfile(profileID);
      if (profileID === undefined || profile === null)
        return fail('not_found', 'There is no such profile or account to connect.');
      const email = 'profileID' in input ? input.email : account?.email;
      const started = await startAttempt({
        profileID,
        profile,
        practice: account?.practice ?? false,
        hint: {
          email: email || null,
          // An email selects the sign-in; without one the browser may be signed in as somebody else.
          hasOtherSession: (account === null || !email) && hasOtherSession(profile, account),
        },
        openBrowser: dependencies.openBrowser,
      });
      if (!started.ok) return started;
      const { attemptID, expiresAt } = started.value.attempt;
      return succeed({ attemptID, expiresAt });
    },

    disconnect: disconnecting.disconnect,
    remove: removal.remove,
    resumeRemovals: removal.resumeRemovals,

    /** Connects with any profile. Errors: `conflict` for practice if there is a real account, those of each step. */
    connectTo: async (
      profile: ServiceProfile,
      { practice, openBrowser }: Pick<Consent, 'practice' | 'openBrowser'>,
    ): Promise<Answer<AccountID>> => {
      if (practice && removal.hasRealAccount())
        return fail('conflict', 'Sample leads are only there until a real account is.');
      const profileID = practice ? practiceProfileID : deriveProfileID(profile);
      const started = await startAttempt({
        profileID,
        profile,
        practice,
        hint: { email: null, hasOtherSession: false },
        openBrowser,
      });
      return started.ok ? started.value.outcome : started;
    },

    /** Requests a test lead. Errors: `not_found`, those of createTestLead. */
    createTestLead: async ({
      accountID,
      businessID,
    }: {
      readonly accountID: AccountID;
      readonly businessID?: string | undefined;
    }): Promise<Answer<CommandOutput<'staging.createLead'>>> => {
      const account = book.readAccount(accountID);
      const profile = account && book.readProfile(account.profileID);
      return profile === null
        ? fail('not_found', 'There is no such account.')
        : createTestLead(fetch, clock, profile, businessID ?? null);
    },
  };
};
