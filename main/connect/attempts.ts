/** Attempts to connect, one at a time: each opens the consent page, exchanges the code and saves the account. */
import type { CommandInput } from '../../contract/commands.ts';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import type { EventPayload } from '../../contract/events.ts';
import type { ServiceProfile } from '../../contract/profile.ts';
import type { AccountID } from '../../contract/records.ts';
import type { Clock } from '../clock/clock.ts';
import type { Fetch } from '../http/bounded-fetch.ts';
import type { Log } from '../log/log.ts';
import type { AccountBook, Done } from './account-book.ts';
import { identify } from './accounts.ts';
import { openAttempt, type Attempt } from './attempt.ts';
import type { Authorized, Grant, SignInHint } from './grant.ts';
import { fetchSelf } from './self.ts';

export type OpenBrowser = (address: string) => Promise<void>;

export type Consent = {
  readonly profileID: string;
  readonly profile: ServiceProfile;
  readonly practice: boolean;
  readonly hint: SignInHint;
  readonly openBrowser: OpenBrowser;
};

export type AttemptDependencies = {
  /** True if the system opens `hearthline:` links with this app. */
  readonly opensAppLinks: boolean;
  readonly clock: Clock;
  readonly random: (bytes: number) => Buffer;
  readonly log: Log;
  readonly onConnecting: (event: EventPayload<'connecting'>) => void;
};

export const createAttempts = (
  dependencies: AttemptDependencies & {
    readonly book: AccountBook;
    readonly fetch: Fetch;
    readonly chooseGrant: (profile: ServiceProfile) => Grant;
    readonly onConnected: (accountID: AccountID) => void;
  },
) => {
  const { book, opensAppLinks, clock, random, log, fetch } = dependencies;
  const { chooseGrant, onConnecting, onConnected } = dependencies;
  let waiting: Attempt | null = null;
  /** Attempts open one after the other, because two would race for the same port. */
  let lastOpening: Promise<unknown> = Promise.resolve();

  const openOnlyAttempt = async (consent: Consent, grant: Grant): Promise<Answer<Attempt>> => {
    waiting?.end('connect_cancelled');
    waiting = null;
    const attempt = await openAttempt({
      grant,
      redirectUris: consent.profile.redirectUris,
      opensAppLinks,
      hint: consent.hint,
      clock,
      random,
      onMismatch: () => log.warn({}, 'an answer with a wrong state was rejected'),
    });
    waiting = attempt.ok ? attempt.value : null;
    return attempt;
  };

  const awaitConsent = async (
    consent: Consent,
    attempt: Attempt,
    grant: Grant,
  ): Promise<Answer<AccountID>> => {
    const { attemptID } = attempt;
    const authorized = await attempt.outcome;
    if (waiting === attempt) waiting = null;
    if (authorized.ok) onConnecting({ state: 'exchanging', attemptID });
    const answer = authorized.ok ? await saveGrant(consent, grant, authorized.value) : authorized;
    if (answer.ok) {
      log.info({ accountID: answer.value }, 'connected');
      onConnecting({ state: 'done', attemptID, accountID: answer.value });
    } else {
      log.warn({ code: answer.error.code, detail: answer.error.detail }, 'not connected');
      onConnecting({ state: 'failed', attemptID, error: answer.error });
    }
    return answer;
  };

  /** Exchanges the code, fetches the owner and saves the account. */
  const saveGrant = async (
    { profileID, profile, practice }: Consent,
    grant: Grant,
    authorized: Authorized,
  ): Promise<Answer<AccountID>> => {
    const exchanged = await grant.exchange(authorized);
    if (!exchanged.ok) return exchanged;
    const { accessToken, refreshToken, brokerAccount, expiresIn, scopes } = exchanged.value;
    const since = clock.now();
    const self = await fetchSelf(fetch, clock, profile, accessToken);
    if (!self.ok) return self;
    const { accountID, userID } = identify(profile, self.value.userID, practice);
    const savedProfile = book.saveProfile(profileID, profile);
    if (!savedProfile.ok) return savedProfile;
    const { teamSince } = book.readAccount(accountID) ?? {};
    const saved = book.saveAccount(accountID, {
      profileID,
      userID,
      userName: self.value.userName,
      email: self.value.email,
      practice,
      scopes: self.value.scopes ?? scopes ?? profile.scopes,
      since,
      ...(teamSince !== undefined && { teamSince }),
      grant: {
        state: 'connected',
        accessToken,
        refreshToken,
        ...(brokerAccount !== undefined && { brokerAccount }),
        expiresAt: since + expiresIn * 1000,
        issuedAt: since,
        tokenAddress: grant.tokenAddress,
      },
    });
    if (!saved.ok) return saved;
    onConnected(accountID);
    return succeed(accountID);
  };

  /** Uses the waiting attempt. Errors: `not_found` if it is another one, those of `use`. */
  const withAttempt = <T>(attemptID: string, use: (attempt: Attempt) => Answer<T>): Answer<T> =>
    waiting?.attemptID === attemptID
      ? use(waiting)
      : fail('not_found', 'This attempt to connect is over.');

  return {
    /** Opens the consent page and cancels a waiting attempt. Errors: `port_in_use`. */
    start: async (
      consent: Consent,
    ): Promise<Answer<{ attempt: Attempt; outcome: Promise<Answer<AccountID>> }>> => {
      const grant = chooseGrant(consent.profile);
      const opening = lastOpening.then(() => openOnlyAttempt(consent, grant));
      lastOpening = opening.catch(() => undefined);
      const opened = await opening;
      if (!opened.ok) return opened;
      const attempt = opened.value;
      const { attemptID, expiresAt } = attempt;
      onConnecting({ state: 'waiting', attemptID, expiresAt });
      consent.openBrowser(attempt.address).catch(() => attempt.end('internal'));
      return succeed({ attempt, outcome: awaitConsent(consent, attempt, grant) });
    },

    cancel: (attemptID: string): Answer<Done> => {
      if (waiting?.attemptID === attemptID) waiting.end('connect_cancelled');
      return succeed({});
    },

    /** Returns the address of the waiting attempt's consent page. Errors: `not_found`. */
    getConsentPage: (attemptID: string) =>
      withAttempt(attemptID, ({ address }) => succeed(address)),

    /** Accepts a pasted return address. Errors: `not_found`, `invalid_input`, `connect_mismatch`. */
    paste: async ({ attemptID, address }: CommandInput<'connect.paste'>) =>
      withAttempt(attemptID, (attempt) => attempt.paste(address)),

    /** Cancels the waiting attempt. */
    stop: () => waiting?.end('connect_cancelled'),
  };
};
