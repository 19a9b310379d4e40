/** Answers the `connect.*` commands. No result contains a refresh token or client secret. */
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import type { CommandInput, CommandOutput } from '../../contract/commands.ts';
import type { EventPayload } from '../../contract/events.ts';
import type { AttachedAccount } from '../../contract/port.ts';
import type { ServiceProfile } from '../../contract/profile.ts';
import type { Account } from '../../contract/accounts.ts';
import type { AccountID } from '../../contract/records.ts';
import type { Log } from '../log/log.ts';
import type { Vault } from '../vault/vault.ts';
import { createAccountBook, type AccountRecord, type Done } from './account-book.ts';
import { accountOf, attachedOf, identityOf } from './accounts.ts';
import type { Fetch } from './answer-of-service.ts';
import { openAttempt, type Attempt, type Authorized } from './attempt.ts';
import type { Clock } from '../clock/clock.ts';
import { createDisconnect, type Disconnect } from './disconnect.ts';
import { createLeaving, type Leaving } from './leave.ts';
import type { Grant, Who } from './grant.ts';
import { createGrantLegacy } from './grant-legacy.ts';
import { createGrantV4 } from './grant-v4.ts';
import { createImports, type Imports } from './imports.ts';
import { profileIDOf } from './profiles.ts';
import { fetchSelf } from './self.ts';
import { createTestLead } from './staging.ts';
import { createTokenKeeper, type TokenKeeper } from './token-keeper.ts';

type OpenBrowser = (address: string) => Promise<void>;

export type Connect = Imports &
  Pick<TokenKeeper, 'accessToken'> &
  Pick<Disconnect, 'disconnect'> &
  Pick<Leaving, 'hasPractice' | 'leavePractice' | 'remove' | 'resumeRemovals'> & {
    readonly accounts: () => readonly Account[];
    readonly attachedAccounts: () => readonly AttachedAccount[];
    /** Opens the browser; cancels a waiting attempt. Errors: `not_found`, `port_in_use`. */
    readonly start: (
      input:
        | { readonly profileID: string; readonly email?: string | undefined }
        | { readonly accountID: AccountID },
    ) => Promise<Answer<CommandOutput<'connect.start'>>>;
    readonly cancel: (attemptID: string) => Answer<Done>;
    /** Address of the waiting attempt's consent page. Errors: `not_found`. */
    readonly consentPage: (attemptID: string) => Answer<string>;
    /** Errors: `not_found`, `invalid_input`, `connect_mismatch`. */
    readonly paste: (input: CommandInput<'connect.paste'>) => Promise<Answer<Done>>;
    /** Runs the whole flow with a profile that need not be imported. Errors: those of an attempt. */
    readonly connectTo: (
      profile: ServiceProfile,
      how: { readonly practice: boolean; readonly openBrowser: OpenBrowser },
    ) => Promise<Answer<AccountID>>;
    /** Errors: `not_found`, those of createTestLead. */
    readonly createTestLead: (input: {
      readonly accountID: AccountID;
      readonly businessID?: string | undefined;
    }) => Promise<Answer<CommandOutput<'staging.createLead'>>>;
    readonly stop: () => void;
  };

type Dependencies = {
  readonly vault: Vault;
  readonly openBrowser: OpenBrowser;
  /** Whether the system opens the app by its own URL scheme. */
  readonly hasWayBack: boolean;
  readonly clock: Clock;
  readonly random: (bytes: number) => Buffer;
  readonly log: Log;
  readonly fetch?: Fetch;
  /** Removes the account's webhooks while its token still works. */
  readonly detach: (accountID: AccountID) => Promise<void>;
  readonly forget: (accountID: AccountID) => Promise<Answer<unknown>>;
  readonly onRemoval: () => void;
  /** An account is new, or its grant began or ended. */
  readonly onAccount: (account: AttachedAccount) => void;
  readonly onConnecting: (event: EventPayload<'connecting'>) => void;
};

const practiceProfileID = 'practice';

export const createConnect = (dependencies: Dependencies): Connect => {
  const {
    vault,
    clock,
    random,
    log,
    fetch = globalThis.fetch,
    onAccount,
    onConnecting,
  } = dependencies;
  const book = createAccountBook(vault);
  let waiting: Attempt | null = null;
  /** Attempts open one after the other: two would race for the same port. */
  let opening: Promise<unknown> = Promise.resolve();

  const announce = (accountID: AccountID): void => {
    const attached = attachedOf(book, accountID);
    if (attached) onAccount(attached);
  };
  const keeper = createTokenKeeper({
    book,
    clock,
    grantOf: ({ profileID }) => {
      const profile = book.profile(profileID);
      return profile && grantFor(profile, fetch);
    },
    ownerOf: async ({ profileID }, accessToken) => {
      const profile = book.profile(profileID);
      if (profile === null) return succeed(null);
      const self = await fetchSelf(fetch, clock, profile, accessToken);
      return self.ok ? succeed(self.value.userID) : self;
    },
    onGrantDead: announce,
    log,
  });
  const ending = createDisconnect({
    book,
    clock,
    log,
    fetch,
    detach: dependencies.detach,
    announce,
  });
  const leaving = createLeaving({
    book,
    disconnect: ending.disconnect,
    forget: dependencies.forget,
    onRemoval: dependencies.onRemoval,
  });

  /** Whether another account is signed in at the same sign-in page. */
  const hasOther = (profile: ServiceProfile, account: AccountRecord | null): boolean =>
    book.accountIDs().some((accountID) => {
      const other = book.account(accountID);
      if (other === null || other.userID === account?.userID) return false;
      const theirs = book.profile(other.profileID);
      return other.grant.state === 'connected' && theirs?.authorizeUrl === profile.authorizeUrl;
    });

  type Consent = {
    readonly profileID: string;
    readonly profile: ServiceProfile;
    readonly practice: boolean;
    readonly who: Who;
    readonly openBrowser: OpenBrowser;
  };

  const open = async (consent: Consent, grant: Grant): Promise<Answer<Attempt>> => {
    waiting?.end('connect_cancelled');
    waiting = null;
    const attempt = await openAttempt({
      grant,
      redirectUris: consent.profile.redirectUris,
      hasWayBack: dependencies.hasWayBack,
      who: consent.who,
      clock,
      random,
      onMismatch: () => log.warn({}, 'an answer with a wrong state was refused'),
    });
    waiting = attempt.ok ? attempt.value : null;
    return attempt;
  };

  const begin = async (
    consent: Consent,
  ): Promise<Answer<{ attempt: Attempt; ended: Promise<Answer<AccountID>> }>> => {
    const grant = grantFor(consent.profile, fetch);
    const turn = opening.then(() => open(consent, grant));
    opening = turn.catch(() => undefined);
    const opened = await turn;
    if (!opened.ok) return opened;
    const attempt = opened.value;
    const { attemptID, expiresAt } = attempt;
    onConnecting({ state: 'waiting', attemptID, expiresAt });
    consent.openBrowser(attempt.address).catch(() => attempt.end('internal'));
    return succeed({ attempt, ended: follow(consent, attempt, grant) });
  };

  const follow = async (
    consent: Consent,
    attempt: Attempt,
    grant: Grant,
  ): Promise<Answer<AccountID>> => {
    const { attemptID } = attempt;
    const authorized = await attempt.outcome;
    if (waiting === attempt) waiting = null;
    if (authorized.ok) onConnecting({ state: 'exchanging', attemptID });
    const answer = authorized.ok ? await complete(consent, grant, authorized.value) : authorized;
    if (answer.ok) {
      log.info({ accountID: answer.value }, 'connected');
      onConnecting({ state: 'done', attemptID, accountID: answer.value });
    } else {
      log.warn({ code: answer.error.code, detail: answer.error.detail }, 'not connected');
      onConnecting({ state: 'failed', attemptID, error: answer.error });
    }
    return answer;
  };

  const complete = async (
    consent: Consent,
    grant: Grant,
    authorized: Authorized,
  ): Promise<Answer<AccountID>> => {
    const { profileID, profile, practice } = consent;
    const exchanged = await grant.exchange(authorized);
    if (!exchanged.ok) return exchanged;
    const { accessToken, refreshToken, expiresIn, scopes } = exchanged.value;
    const since = clock.now();
    const self = await fetchSelf(fetch, clock, profile, accessToken);
    if (!self.ok) return self;
    const { accountID, userID } = identityOf(profile, self.value.userID, practice);
    const savedProfile = book.saveProfile(profileID, profile);
    if (!savedProfile.ok) return savedProfile;
    const saved = book.saveAccount(accountID, {
      profileID,
      userID,
      userName: self.value.userName,
      email: self.value.email,
      practice,
      scopes: self.value.scopes ?? scopes ?? profile.scopes,
      since,
      grant: {
        state: 'connected',
        accessToken,
        refreshToken,
        expiresAt: since + expiresIn * 1000,
        issuedAt: since,
        tokenAddress: grant.tokenAddress,
      },
    });
    if (!saved.ok) return saved;
    announce(accountID);
    leaving.leavePractice();
    return succeed(accountID);
  };

  return {
    accounts: () =>
      book.accountIDs().flatMap((accountID) => {
        const isEnding = ending.isEnding(accountID);
        const isRemoving = leaving.isRemoving(accountID);
        return accountOf(book, accountID, vault.memoryOnly, isEnding, isRemoving) ?? [];
      }),
    attachedAccounts: () =>
      book.accountIDs().flatMap((accountID) => attachedOf(book, accountID) ?? []),
    hasPractice: leaving.hasPractice,
    leavePractice: leaving.leavePractice,
    accessToken: keeper.accessToken,

    ...createImports(book),

    start: async (input) => {
      const account = 'accountID' in input ? book.account(input.accountID) : null;
      const profileID = 'profileID' in input ? input.profileID : account?.profileID;
      const profile = profileID === undefined ? null : book.profile(profileID);
      if (profileID === undefined || profile === null)
        return fail('not_found', 'There is no such profile or account to connect.');
      const email = 'profileID' in input ? input.email : account?.email;
      const begun = await begin({
        profileID,
        profile,
        practice: account?.practice ?? false,
        who: {
          email: email || null,
          // With a hint the service renews that sign-in; without one the browser's sign-in may be
          // another account.
          isAnother: (account === null || !email) && hasOther(profile, account),
        },
        openBrowser: dependencies.openBrowser,
      });
      if (!begun.ok) return begun;
      const { attemptID, expiresAt } = begun.value.attempt;
      return succeed({ attemptID, expiresAt });
    },

    cancel: (attemptID) => {
      if (waiting?.attemptID === attemptID) waiting.end('connect_cancelled');
      return succeed({});
    },

    consentPage: (attemptID) =>
      waiting?.attemptID === attemptID
        ? succeed(waiting.address)
        : fail('not_found', 'This attempt to connect is over.'),

    paste: async ({ attemptID, address }) =>
      waiting?.attemptID === attemptID
        ? waiting.paste(address)
        : fail('not_found', 'This attempt to connect is over.'),

    disconnect: ending.disconnect,
    remove: leaving.remove,
    resumeRemovals: leaving.resumeRemovals,

    connectTo: async (profile, { practice, openBrowser }) => {
      if (practice && leaving.hasReal())
        return fail('conflict', 'Sample leads are only there until a real account is.');
      const profileID = practice ? practiceProfileID : profileIDOf(profile);
      const begun = await begin({
        profileID,
        profile,
        practice,
        who: { email: null, isAnother: false },
        openBrowser,
      });
      return begun.ok ? begun.value.ended : begun;
    },

    createTestLead: async ({ accountID, businessID }) => {
      const account = book.account(accountID);
      const profile = account && book.profile(account.profileID);
      return profile === null
        ? fail('not_found', 'There is no such account.')
        : createTestLead(fetch, clock, profile, businessID ?? null);
    },

    stop: () => waiting?.end('connect_cancelled'),
  };
};

const grantFor = (profile: ServiceProfile, fetch: Fetch): Grant =>
  profile.interface === 'v4' ? createGrantV4(profile, fetch) : createGrantLegacy(profile, fetch);
