import { describe, expect, it } from 'vitest';
import { succeed, type Answer } from '../../../../contract/errors.ts';
import {
  createAccountDirectory,
  createRegistry,
} from '../../../../main/engine/accounts/registry.ts';
import { systemRandom } from '../../../../main/engine/platform/random.ts';
import { findAccount } from '../../../../main/engine/accounts/rows.ts';
import { inertRegistryParts, inertAccount } from '../support/accounts.ts';
import { testIngest } from '../support/ingest.ts';
import { account, accountID, testClock, testSlices, testLog, testStore } from '../support/store.ts';

/** Runs everything that does not wait for the clock. */
const turn = (): Promise<unknown> => new Promise((done) => setImmediate(done));

/** A registry of accounts that only record their calls. */
const bench = () => {
  const clock = testClock();
  const store = testStore(clock);
  const ingest = testIngest().ingest;
  /** Accounts with an open client, with a running sync, and with checked webhooks. */
  const clients = new Set<object>();
  const synced = new Set<object>();
  const ensured: string[] = [];
  let finishRemoval = (): void => undefined;
  let failRemoval = (): void => undefined;
  const accounts = createRegistry({
    directory: createAccountDirectory(),
    store,
    ingest,
    clock,
    slices: testSlices(clock),
    random: systemRandom,
    log: testLog(),
    publish: () => undefined,
    outbox: { wake: () => undefined },
    ...inertRegistryParts,
    chooseGeneration: ({ connected }) => ({
      number: 4,
      open: ({ accountID: id }, { whenRegistrable }) => {
        const grant = {};
        if (connected) clients.add(grant);
        return inertAccount({
          sync: connected
            ? {
                start: () => void synced.add(grant),
                stop: () => void synced.delete(grant),
                watch: () => undefined,
                checkNow: () => undefined,
                pauseImport: () => undefined,
                onAnswered: () => undefined,
                wake: () => undefined,
                pollDue: () => undefined,
                report: () => {
                  throw new Error('not asked');
                },
              }
            : null,
          inbound: {
            ensure: async () => {
              await whenRegistrable();
              ensured.push(id);
            },
            removeAll: () =>
              new Promise<Answer<{ removed: number }>>((done, fail) => {
                finishRemoval = () => done(succeed({ removed: 1 }));
                failRemoval = () => fail(Object.assign(new Error('full'), { code: 'SQLITE_FULL' }));
              }),
          },
          close: async () => void clients.delete(grant),
        });
      },
    }),
  });
  const isConnected = (): boolean => findAccount(store, accountID)?.connected === true;
  return {
    clock,
    store,
    accounts,
    clients,
    synced,
    ensured,
    isConnected,
    finishRemoval: () => finishRemoval(),
    failRemoval: () => failRemoval(),
  };
};

describe('an account', () => {
  it('being disconnected keeps its client until its webhooks are removed', async () => {
    const { accounts, clients, synced, isConnected, finishRemoval } = bench();
    accounts.attach(account);
    const detached = accounts.detach(accountID);
    expect([clients.size, synced.size]).toEqual([1, 0]);
    finishRemoval();
    expect(await detached).toEqual(succeed({ removed: 1 }));
    await turn();
    expect([clients.size, isConnected()]).toEqual([0, false]);
  });

  it('that is disconnected while nothing can be stored is disconnected once it can', async () => {
    const { clock, store, accounts, clients, isConnected, failRemoval } = bench();
    accounts.attach(account);
    const detached = accounts.detach(accountID);
    store.db.pragma('query_only = ON');
    failRemoval();
    expect(await detached).toMatchObject({ ok: false, error: { code: 'disk_full' } });
    expect(isConnected()).toBe(true);
    store.db.pragma('query_only = OFF');
    clock.advance(30_000);
    await turn();
    expect([clients.size, isConnected()]).toEqual([0, false]);
  });

  it('connected again while being disconnected stays connected', async () => {
    const { accounts, clients, synced, ensured, isConnected, finishRemoval } = bench();
    accounts.attach(account);
    await turn();
    const detached = accounts.detach(accountID);
    accounts.attach(account);
    ensured.length = 0;
    await turn();
    expect(ensured).toEqual([]);
    finishRemoval();
    await detached;
    await turn();
    expect([clients.size, synced.size, isConnected()]).toEqual([1, 1, true]);
    expect(ensured).toEqual([accountID]);
  });

  it('that cannot be stored is attached once the store works again', () => {
    const { clock, store, accounts, clients, synced } = bench();
    store.db.pragma('query_only = ON');
    accounts.attach(account);
    expect(synced.size).toBe(0);
    store.db.pragma('query_only = OFF');
    clock.advance(60_000);
    expect([clients.size, synced.size]).toEqual([1, 1]);
  });

  it('whose grant ended before it could be stored is not attached later', () => {
    const { clock, store, accounts, clients, synced } = bench();
    store.db.pragma('query_only = ON');
    accounts.attach(account);
    store.db.pragma('query_only = OFF');
    accounts.attach({ ...account, connected: false });
    clock.advance(60_000);
    expect([clients.size, synced.size]).toEqual([0, 0]);
  });

  it('that main no longer has is marked as disconnected', () => {
    const { accounts, isConnected } = bench();
    accounts.begin([]);
    expect(isConnected()).toBe(false);
  });
});
