/**
 * What begins and ends with the grant of an account: its client, its synchronization, the way in for
 * its service. What comes last counts: a detach that is still under way when the account is connected
 * anew takes nothing away from the new grant.
 */
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import type { Change } from '../../../contract/events.ts';
import type { AttachedAccount } from '../../../contract/port.ts';
import type { AccountID } from '../../../contract/records.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Log } from '../../log/log.ts';
import type { Clients } from './clients.ts';
import type { Outbox } from '../conversation/outbox/outbox.ts';
import type { Random } from '../platform/random.ts';
import { ensurePartnerEndpoint } from './legacy/partner-endpoints.ts';
import type { WebhookKeeper } from './v4/webhooks/webhook-keeper.ts';
import { handOver } from './hand-over.ts';
import { accountByID, allAccounts, putAccount, setConnected } from './rows.ts';
import { hasSiblings } from '../leads/holders.ts';
import { refreshPractice } from '../leads/inbox.ts';
import { removeAccount, removeDeliveries, removeLeads } from './removal.ts';
import type { Slices } from '../platform/slices.ts';
import type { Store } from '../platform/store/store.ts';
import type { Sync } from './sync/sync.ts';

export type Attachments = {
  /** Takes over what main now knows of an account; what the store refuses is tried again. */
  readonly attach: (account: AttachedAccount) => void;
  /** The accounts that main knows at the start: any other is connected no more. */
  readonly begin: (accounts: readonly AttachedAccount[]) => void;
  /** Accounts or their businesses have changed: leads go to the account that works for them now. */
  readonly settle: () => void;
  /** Takes the account's webhooks from its service while the token still works, then its client. */
  readonly detach: (accountID: AccountID) => Promise<Answer<unknown>>;
  /**
   * Removes everything of an account that is not connected; answers when nothing is left. `conflict`
   * when it is connected, also when it was meanwhile: then what was left by then stays.
   */
  readonly forget: (accountID: AccountID) => Promise<Answer<unknown>>;
  /** Whether it is the practice account. */
  readonly isPractice: (accountID: AccountID) => boolean;
  readonly stop: () => void;
};

/** Leads that go over to another account, or are removed, in one commit. */
const mostAtOnce = 5;

/** How long an account waits after the store has refused it, in milliseconds. */
const storeWaitMs = 30_000;

/** Makes the attachments; no account is attached yet. */
export const createAttachments = (parts: {
  readonly store: Store;
  readonly clients: Pick<Clients, 'set' | 'remove'>;
  readonly sync: Pick<Sync, 'attach' | 'detach'>;
  readonly outbox: Pick<Outbox, 'wake'>;
  readonly keeper: Pick<WebhookKeeper, 'ensure' | 'removeAll'>;
  readonly slices: Pick<Slices, 'run'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly publish: (change: Change) => void;
}): Attachments => {
  const { store, clients, sync, outbox, keeper, slices, clock, random, log, publish } = parts;
  const practice = new Set<AccountID>();
  /** What was last wanted of each account: a mark that the next attach or detach replaces. */
  const wanted = new Map<AccountID, symbol>();
  let beginning = false;
  let stopped = false;

  /** Who shares its service with others takes businesses over from them, or gives them up. */
  const tell = (accountID: AccountID): void =>
    publish({
      kinds: hasSiblings(store, accountID) ? ['connection', 'businesses'] : ['connection'],
      leadIDs: [],
    });

  /** Leads go over to the accounts that work for their businesses now. */
  const giveOver = async (isWanted: () => boolean): Promise<void> => {
    let moved = 0;
    await slices.run(() => {
      const more = isWanted() ? handOver(store, mostAtOnce, clock.now()) : 0;
      moved += more;
      return more > 0;
    });
    if (moved === 0 || stopped) return;
    publish({ kinds: ['leads'], leadIDs: null });
    outbox.wake();
  };

  const settle = (): void => {
    if (beginning || stopped) return;
    giveOver(() => !stopped).catch((thrown: unknown) => {
      if (stopped) return;
      log.error({ err: thrown }, 'leads could not go over to their account yet');
      clock.after(storeWaitMs, settle);
    });
  };

  const want = (accountID: AccountID): (() => boolean) => {
    const mine = Symbol(accountID);
    wanted.set(accountID, mine);
    return () => wanted.get(accountID) === mine && !stopped;
  };

  const take = (account: AttachedAccount): void => {
    const { accountID, connected, profile } = account;
    const moved = store.write(() => {
      putAccount(store, account, clock.now());
      if (connected && profile.interface === 'legacy') {
        ensurePartnerEndpoint({ store, random }, accountID);
      }
      return refreshPractice(store);
    });
    if (moved) publish({ kinds: ['leads', 'businesses'], leadIDs: null });
    if (account.practice) practice.add(accountID);
    clients.set(account);
    tell(accountID);
    if (!connected) {
      sync.detach(accountID);
      return;
    }
    sync.attach(accountID);
    outbox.wake();
    void keeper.ensure(accountID);
  };

  const attach = (account: AttachedAccount): void => {
    const isWanted = want(account.accountID);
    const tryNow = (): void => {
      if (!isWanted()) return;
      try {
        take(account);
      } catch (thrown) {
        log.error({ err: thrown }, 'an account could not be attached yet');
        clock.after(storeWaitMs, tryNow);
      }
    };
    tryNow();
  };

  return {
    attach,
    begin: (accounts) => {
      const known = new Set(accounts.map(({ accountID }) => accountID));
      try {
        for (const { accountID } of allAccounts(store)) {
          if (!known.has(accountID)) setConnected(store, accountID, false);
        }
      } catch (thrown) {
        log.error({ err: thrown }, 'accounts of the past may look connected');
      }
      beginning = true;
      accounts.forEach(attach);
      beginning = false;
      settle();
    },
    settle,
    detach: async (accountID) => {
      const isWanted = want(accountID);
      sync.detach(accountID);
      const removed = await keeper.removeAll(accountID);
      if (isWanted()) {
        clients.remove(accountID);
        setConnected(store, accountID, false);
        tell(accountID);
      } else {
        void keeper.ensure(accountID);
      }
      return removed;
    },
    forget: async (accountID) => {
      if (accountByID(store, accountID)?.connected === true)
        return fail('conflict', 'The account is still connected.');
      const isWanted = want(accountID);
      sync.detach(accountID);
      clients.remove(accountID);
      // What another account works for by now is not this one's any more.
      await giveOver(isWanted);
      const steps = [removeLeads, removeDeliveries];
      for (const step of steps)
        await slices.run(() => isWanted() && step(store, accountID, mostAtOnce) > 0);
      if (stopped) return fail('engine_unavailable', 'The engine is stopping.');
      if (!isWanted()) return fail('conflict', 'The account was connected anew meanwhile.');
      removeAccount(store, accountID);
      practice.delete(accountID);
      store.write(() => refreshPractice(store));
      publish({ kinds: ['leads', 'businesses', 'connection'], leadIDs: null });
      return succeed({});
    },
    isPractice: (accountID) => practice.has(accountID),
    stop: () => {
      stopped = true;
    },
  };
};
