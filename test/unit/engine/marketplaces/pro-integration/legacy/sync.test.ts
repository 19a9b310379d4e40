import { describe, expect, it, onTestFinished } from 'vitest';
import { fail, succeed, type Answer } from '../../../../../../contract/errors.ts';
import type { Change } from '../../../../../../contract/events.ts';
import type { AccountInfo } from '../../../../../../main/engine/marketplaces/pro-integration/legacy/records.ts';
import type { LegacyClient } from '../../../../../../main/engine/marketplaces/pro-integration/legacy/service/client.ts';
import { listBusinesses } from '../../../../../../main/engine/leads/businesses.ts';
import { createLegacySync } from '../../../../../../main/engine/marketplaces/pro-integration/legacy/sync.ts';
import { settle } from '../../../conversation/outbox/bench.ts';
import { testIngest } from '../../../support/ingest.ts';
import { account, accountID, putAccount, testLog } from '../../../support/store.ts';

const info = (businessName: string): Answer<AccountInfo> =>
  succeed({ businessID: 'b7', businessName });

/** The synchronization of one legacy account, which can only request account info. */
const testSync = async (...answers: Answer<AccountInfo>[]) => {
  const bench = testIngest();
  const { store, clock, ingest } = bench;
  const profile = { ...account.profile, interface: 'legacy' as const };
  const attached = { ...account, profile, userID: 'b7', userName: 'Ace Cleaning' };
  putAccount(store, attached, clock.now());
  let asked = 0;
  const client = {
    fetchAccountInfo: async () => {
      asked += 1;
      return answers.shift() ?? info('Ace Cleaning');
    },
    pausedUntil: () => null,
  } as Pick<LegacyClient, 'fetchAccountInfo' | 'pausedUntil'>;
  const random = { fraction: () => 0.5, bytes: (count: number) => Buffer.alloc(count) };
  const publish = (change: Change): void => void bench.changes.push(change);
  const parts = { store, ingest, client, clock, random, publish, log: testLog() };
  const sync = createLegacySync(parts, accountID);
  onTestFinished(() => sync.stop());
  sync.start();
  await settle();
  return {
    ...bench,
    sync,
    asked: () => asked,
    names: () => listBusinesses(store).map(({ businessID, name }) => `${businessID} ${name}`),
    pass: async (ms: number) => {
      clock.advance(ms);
      await settle();
    },
  };
};

describe('a legacy account', () => {
  it('lists its one business without any answer and reports that nothing is polled', async () => {
    const { names, sync, asked } = await testSync(fail('offline', ''));
    expect(names()).toEqual(['b7 Ace Cleaning']);
    expect(asked()).toBe(1);
    expect(sync.report()).toMatchObject({
      online: false,
      polling: { lastAt: null, nextAt: null, listsLeads: false },
      backfill: { state: 'impossible' },
    });
  });

  it('reports contact with the service and adopts a new name of the business', async () => {
    const { names, sync, clock } = await testSync(info('Ace Cleaning & Co'));
    expect(names()).toEqual(['b7 Ace Cleaning & Co']);
    expect(sync.report()).toMatchObject({ online: true, lastContactAt: clock.now() });
  });

  it('retries after a failure, rarely while the sign-in is rejected, and never after it is stopped', async () => {
    const bench = await testSync(
      fail('offline', ''),
      fail('reconnect_needed', '', { status: 401 }),
    );
    await bench.pass(60_000);
    expect(bench.asked()).toBe(2);
    expect(bench.sync.report()).toMatchObject({
      lastFailure: { code: 'reconnect_needed' },
    });
    await bench.pass(10 * 60_000);
    expect(bench.asked()).toBe(3);
    expect(bench.sync.report()).toMatchObject({ online: true, lastFailure: null });
    bench.sync.stop();
    await bench.pass(24 * 60 * 60_000);
    expect(bench.asked()).toBe(3);
  });

  it('whose service answers a reply again keeps the answer even while nothing can be stored', async () => {
    const { sync, store } = await testSync(fail('offline', ''));
    store.db.pragma('query_only = ON');
    expect(sync.onAnswered).not.toThrow();
    store.db.pragma('query_only = OFF');
    expect(sync.report()).toMatchObject({ online: true, lastFailure: null });
  });

  it('whose profile has no path for account info reports neither contact nor failure', async () => {
    const { sync } = await testSync(fail('not_found', ''));
    expect(sync.report()).toMatchObject({
      online: true,
      lastContactAt: null,
      lastFailure: null,
    });
  });
});
