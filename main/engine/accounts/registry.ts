/**
 * The accounts: each is made by its generation when main tells of it, made anew when its grant changes,
 * and closed when it is gone. What comes last counts: a detach that is still under way when the account
 * is connected anew takes nothing away from the new grant.
 */
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import type { AttachedAccount } from '../../../contract/port.ts';
import type { AccountID } from '../../../contract/records.ts';
import { createSchedule } from '../../clock/schedule.ts';
import type { Outbox } from '../conversation/outbox/outbox.ts';
import { hasSiblings } from '../leads/holders.ts';
import { refreshPractice } from '../leads/inbox.ts';
import type { Slices } from '../platform/slices.ts';
import { generationNamed } from './choose.ts';
import type { Generation } from './generation.ts';
import { handOver } from './hand-over.ts';
import { removeAccount, removeDeliveries, removeLeads } from './removal.ts';
import { accountByID, allAccounts, putAccount, setConnected } from './rows.ts';
import { advancePolls } from './polls.ts';
import type { AccountDependencies, AccountReach, RunningAccount } from './runtime.ts';
import type { Tokens } from './tokens.ts';

export type Registry = {
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
  /** An account that is kept here, connected or not; null for one that is not. */
  readonly of: (accountID: string) => RunningAccount | null;
  /** The lead on the screen, or null, and whether the window has the focus: it is asked about often. */
  readonly watch: (lead: number | null, focused: boolean) => void;
  /** Leads came in by another way; those that are incomplete are fetched at once. */
  readonly pollDue: () => void;
  /** Has these leads asked about at once, of whichever accounts they are. */
  readonly pollLeads: (leads: readonly number[]) => void;
  /** The computer or the network is back: catch up. */
  readonly wake: () => void;
  /** Businesses, or the way to us, have changed: what makes services tell us is checked. */
  readonly ensureInbound: () => void;
  /** Nothing begins any more; settles when what is under way has ended. */
  readonly stop: () => Promise<void>;
};

/** Leads that go over to another account, or are removed, in one commit. */
const mostAtOnce = 5;

/** How long an account waits after the store has refused it, in milliseconds. */
const storeWaitMs = 30_000;

type Entry = {
  /** What was last wanted of the account: a mark that the next attach or detach replaces. */
  wanted: symbol | null;
  running: RunningAccount | null;
  /** Settles when whoever ran before tells its service nothing any more. */
  before: Promise<unknown>;
};

/** Makes the registry; no account is attached yet. */
export const createRegistry = (
  dependencies: Omit<AccountDependencies, 'token' | 'reach'> & {
    readonly tokens: Pick<Tokens, 'of'>;
    /** How an account's service reaches this computer. */
    readonly reachOf: (accountID: AccountID) => AccountReach;
    readonly outbox: Pick<Outbox, 'wake'>;
    readonly slices: Pick<Slices, 'run'>;
    /** The generation of an account, asked for each object that is made. */
    readonly choose?: (account: AttachedAccount) => Pick<Generation, 'number' | 'open'>;
  },
): Registry => {
  const { store, clock, log, publish, tokens, outbox, slices } = dependencies;
  const { choose = ({ profile }) => generationNamed(profile.interface) } = dependencies;
  const entries = new Map<string, Entry>();
  const schedule = createSchedule(clock, (thrown, name) =>
    log.error({ err: thrown }, `${name} could not be tried again`),
  );
  let watched: { readonly lead: number | null; readonly focused: boolean } = {
    lead: null,
    focused: false,
  };
  let beginning = false;
  let stopped = false;

  const entryOf = (accountID: string): Entry => {
    const entry = entries.get(accountID) ?? {
      wanted: null,
      running: null,
      before: Promise.resolve(),
    };
    entries.set(accountID, entry);
    return entry;
  };

  const all = (): readonly RunningAccount[] =>
    [...entries.values()].flatMap(({ running }) => (running === null ? [] : [running]));

  /** Ends an account at once, and its connections when what it tells its service has been told. */
  const retire = async ({ running, before }: Entry): Promise<void> => {
    running?.sync?.stop();
    await before;
    await running?.inbound.stop();
  };

  /** Makes the account's object anew; whoever ran before ends. */
  const open = (account: AttachedAccount): RunningAccount => {
    const { accountID } = account;
    const entry = entryOf(accountID);
    const old = entry.running;
    let before: Promise<unknown> = Promise.resolve();
    entry.running = choose(account).open(account, {
      ...dependencies,
      token: tokens.of(accountID),
      reach: dependencies.reachOf(accountID),
      mayRegister: () => Promise.all([dependencies.mayRegister(), before]),
    });
    before = retire({ ...entry, running: old });
    entry.before = before;
    void before.then(() => old?.close());
    return entry.running;
  };

  const of = (accountID: string): RunningAccount | null => {
    const running = entries.get(accountID)?.running ?? null;
    if (running !== null || stopped) return running;
    const kept = accountByID(store, accountID);
    return kept === null ? null : open({ ...kept, connected: false });
  };

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
      schedule.in('settle', storeWaitMs, settle);
    });
  };

  const want = (accountID: AccountID): (() => boolean) => {
    const entry = entryOf(accountID);
    const mine = Symbol(accountID);
    entry.wanted = mine;
    schedule.cancel(`attach ${accountID}`);
    return () => entry.wanted === mine && !stopped;
  };

  const take = (account: AttachedAccount): void => {
    const { accountID, connected } = account;
    const moved = store.write(() => {
      putAccount(store, account, choose(account).number, clock.now());
      return refreshPractice(store);
    });
    if (moved) publish({ kinds: ['leads', 'businesses'], leadIDs: null });
    const { sync, inbound } = open(account);
    tell(accountID);
    if (!connected) return;
    sync?.start();
    sync?.watch(watched.lead, watched.focused);
    outbox.wake();
    void inbound.ensure();
  };

  const attach = (account: AttachedAccount): void => {
    const isWanted = want(account.accountID);
    const tryNow = (): void => {
      if (!isWanted()) return;
      try {
        take(account);
      } catch (thrown) {
        log.error({ err: thrown }, 'an account could not be attached yet');
        schedule.in(`attach ${account.accountID}`, storeWaitMs, tryNow);
      }
    };
    tryNow();
  };

  const pollDue = (): void => {
    for (const { sync } of all()) sync?.pollDue();
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
      const leaving = of(accountID);
      leaving?.sync?.stop();
      const removal = leaving?.inbound.removeAll() ?? Promise.resolve(succeed({ removed: 0 }));
      const entry = entryOf(accountID);
      entry.before = Promise.allSettled([entry.before, removal]);
      const removed = await removal;
      if (!isWanted()) return removed;
      setConnected(store, accountID, false);
      const kept = accountByID(store, accountID);
      if (kept !== null) open(kept);
      tell(accountID);
      return removed;
    },
    forget: async (accountID) => {
      const kept = accountByID(store, accountID);
      if (kept?.connected === true) return fail('conflict', 'The account is still connected.');
      const isWanted = want(accountID);
      // What another account works for by now is not this one's any more.
      await giveOver(isWanted);
      const steps = [removeLeads, removeDeliveries];
      for (const step of steps)
        await slices.run(() => isWanted() && step(store, accountID, mostAtOnce) > 0);
      if (stopped) return fail('engine_unavailable', 'The engine is stopping.');
      if (!isWanted()) return fail('conflict', 'The account was connected anew meanwhile.');
      removeAccount(store, accountID);
      void entryOf(accountID).running?.close();
      entries.delete(accountID);
      store.write(() => refreshPractice(store));
      publish({ kinds: ['leads', 'businesses', 'connection'], leadIDs: null });
      return succeed({});
    },
    of,
    watch: (lead, focused) => {
      watched = { lead, focused };
      for (const { sync } of all()) sync?.watch(lead, focused);
    },
    pollDue,
    pollLeads: (leads) => {
      advancePolls(store, leads, clock.steady());
      pollDue();
    },
    wake: () => {
      for (const { sync } of all()) sync?.wake();
    },
    ensureInbound: () => {
      for (const { inbound } of all()) void inbound.ensure();
    },
    stop: async () => {
      stopped = true;
      schedule.stop();
      await Promise.all(all().map(({ close }) => close()));
    },
  };
};
