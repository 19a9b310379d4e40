/**
 * Keeps each account's access token fresh (security rule 11). A refresh token works once, so there is
 * one refresh at a time for an account, and a new pair is on disk before anyone uses it. A refresh
 * whose outcome is unknown is repeated with the same token while the service's grace lasts. Nobody gets
 * a new token before the service has said that it belongs to the account's user.
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
   * An access token that works, refreshed when it is about to expire.
   *
   * @param rejected the token that the service just refused with 401, or null
   * Errors: `reconnect_needed`, also when a refresh was answered with another user's tokens; `offline`,
   * `timeout`, `service_unavailable`, `rate_limited`, `forbidden`, `unexpected_answer`,
   * `connect_refused` from the token endpoint; those of the vault.
   */
  readonly accessToken: (accountID: AccountID, rejected: string | null) => Promise<Answer<string>>;
};

type Dependencies = {
  readonly book: AccountBook;
  readonly clock: Clock;
  /** The grant to refresh an account with; null when its profile is gone. */
  readonly grantOf: (account: AccountRecord) => Grant | null;
  /** The user that a token belongs to, as the service says; null where it does not say. */
  readonly ownerOf: (account: AccountRecord, accessToken: string) => Promise<Answer<string | null>>;
  /** The account must be connected again. Called once for each grant that dies. */
  readonly onGrantDead: (accountID: AccountID) => void;
  readonly log: Log;
};

/** A token with less than this left, in milliseconds, is refreshed: longer than the longest grace. */
const margin = 120_000;
/** Between repeats of a refresh whose outcome is unknown. */
const failureWait = backoff({ first: 500, most: 8_000 });

/** The service did not get to the question whose a token is: it is asked again. */
const unanswered: readonly Failure['code'][] = [
  'offline',
  'timeout',
  'service_unavailable',
  'rate_limited',
];

const reconnectNeeded = fail('reconnect_needed', 'The sign-in has ended. Connect again.');

export const createTokenKeeper = (given: Dependencies): TokenKeeper => {
  const { book, clock, grantOf, ownerOf, onGrantDead, log } = given;
  const running = new Map<AccountID, Promise<Answer<string>>>();
  /** Until when the newest token of an account is good, by the clock that does not jump. */
  const known = new Map<AccountID, { readonly accessToken: string; readonly until: number }>();

  /**
   * How long a token is good for, in milliseconds. The computer's clock may have been set: before the
   * token was given it says nothing, and it never prolongs what was given while the app ran.
   */
  const leftOf = (accountID: AccountID, grant: LiveGrant): number => {
    const { accessToken, expiresAt, issuedAt = 0 } = grant;
    const own = known.get(accountID);
    const steady = own?.accessToken === accessToken ? own.until - clock.steady() : null;
    if (clock.now() < issuedAt) return steady ?? 0;
    return Math.min(expiresAt - clock.now(), steady ?? Infinity);
  };

  /** New pairs that could not be written (disk full): kept here so that they are not lost. */
  const unsaved = new Map<AccountID, { replaces: string; account: AccountRecord }>();

  /** Writes what could not be written before, unless another grant has taken its place. */
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
      const since = clock.now();
      const saved = book.saveAccount(accountID, {
        ...account,
        since,
        grant: { state: 'reconnect' },
      });
      log.warn({ accountID, saved: saved.ok }, 'the grant is dead');
      onGrantDead(accountID);
    }
    return reconnectNeeded;
  };

  /** What stands in the vault now, where another grant than the one refreshed is found there. */
  const tokenOfOther = (accountID: AccountID): Answer<string> => {
    const grant = book.liveGrant(accountID);
    return grant ? succeed(grant.accessToken) : reconnectNeeded;
  };

  const keep = (accountID: AccountID, replaces: string, tokens: Tokens): Answer<string> => {
    const account = book.account(accountID);
    if (account?.grant.state !== 'connected' || account.grant.refreshToken !== replaces) {
      return tokenOfOther(accountID);
    }
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

  /** Hands out a new token once the service has said whose it is; a token of somebody else ends the grant. */
  const confirm = async (accountID: AccountID, accessToken: string): Promise<Answer<string>> => {
    const asked = book.account(accountID);
    if (asked?.grant.state !== 'connected' || !asked.grant.unconfirmed) return succeed(accessToken);
    const owner = await ownerOf(asked, accessToken);
    const account = book.account(accountID);
    if (account?.grant.state !== 'connected' || account.grant.accessToken !== accessToken) {
      return tokenOfOther(accountID);
    }
    if (!owner.ok && unanswered.includes(owner.error.code)) return owner;
    if (owner.ok && owner.value !== null && owner.value !== account.userID) {
      log.error({ accountID }, "a refresh was answered with another user's tokens");
      return giveUp(accountID);
    }
    // If this is not saved (disk full), the service is asked once more.
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
      if (!outcomeUnknown || clock.steady() + wait >= began + grant.grace) {
        return { ok: false, error: outcome.error };
      }
      await pause(clock, wait);
    }
  };

  /** Joins the refresh or confirmation that runs for the account, or begins this one. */
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
      const left = accessToken === rejected ? 0 : leftOf(accountID, account.grant);
      if (left > margin && account.grant.unconfirmed) {
        return once(accountID, () => confirm(accountID, accessToken));
      }
      if (left > margin && !running.has(accountID)) return succeed(accessToken);
      // No clock ends a grant that cannot be refreshed: the service says when it is over.
      if (refreshToken === null) {
        return accessToken === rejected ? giveUp(accountID) : succeed(accessToken);
      }
      const grant = grantOf(account);
      if (grant === null || (tokenAddress ?? grant.tokenAddress) !== grant.tokenAddress) {
        return giveUp(accountID);
      }
      const answer = await once(accountID, () => refresh(accountID, grant, refreshToken));
      const isStillGood =
        left > 0 && !account.grant.unconfirmed && leftOf(accountID, account.grant) > 0;
      return answer.ok || !isStillGood || answer.error.code === 'reconnect_needed'
        ? answer
        : succeed(accessToken);
    },
  };
};
