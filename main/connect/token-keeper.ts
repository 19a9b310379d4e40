/**
 * Refreshes access tokens (security rule 11). A refresh token works once, so each account has one
 * refresh at a time, and a new pair is on disk before use. A refresh with unknown outcome is
 * repeated with the same token during the service's grace period. A new token is used only after
 * the service has confirmed its user.
 */
import { fail, succeed, type Answer, type Failure } from '../../contract/errors.ts';
import type { AccountID } from '../../contract/records.ts';
import type { Log } from '../log/log.ts';
import type { AccountBook, AccountRecord, LiveGrant } from './account-book.ts';
import { isUnnamed } from './accounts.ts';
import { backoff } from '../clock/backoff.ts';
import { pause, type Clock } from '../clock/clock.ts';
import type { Grant, Tokens } from './grant.ts';

export type TokenKeeper = {
  /**
   * A valid access token, refreshed shortly before it expires. Errors: `reconnect_needed`, also for
   * another user's tokens; those of the token endpoint (`offline`, `timeout`,
   * `service_unavailable`, `rate_limited`, `forbidden`, `unexpected_answer`, `connect_refused`) and
   * of the vault.
   * @param rejected the token that the service just refused with 401, or null
   */
  readonly accessToken: (accountID: AccountID, rejected: string | null) => Promise<Answer<string>>;
};

type Dependencies = {
  readonly book: AccountBook;
  readonly clock: Clock;
  /** The account's grant; null if its profile is gone. */
  readonly grantOf: (account: AccountRecord) => Grant | null;
  /** The token's user; null if the service does not report it. */
  readonly ownerOf: (account: AccountRecord, accessToken: string) => Promise<Answer<string | null>>;
  /** Called once for each grant that ends. */
  readonly onGrantDead: (accountID: AccountID) => void;
  readonly log: Log;
};

/** Tokens are refreshed this many milliseconds before expiry: longer than any grace period. */
const margin = 120_000;
const failureWait = backoff({ first: 500, most: 8_000 });

/** Failures after which the owner of a token is requested again. */
const unanswered: readonly Failure['code'][] = [
  'offline',
  'timeout',
  'service_unavailable',
  'rate_limited',
];

const reconnectNeeded = fail('reconnect_needed', 'The sign-in has ended. Connect again.');

export const createTokenKeeper = (dependencies: Dependencies): TokenKeeper => {
  const { book, clock, grantOf, ownerOf, onGrantDead, log } = dependencies;
  const running = new Map<AccountID, Promise<Answer<string>>>();
  /** Expiry of each account's newest token, by the steady clock. */
  const known = new Map<AccountID, { readonly accessToken: string; readonly until: number }>();

  /**
   * Remaining lifetime of a token in milliseconds. The computer's clock may have been set: a time
   * before the token's issue means nothing, and the steady clock limits tokens issued in this run.
   */
  const remainingTime = (accountID: AccountID, grant: LiveGrant): number => {
    const { accessToken, expiresAt, issuedAt = 0 } = grant;
    const own = known.get(accountID);
    const steady = own?.accessToken === accessToken ? own.until - clock.steady() : null;
    if (clock.now() < issuedAt) return steady ?? 0;
    return Math.min(expiresAt - clock.now(), steady ?? Infinity);
  };

  /** New pairs that could not be written (full disk). */
  const unsaved = new Map<AccountID, { replaces: string; account: AccountRecord }>();

  /** Writes an unsaved pair, unless another grant has replaced it. */
  const saveUnsaved = (accountID: AccountID): Answer<unknown> => {
    const waiting = unsaved.get(accountID);
    if (waiting && book.liveGrant(accountID)?.refreshToken === waiting.replaces) {
      const saved = book.saveAccount(accountID, waiting.account);
      if (!saved.ok) return saved;
    }
    unsaved.delete(accountID);
    return succeed({});
  };

  const giveUp = (accountID: AccountID): Answer<string> => {
    const account = book.account(accountID);
    if (account?.grant.state === 'connected') {
      const grant = { state: 'reconnect' } as const;
      const saved = book.saveAccount(accountID, { ...account, since: clock.now(), grant });
      log.warn({ accountID, saved: saved.ok }, 'the grant is dead');
      onGrantDead(accountID);
    }
    return reconnectNeeded;
  };

  /** The stored token after another grant replaced the refreshed one. */
  const tokenOfOther = (accountID: AccountID): Answer<string> => {
    const grant = book.liveGrant(accountID);
    return grant ? succeed(grant.accessToken) : reconnectNeeded;
  };

  const keep = (accountID: AccountID, replaces: string, tokens: Tokens): Answer<string> => {
    const account = book.account(accountID);
    if (account?.grant.state !== 'connected' || account.grant.refreshToken !== replaces)
      return tokenOfOther(accountID);
    const [issuedAt, lifetime] = [clock.now(), tokens.expiresIn * 1000];
    const renewed: AccountRecord = {
      ...account,
      scopes: tokens.scopes ?? account.scopes,
      grant: {
        ...account.grant,
        accessToken: tokens.accessToken,
        refreshToken: tokens.refreshToken ?? replaces,
        expiresAt: issuedAt + lifetime,
        issuedAt,
        ...(!isUnnamed(account.userID) && { unconfirmed: true }),
      },
    };
    known.set(accountID, { accessToken: tokens.accessToken, until: clock.steady() + lifetime });
    const saved = book.saveAccount(accountID, renewed);
    if (saved.ok) return succeed(tokens.accessToken);
    unsaved.set(accountID, { replaces, account: renewed });
    log.error({ accountID, code: saved.error.code }, 'a new pair of tokens could not be saved');
    return saved;
  };

  /** Returns a token once its user is confirmed; another user's token ends the grant. */
  const confirm = async (accountID: AccountID, accessToken: string): Promise<Answer<string>> => {
    const asked = book.account(accountID);
    if (asked?.grant.state !== 'connected' || !asked.grant.unconfirmed) return succeed(accessToken);
    const owner = await ownerOf(asked, accessToken);
    const account = book.account(accountID);
    if (account?.grant.state !== 'connected' || account.grant.accessToken !== accessToken)
      return tokenOfOther(accountID);
    if (!owner.ok && unanswered.includes(owner.error.code)) return owner;
    if (owner.ok && owner.value !== null && owner.value !== account.userID) {
      log.error({ accountID }, "a refresh was answered with another user's tokens");
      return giveUp(accountID);
    }
    // If saving fails, the next use confirms again.
    book.saveAccount(accountID, { ...account, grant: { ...account.grant, unconfirmed: false } });
    return succeed(accessToken);
  };

  const refresh = async (
    accountID: AccountID,
    grant: Grant,
    refreshToken: string,
  ): Promise<Answer<string>> => {
    const began = clock.steady();
    let outcomeUnknown = false;
    for (let tries = 1; ; tries += 1) {
      const outcome = await grant.refresh(refreshToken);
      if (outcome.result === 'tokens') {
        const kept = keep(accountID, refreshToken, outcome.tokens);
        return kept.ok ? confirm(accountID, kept.value) : kept;
      }
      if (outcome.result === 'dead') {
        const replaced = book.liveGrant(accountID)?.refreshToken !== refreshToken;
        return replaced ? tokenOfOther(accountID) : giveUp(accountID);
      }
      log.warn({ accountID, code: outcome.error.code, result: outcome.result }, 'refresh failed');
      outcomeUnknown ||= outcome.result === 'unknown';
      const wait = failureWait(tries);
      if (!outcomeUnknown || clock.steady() + wait >= began + grant.grace)
        return { ok: false, error: outcome.error };
      await pause(clock, wait);
    }
  };

  /** Joins the account's running refresh or confirmation, or starts this one. */
  const once = (
    accountID: AccountID,
    begin: () => Promise<Answer<string>>,
  ): Promise<Answer<string>> => {
    const begun = running.get(accountID);
    if (begun) return begun;
    const started = begin().finally(() => running.delete(accountID));
    running.set(accountID, started);
    return started;
  };

  return {
    accessToken: async (accountID, rejected) => {
      const saved = saveUnsaved(accountID);
      if (!saved.ok) return saved;
      const account = book.account(accountID);
      if (account?.grant.state !== 'connected') return reconnectNeeded;
      const { accessToken, refreshToken, tokenAddress } = account.grant;
      const left = accessToken === rejected ? 0 : remainingTime(accountID, account.grant);
      if (left > margin && account.grant.unconfirmed)
        return once(accountID, () => confirm(accountID, accessToken));
      if (left > margin && !running.has(accountID)) return succeed(accessToken);
      // A grant without refresh token ends only when the service refuses its token.
      if (refreshToken === null)
        return accessToken === rejected ? giveUp(accountID) : succeed(accessToken);
      const grant = grantOf(account);
      if (grant === null || (tokenAddress ?? grant.tokenAddress) !== grant.tokenAddress)
        return giveUp(accountID);
      const answer = await once(accountID, () => refresh(accountID, grant, refreshToken));
      const isStillGood =
        left > 0 && !account.grant.unconfirmed && remainingTime(accountID, account.grant) > 0;
      return answer.ok || !isStillGood || answer.error.code === 'reconnect_needed'
        ? answer
        : succeed(accessToken);
    },
  };
};
