/**
 * Creates, replaces and closes the account runtimes. The last call wins: a detach that still runs
 * when the account is connected again removes nothing of the new grant.
 */
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import type { AttachedAccount } from '../../../contract/port.ts';
import type { AccountID } from '../../../contract/records.ts';
import { createSchedule } from '../../clock/schedule.ts';
import type { Outbox } from '../conversation/outbox/outbox.ts';
import { hasSiblings } from '../leads/holders.ts';
import { refreshPractice } from '../leads/inbox.ts';
import { getOrAdd } from '../platform/get-or-add.ts';
import type { Slices } from '../platform/slices.ts';
import { toFailedAnswer } from '../platform/store/failure.ts';
import { transferLeads } from './transfer.ts';
import { removeAccount, removeDeliveries, removeLeads } from './removal.ts';
import { findAccount, listAccounts, putAccount, setConnected, setProgress } from './rows.ts';
import { advancePolls } from './polls.ts';
import type {
  AccountDependencies,
  AccountReach,
  Generation,
  Poller,
  RunningAccount,
} from './runtime.ts';
import type { Tokens } from './tokens.ts';

/** Creates the only map of account runtimes, before the registry, whose dependencies look accounts up. */
export const createAccountDirectory = () => {
  const open = new Map<string, RunningAccount>();
  let openMissing = (_accountID: string): RunningAccount | null => null;
  return {
    open,
    /** Null for an unknown account. */
    find: (accountID: string): RunningAccount | null =>
      open.get(accountID) ?? openMissing(accountID),
    /** Sets the function that opens a stored account at its first lookup. */
    openMissingWith: (opener: typeof openMissing): void => void (openMissing = opener),
    pollDue: (): void => {
      for (const { sync } of open.values()) sync?.pollDue();
    },
    /** Checks and repairs all registrations; call when businesses or the public address have changed. */
    ensureInbound: (): void => {
      for (const { inbound } of open.values()) void inbound.ensure();
    },
  };
};

export type Registry = ReturnType<typeof createRegistry>;

/** Leads or deliveries that are transferred or removed in one transaction. */
const batchSize = 5;

/** Delay before an action that the store refused is retried. */
const storeWaitMs = 30_000;

type Entry = {
  /** Identifies the last attach, detach or removal; the next one replaces it. */
  claim: symbol | null;
  /** Settles when previous runtimes send no more webhook requests. */
  closing: Promise<unknown>;
};

export const createRegistry = (
  dependencies: Omit<AccountDependencies, 'token' | 'reach' | 'poller'> & {
    readonly directory: ReturnType<typeof createAccountDirectory>;
    readonly tokens: Pick<Tokens, 'createSource'>;
    readonly getReach: (accountID: AccountID) => AccountReach;
    readonly getPoller: (accountID: AccountID) => Poller;
    readonly outbox: Pick<Outbox, 'wake'>;
    readonly slices: Pick<Slices, 'run'>;
    readonly chooseGeneration: (account: AttachedAccount) => Pick<Generation, 'number' | 'open'>;
  },
) => {
  const { directory, store, clock, log, publish, tokens, outbox, slices, chooseGeneration } =
    dependencies;
  const { find, pollDue, ensureInbound } = directory;
  const entries = new Map<string, Entry>();
  const schedule = createSchedule(clock, (thrown, name) =>
    log.error({ err: thrown }, `${name} could not be tried again`),
  );
  let watched: { lead: number | null; focused: boolean } = { lead: null, focused: false };
  let isBeginning = false;
  let isStopped = false;

  const getEntry = (accountID: string): Entry =>
    getOrAdd(entries, accountID, () => ({ claim: null, closing: Promise.resolve() }));

  const listOpen = (): readonly RunningAccount[] => [...directory.open.values()];

  /** Stops the synchronization now, and the webhook checks once `closing` has settled. */
  const retire = async (
    running: RunningAccount | undefined,
    closing: Promise<unknown>,
  ): Promise<void> => {
    running?.sync?.stop();
    await closing;
    await running?.inbound.stop();
  };

  const open = (account: AttachedAccount): RunningAccount => {
    const { accountID } = account;
    const entry = getEntry(accountID);
    const old = directory.open.get(accountID);
    let closing: Promise<unknown> = Promise.resolve();
    const running = chooseGeneration(account).open(account, {
      ...dependencies,
      token: tokens.createSource(accountID),
      reach: dependencies.getReach(accountID),
      poller: dependencies.getPoller(accountID),
      whenRegistrable: () => Promise.all([dependencies.whenRegistrable(), closing]),
    });
    directory.open.set(accountID, running);
    closing = retire(old, entry.closing);
    entry.closing = closing;
    void closing.then(() => old?.close());
    return running;
  };

  directory.openMissingWith((accountID) => {
    const stored = isStopped ? null : findAccount(store, accountID);
    return stored === null ? null : open({ ...stored, connected: false });
  });

  /** Accounts of the same service share businesses, so their list may change too. */
  const publishConnection = (accountID: AccountID): void =>
    publish({
      kinds: hasSiblings(store, accountID) ? ['connection', 'businesses'] : ['connection'],
      leadIDs: [],
    });

  const transferAll = async (isCurrent: () => boolean): Promise<void> => {
    let movedCount = 0;
    await slices.run(() => {
      const count = isCurrent() ? transferLeads(store, batchSize, clock.now()) : 0;
      movedCount += count;
      return count > 0;
    });
    if (movedCount === 0 || isStopped) return;
    publish({ kinds: ['leads'], leadIDs: null });
    outbox.wake();
  };

  /** Transfers leads to the accounts that serve their businesses now. */
  const transferMisplaced = (): void => {
    if (isBeginning || isStopped) return;
    transferAll(() => !isStopped).catch((thrown: unknown) => {
      if (isStopped) return;
      log.error({ err: thrown }, 'leads could not be transferred yet');
      schedule.in('the transfer of leads', storeWaitMs, transferMisplaced);
    });
  };

  /** The returned function is true until a later call replaces this one. */
  const claim = (accountID: AccountID): (() => boolean) => {
    const entry = getEntry(accountID);
    const own = Symbol(accountID);
    entry.claim = own;
    schedule.cancel(`the change of ${accountID}`);
    return () => entry.claim === own && !isStopped;
  };

  /** Runs `change` while it is wanted; again later if the store fails. */
  const apply = (accountID: AccountID, isWanted: () => boolean, change: () => void): void => {
    const tryNow = (): void => {
      if (!isWanted()) return;
      try {
        change();
      } catch (thrown) {
        log.error({ err: thrown }, 'an account could not be attached or detached yet');
        schedule.in(`the change of ${accountID}`, storeWaitMs, tryNow);
      }
    };
    tryNow();
  };

  const activate = (account: AttachedAccount): void => {
    const { accountID, connected } = account;
    const hasPracticeChanged = store.write(() => {
      putAccount(store, account, chooseGeneration(account).number, clock.now());
      return refreshPractice(store);
    });
    if (hasPracticeChanged) publish({ kinds: ['leads', 'businesses'], leadIDs: null });
    const { sync, inbound } = open(account);
    publishConnection(accountID);
    if (!connected) return;
    sync?.start();
    sync?.watch(watched.lead, watched.focused);
    outbox.wake();
    void inbound.ensure();
  };

  const deactivate = (accountID: AccountID): void => {
    setConnected(store, accountID, false);
    // The failure of a sign-in that the person ended no longer matters.
    setProgress(store, accountID, { lastFailure: null });
    const stored = findAccount(store, accountID);
    if (stored !== null) open(stored);
    publishConnection(accountID);
  };

  /** Saves an account and starts it. */
  const attach = (account: AttachedAccount): void =>
    apply(account.accountID, claim(account.accountID), () => activate(account));

  return {
    attach,
    /** Attaches the accounts that main knows, and marks all others as disconnected. */
    begin: (accounts: readonly AttachedAccount[]): void => {
      const known = new Set(accounts.map(({ accountID }) => accountID));
      try {
        for (const { accountID } of listAccounts(store))
          if (!known.has(accountID)) setConnected(store, accountID, false);
      } catch (thrown) {
        log.error({ err: thrown }, 'disconnected accounts may look connected');
      }
      isBeginning = true;
      accounts.forEach(attach);
      isBeginning = false;
      transferMisplaced();
    },
    transferMisplaced,
    /** Removes the webhooks from the service while the token works, then closes the client. */
    detach: async (accountID: AccountID): Promise<Answer<unknown>> => {
      const isWanted = claim(accountID);
      const leaving = find(accountID);
      leaving?.sync?.stop();
      const removal = leaving?.inbound.removeAll().catch(toFailedAnswer);
      const entry = getEntry(accountID);
      entry.closing = Promise.allSettled([entry.closing, removal]);
      const removed = (await removal) ?? succeed({ removed: 0 });
      apply(accountID, isWanted, () => deactivate(accountID));
      return removed;
    },
    /** Removes a disconnected account's data. Errors: `conflict` if connected, `engine_unavailable` if stopping. */
    forget: async (accountID: AccountID): Promise<Answer<unknown>> => {
      const stored = findAccount(store, accountID);
      if (stored?.connected === true) return fail('conflict', 'The account is still connected.');
      const isWanted = claim(accountID);
      // Keeps the leads of businesses that another account serves now.
      await transferAll(isWanted);
      for (const step of [removeLeads, removeDeliveries])
        await slices.run(() => isWanted() && step(store, accountID, batchSize) > 0);
      if (isStopped) return fail('engine_unavailable', 'The engine is stopping.');
      if (!isWanted()) return fail('conflict', 'The account was connected again meanwhile.');
      removeAccount(store, accountID);
      void directory.open.get(accountID)?.close();
      directory.open.delete(accountID);
      entries.delete(accountID);
      store.write(() => refreshPractice(store));
      publish({ kinds: ['leads', 'businesses', 'connection'], leadIDs: null });
      return succeed({});
    },
    find,
    /** Polls the lead on the screen often, more so while the window is focused. */
    watch: (lead: number | null, focused: boolean): void => {
      watched = { lead, focused };
      for (const { sync } of listOpen()) sync?.watch(lead, focused);
    },
    pollDue,
    pollLeads: (leads: readonly number[]): void => {
      advancePolls(store, leads, clock.steady());
      pollDue();
    },
    wake: (): void => {
      for (const { sync } of listOpen()) sync?.wake();
    },
    ensureInbound,
    /** Stops all accounts; settles when requests in flight have ended. */
    stop: async (): Promise<void> => {
      isStopped = true;
      schedule.stop();
      await Promise.all(listOpen().map(({ close }) => close()));
    },
  };
};
