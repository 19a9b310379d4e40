/**
 * Refreshes access tokens (security rule 11). A refresh token works once: an account has one refresh at a time, a new
 * pair is on disk before use, and a refresh with an unknown outcome is repeated with the same token. A new token is
 * used only after its user was checked.
 */
import { isDeepStrictEqual } from 'node:util';
import { fail, succeed, type Answer, type Failure } from '../../contract/errors.ts';
import { teamReason } from '../../contract/accounts.ts';
import type { AccountID } from '../../contract/records.ts';
import type { Log } from '../log/log.ts';
import type { AccountBook, AccountRecord, LiveGrant } from './account-book.ts';
import { isUnnamed } from './accounts.ts';
import { createBackoff } from '../clock/backoff.ts';
import { pause, type Clock } from '../clock/clock.ts';
import type { Grant, Tokens } from './grant.ts';

/** Tokens are refreshed this long before they expire. Longer than any grace period. */
const refreshMarginMs = 120_000;
const retryDelay = createBackoff({ first: 500, max: 8_000 });

/** Returns the refresh token, or the hub's id of the account; null for a grant that cannot be refreshed. */
const getRenewalKey = ({ refreshToken, brokerAccount }: LiveGrant): string | null =>
  refreshToken ?? brokerAccount ?? null;

/** Failures after which the user of a token is still unconfirmed. */
const temporaryCodes: readonly Failure['code'][] = [
  'offline',
  'timeout',
  'service_unavailable',
  'rate_limited',
];

const reconnectNeeded = fail('reconnect_needed', 'The sign-in has ended. Connect again.');

export const createTokenKeeper = (dependencies: {
  readonly book: AccountBook;
  readonly clock: Clock;
  readonly findGrant: (account: AccountRecord) => Grant | null;
  /** Fetches the token's user; null if the service does not report it. */
  readonly fetchOwner: (
    account: AccountRecord,
    accessToken: string,
  ) => Promise<Answer<string | null>>;
  /** Called when a grant has ended or its scopes have changed. */
  readonly onGrantChange: (accountID: AccountID) => void;
  readonly log: Log;
}) => {
  const { book, clock, findGrant, fetchOwner, onGrantChange, log } = dependencies;
  const running = new Map<AccountID, Promise<Answer<string>>>();
  /** Expiry of each account's newest token, by the steady clock. */
  const steadyExpiries = new Map<
    AccountID,
    { readonly accessToken: string; readonly expiresAt: number }
  >();

  /** Computes the remaining milliseconds of a token. The steady clock limits them: people can set the other one. */
  const computeRemainingTime = (accountID: AccountID, grant: LiveGrant): number => {
    const { accessToken, expiresAt, issuedAt = 0 } = grant;
    const newest = steadyExpiries.get(accountID);
    const steady = newest?.accessToken === accessToken ? newest.expiresAt - clock.steady() : null;
    if (clock.now() < issuedAt) return steady ?? 0;
    return Math.min(expiresAt - clock.now(), steady ?? Infinity);
  };

  /** New pairs that could not be written, as on a full disk. */
  const unsaved = new Map<AccountID, { replaces: string; account: AccountRecord }>();

  /** Writes an unsaved pair, unless another grant has replaced it. */
  const saveUnsaved = (accountID: AccountID): Answer<unknown> => {
    const pending = unsaved.get(accountID);
    const live = book.readLiveGrant(accountID);
    if (pending && live && getRenewalKey(live) === pending.replaces) {
      const saved = book.saveAccount(accountID, pending.account);
      if (!saved.ok) return saved;
    }
    unsaved.delete(accountID);
    return succeed({});
  };

  const endGrant = (accountID: AccountID, error?: Failure): Answer<string> => {
    const account = book.readAccount(accountID);
    if (account?.grant.state === 'connected') {
      const why = teamReason.safeParse(error?.code).data;
      const grant = { state: 'reconnect', ...(why && { why }) } as const;
      const saved = book.saveAccount(accountID, { ...account, since: clock.now(), grant });
      log.warn({ accountID, saved: saved.ok }, 'the grant is dead');
      onGrantChange(accountID);
    }
    return reconnectNeeded;
  };

  /** Returns the token of the grant that replaced the refreshed one. */
  const getTokenOfNewerGrant = (accountID: AccountID): Answer<string> => {
    const grant = book.readLiveGrant(accountID);
    return grant ? succeed(grant.accessToken) : reconnectNeeded;
  };

  const saveTokens = (accountID: AccountID, replaces: string, tokens: Tokens): Answer<string> => {
    const account = book.readAccount(accountID);
    if (account?.grant.state !== 'connected' || getRenewalKey(account.grant) !== replaces)
      return getTokenOfNewerGrant(accountID);
    const [issuedAt, lifetime] = [clock.now(), tokens.expiresIn * 1000];
    const renewed: AccountRecord = {
      ...account,
      scopes: tokens.scopes ?? account.scopes,
      grant: {
        ...account.grant,
        accessToken: tokens.accessToken,
        refreshToken: account.grant.refreshToken && (tokens.refreshToken ?? replaces),
        expiresAt: issuedAt + lifetime,
        issuedAt,
        ...(!isUnnamed(account.userID) && { unconfirmed: true }),
      },
    };
    const expiry = { accessToken: tokens.accessToken, expiresAt: clock.steady() + lifetime };
    steadyExpiries.set(accountID, expiry);
    const saved = book.saveAccount(accountID, renewed);
    if (saved.ok) {
      if (!isDeepStrictEqual(renewed.scopes, account.scopes)) onGrantChange(accountID);
      return succeed(tokens.accessToken);
    }
    unsaved.set(accountID, { replaces, account: renewed });
    log.error({ accountID, code: saved.error.code }, 'a new pair of tokens could not be saved');
    return saved;
  };

  /** Returns a token after confirming its user, if the service reports it. Another user's token ends the grant. */
  const confirm = async (accountID: AccountID, accessToken: string): Promise<Answer<string>> => {
    const before = book.readAccount(accountID);
    if (before?.grant.state !== 'connected' || !before.grant.unconfirmed)
      return succeed(accessToken);
    const owner = await fetchOwner(before, accessToken);
    const account = book.readAccount(accountID);
    if (account?.grant.state !== 'connected' || account.grant.accessToken !== accessToken)
      return getTokenOfNewerGrant(accountID);
    if (!owner.ok && temporaryCodes.includes(owner.error.code)) return owner;
    if (owner.ok && owner.value !== null && owner.value !== account.userID) {
      log.error({ accountID }, "a refresh was answered with another user's tokens");
      return endGrant(accountID);
    }
    // If saving fails, the next use confirms again.
    book.saveAccount(accountID, { ...account, grant: { ...account.grant, unconfirmed: false } });
    return succeed(accessToken);
  };

  const refreshGrant = async (
    accountID: AccountID,
    grant: Grant,
    key: string,
    rejected: string | null,
  ): Promise<Answer<string>> => {
    const startedAt = clock.steady();
    let outcomeUnknown = false;
    for (let tries = 1; ; tries += 1) {
      const outcome = await grant.refresh(key, rejected);
      if (outcome.result === 'tokens') {
        const saved = saveTokens(accountID, key, outcome.tokens);
        return saved.ok ? confirm(accountID, saved.value) : saved;
      }
      if (outcome.result === 'dead') {
        const live = book.readLiveGrant(accountID);
        return live && getRenewalKey(live) !== key
          ? getTokenOfNewerGrant(accountID)
          : endGrant(accountID, outcome.error);
      }
      log.warn({ accountID, code: outcome.error.code, result: outcome.result }, 'refresh failed');
      outcomeUnknown ||= outcome.result === 'unknown';
      const wait = retryDelay(tries);
      if (!outcomeUnknown || clock.steady() + wait >= startedAt + grant.graceMs)
        return { ok: false, error: outcome.error };
      await pause(clock, wait);
    }
  };

  /** Joins the account's running refresh or confirmation, or starts this one. */
  const joinOrStart = (
    accountID: AccountID,
    start: () => Promise<Answer<string>>,
  ): Promise<Answer<string>> => {
    const current = running.get(accountID);
    if (current) return current;
    const started = start().finally(() => running.delete(accountID));
    running.set(accountID, started);
    return started;
  };

  return {
    /**
     * Returns a valid access token, and refreshes it shortly before it expires. Errors:
     * `reconnect_needed`, also if a refresh returned another user's tokens; those of the token
     * endpoint (`offline`, `timeout`, `service_unavailable`, `rate_limited`, `forbidden`,
     * `unexpected_answer`, `connect_refused`) or the hub (`hub_unavailable`), and of the vault.
     * @param rejected the token that the service just refused with 401, or null
     */
    getAccessToken: async (
      accountID: AccountID,
      rejected: string | null,
    ): Promise<Answer<string>> => {
      const saved = saveUnsaved(accountID);
      if (!saved.ok) return saved;
      const account = book.readAccount(accountID);
      if (account?.grant.state !== 'connected') return reconnectNeeded;
      const { accessToken, tokenAddress } = account.grant;
      const key = getRenewalKey(account.grant);
      const remaining =
        accessToken === rejected ? 0 : computeRemainingTime(accountID, account.grant);
      if (remaining > refreshMarginMs && account.grant.unconfirmed)
        return joinOrStart(accountID, () => confirm(accountID, accessToken));
      if (remaining > refreshMarginMs && !running.has(accountID)) return succeed(accessToken);
      // Without a refresh token, the grant ends only when the service refuses the access token.
      if (key === null)
        return accessToken === rejected ? endGrant(accountID) : succeed(accessToken);
      const grant = findGrant(account);
      if (grant === null || (tokenAddress ?? grant.tokenAddress) !== grant.tokenAddress)
        return endGrant(accountID);
      const answer = await joinOrStart(accountID, () =>
        refreshGrant(accountID, grant, key, rejected),
      );
      const isStillValid =
        remaining > 0 &&
        !account.grant.unconfirmed &&
        computeRemainingTime(accountID, account.grant) > 0;
      return answer.ok || !isStillValid || answer.error.code === 'reconnect_needed'
        ? answer
        : succeed(accessToken);
    },
  };
};
