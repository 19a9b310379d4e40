/**
 * Disconnects an account: the engine detaches, the grant is deleted, and a legacy service or the team's hub is
 * notified. The account's record stores a pending notification; until it succeeds the tokens still work. A grant that
 * began after the request is never ended.
 */
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import type { ServiceProfile } from '../../contract/profile.ts';
import type { AccountID } from '../../contract/records.ts';
import { pause, type Clock } from '../clock/clock.ts';
import type { Log } from '../log/log.ts';
import type { AccountBook, AccountRecord, Done } from './account-book.ts';
import { isUnnamed } from './accounts.ts';
import type { Fetch } from '../http/bounded-fetch.ts';
import type { Broker } from './broker.ts';
import { disconnectLegacy } from './disconnect-legacy.ts';

export type Disconnect = ReturnType<typeof createDisconnect>;

/** Longest wait for the removal of webhooks. */
const maxDetachMs = 20_000;

const reconnected = fail(
  'conflict',
  'The account was connected again while it was being disconnected.',
);

const getBrokerAccount = ({ grant }: AccountRecord): string | undefined =>
  grant.state === 'reconnect' ? undefined : grant.brokerAccount;

/** Ends the team's grant. If this desktop may not end it, only its own part ends, which is a success. */
const disconnectAtHub = async (broker: Broker, account: string): Promise<Answer<Done>> => {
  const answer = await broker.disconnect({ account });
  const isOver = answer.ok || ['owner_needed', 'not_in_team'].includes(answer.error.code);
  return isOver ? succeed({}) : answer;
};

export const createDisconnect = (dependencies: {
  readonly book: AccountBook;
  readonly clock: Clock;
  readonly log: Log;
  readonly fetch: Fetch;
  readonly createBrokerAt: (address: string) => Broker;
  readonly mayEnd: () => boolean;
  readonly detach: (accountID: AccountID) => Promise<void>;
  readonly announce: (accountID: AccountID) => void;
}) => {
  const { book, clock, log, fetch, announce } = dependencies;
  const notifying = new Set<AccountID>();

  /** Notifies the hub, or the legacy service unless the account is connected again. */
  const notifyService = async (
    accountID: AccountID,
    profile: ServiceProfile,
    ended: AccountRecord,
  ): Promise<Answer<Done>> => {
    const isEnded = (): boolean => {
      const account = book.readAccount(accountID);
      return account?.grant.state === 'disconnected' && account.since === ended.since;
    };
    const account = getBrokerAccount(ended);
    const notified =
      account === undefined || profile.broker === undefined
        ? await disconnectLegacy(fetch, clock, profile, ended.userID, isEnded)
        : await disconnectAtHub(dependencies.createBrokerAt(profile.broker), account);
    notifying.delete(accountID);
    if (!notified.ok)
      log.warn({ accountID, code: notified.error.code }, 'the service was not notified');
    if (!isEnded()) return notified.ok ? notified : reconnected;
    const answer = notified.ok
      ? book.saveAccount(accountID, { ...ended, grant: { state: 'disconnected' } })
      : notified;
    announce(accountID);
    return answer;
  };

  return {
    /**
     * If only the notification fails, the grant is deleted and the call can be repeated. Errors: `not_found`,
     * `owner_only` for an account of the team, `conflict` if the account was reconnected meanwhile, those of the
     * vault, of disconnectLegacy and of the broker.
     */
    disconnect: async (accountID: AccountID): Promise<Answer<Done>> => {
      const before = book.readAccount(accountID);
      if (before === null) return fail('not_found', 'There is no such account.');
      if (book.readProfile(before.profileID)?.broker !== undefined && !dependencies.mayEnd())
        return fail('owner_only', "Only an owner may disconnect a team's account.");
      if (book.readLiveGrant(accountID)) {
        const detached = dependencies.detach(accountID).catch((error: unknown) => {
          log.error({ accountID, error: String(error) }, 'the webhooks may still be registered');
        });
        await Promise.race([detached, pause(clock, maxDetachMs)]);
      }
      const account = book.readAccount(accountID);
      if (account === null) return succeed({});
      // A refresh does not change `since`; a new grant does, and is not ended.
      if (account.grant.state === 'connected' && account.since !== before.since) return reconnected;
      const isFirst = account.grant.state !== 'disconnected';
      const profile = book.readProfile(account.profileID);
      const brokerAccount = getBrokerAccount(account);
      const notificationPending =
        profile?.broker === undefined
          ? profile?.interface === 'legacy' && !isUnnamed(account.userID)
          : brokerAccount !== undefined;
      const ended: AccountRecord = {
        ...account,
        since: isFirst ? clock.now() : account.since,
        grant: {
          state: 'disconnected',
          ...(notificationPending && { notificationPending }),
          ...(brokerAccount !== undefined && { brokerAccount }),
        },
      };
      const saved = book.saveAccount(accountID, ended);
      if (!saved.ok) return saved;
      if (notificationPending && isFirst) notifying.add(accountID);
      announce(accountID);
      return profile !== null && notificationPending
        ? notifyService(accountID, profile, ended)
        : saved;
    },
    /** True if the service or hub is being notified for the first time. */
    isNotifying: (accountID: AccountID) => notifying.has(accountID),
  };
};
