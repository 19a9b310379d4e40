import { describe, expect, it } from 'vitest';
import { succeed, type Answer } from '../../../../contract/errors.ts';
import type { AttachedAccount } from '../../../../contract/port.ts';
import { createAttachments } from '../../../../main/engine/accounts/attachments.ts';
import { systemRandom } from '../../../../main/engine/platform/random.ts';
import { accountByID } from '../../../../main/engine/accounts/rows.ts';
import { account, accountID, testClock, testSlices, testLog, testStore } from '../support/store.ts';

/** Attachments whose neighbours only note what they are asked. */
const bench = () => {
  const clock = testClock();
  const store = testStore(clock);
  const clients = new Set<string>();
  const synced = new Set<string>();
  const ensured: string[] = [];
  let finishRemoval = (): void => undefined;
  const attachments = createAttachments({
    store,
    clock,
    slices: testSlices(clock),
    random: systemRandom,
    log: testLog(),
    publish: () => undefined,
    outbox: { wake: () => undefined },
    clients: {
      set: ({ accountID: id, connected }: AttachedAccount) =>
        void (connected ? clients.add(id) : clients.delete(id)),
      remove: (id) => void clients.delete(id),
    },
    sync: { attach: (id) => void synced.add(id), detach: (id) => void synced.delete(id) },
    keeper: {
      ensure: (id) => {
        ensured.push(id);
        return Promise.resolve();
      },
      removeAll: () =>
        new Promise<Answer<{ removed: number }>>((done) => {
          finishRemoval = () => done(succeed({ removed: 1 }));
        }),
    },
  });
  const isConnected = (): boolean => accountByID(store, accountID)?.connected === true;
  return {
    clock,
    store,
    attachments,
    clients,
    synced,
    ensured,
    isConnected,
    finishRemoval: () => finishRemoval(),
  };
};

describe('an account', () => {
  it('that is disconnected loses its client when its webhooks are gone', async () => {
    const { attachments, clients, synced, isConnected, finishRemoval } = bench();
    attachments.attach(account);
    const detached = attachments.detach(accountID);
    expect([clients.size, synced.size]).toEqual([1, 0]);
    finishRemoval();
    expect(await detached).toEqual(succeed({ removed: 1 }));
    expect([clients.size, isConnected()]).toEqual([0, false]);
  });

  it('that is connected anew while it is being disconnected stays connected', async () => {
    const { attachments, clients, synced, ensured, isConnected, finishRemoval } = bench();
    attachments.attach(account);
    const detached = attachments.detach(accountID);
    attachments.attach(account);
    ensured.length = 0;
    finishRemoval();
    await detached;
    expect([clients.size, synced.size, isConnected()]).toEqual([1, 1, true]);
    expect(ensured).toEqual([accountID]);
  });

  it('that the store refuses is attached when the store takes it', () => {
    const { clock, store, attachments, clients, synced } = bench();
    store.db.pragma('query_only = ON');
    attachments.attach(account);
    expect(synced.size).toBe(0);
    store.db.pragma('query_only = OFF');
    clock.advance(60_000);
    expect([clients.size, synced.size]).toEqual([1, 1]);
  });

  it('whose grant ended before the store took it is not attached later', () => {
    const { clock, store, attachments, clients, synced } = bench();
    store.db.pragma('query_only = ON');
    attachments.attach(account);
    store.db.pragma('query_only = OFF');
    attachments.attach({ ...account, connected: false });
    clock.advance(60_000);
    expect([clients.size, synced.size]).toEqual([0, 0]);
  });

  it('that main does not know any more is connected no more', () => {
    const { attachments, isConnected } = bench();
    attachments.begin([]);
    expect(isConnected()).toBe(false);
  });
});
