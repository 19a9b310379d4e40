/**
 * Ends the connection of an account: the engine detaches, the grant is forgotten, a legacy service is
 * told. Until it was told, the account's record says so, so that neither a failure nor the end of the
 * app in between leaves its tokens alive without anyone knowing. Never ends a grant that began after
 * the professional asked.
 */
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import type { ServiceProfile } from '../../contract/profile.ts';
import type { AccountID } from '../../contract/records.ts';
import { pause, type Clock } from '../clock/clock.ts';
import type { Log } from '../log/log.ts';
import type { AccountBook, AccountRecord } from './account-book.ts';
import { isUnnamed } from './accounts.ts';
import type { Fetch } from './answer-of-service.ts';
import { disconnectLegacy } from './disconnect-legacy.ts';

type Done = Record<string, never>;

export type Disconnect = {
  /**
   * Has the engine detach, forgets the grant, and tells a legacy service which business it was. When
   * that last step fails, its failure is told and the grant is forgotten all the same; the call may
   * be repeated.
   *
   * Errors: `not_found`; `conflict` when it was connected anew meanwhile, and stays so; those of the
   * vault, those of disconnectLegacy.
   */
  readonly disconnect: (accountID: AccountID) => Promise<Answer<Done>>;
  /** True while the service is being told for the first time: it may still hear of it. */
  readonly isEnding: (accountID: AccountID) => boolean;
};

type Dependencies = {
  readonly book: AccountBook;
  readonly clock: Clock;
  readonly log: Log;
  readonly fetch: Fetch;
  readonly detach: (accountID: AccountID) => Promise<void>;
  /** The account looks different now. */
  readonly announce: (accountID: AccountID) => void;
};

/** Milliseconds that removing the webhooks may take before the grant is forgotten all the same. */
const detachPatience = 20_000;

const connectedAnew = fail(
  'conflict',
  'The account was connected anew while it was being disconnected.',
);

export const createDisconnect = (given: Dependencies): Disconnect => {
  const { book, clock, log, fetch, announce } = given;
  const ending = new Set<AccountID>();

  /** Tells the legacy service of an account that has ended, for as long as it stays so. */
  const tell = async (
    accountID: AccountID,
    profile: ServiceProfile,
    ended: AccountRecord,
  ): Promise<Answer<Done>> => {
    const isEnded = (): boolean => {
      const account = book.account(accountID);
      return account?.grant.state === 'disconnected' && account.since === ended.since;
    };
    const told = await disconnectLegacy(fetch, clock, profile, ended.userID, isEnded);
    ending.delete(accountID);
    if (!told.ok) log.warn({ accountID, code: told.error.code }, 'the service was not told');
    if (!isEnded()) return told.ok ? told : connectedAnew;
    const answer = told.ok
      ? book.saveAccount(accountID, { ...ended, grant: { state: 'disconnected' } })
      : told;
    announce(accountID);
    return answer;
  };

  return {
    disconnect: async (accountID) => {
      const before = book.account(accountID);
      if (before === null) return fail('not_found', 'There is no such account.');
      if (book.liveGrant(accountID)) {
        const detached = given.detach(accountID).catch((error: unknown) => {
          log.error({ accountID, error: String(error) }, 'the webhooks may still be registered');
        });
        await Promise.race([detached, pause(clock, detachPatience)]);
      }
      const account = book.account(accountID);
      if (account === null) return succeed({});
      // A refresh does not change since when an account is connected; a new grant does, and is kept.
      if (account.grant.state === 'connected' && account.since !== before.since) {
        return connectedAnew;
      }
      const isFirst = account.grant.state !== 'disconnected';
      const profile = book.profile(account.profileID);
      const untold = profile?.interface === 'legacy' && !isUnnamed(account.userID);
      const ended: AccountRecord = {
        ...account,
        since: isFirst ? clock.now() : account.since,
        grant: { state: 'disconnected', ...(untold && { untold }) },
      };
      const saved = book.saveAccount(accountID, ended);
      if (!saved.ok) return saved;
      if (untold && isFirst) ending.add(accountID);
      announce(accountID);
      return untold ? tell(accountID, profile, ended) : saved;
    },
    isEnding: (accountID) => ending.has(accountID),
  };
};
