import { describe, expect, it } from 'vitest';
import { fail } from '../../../../contract/errors.ts';
import type { AccountID } from '../../../../contract/records.ts';
import {
  limitWaits,
  prioritizeActiveLeads,
  prioritizeOpenLeads,
} from '../../../../main/engine/accounts/poll-priority.ts';
import * as polls from '../../../../main/engine/accounts/polls.ts';
import { accountID, minute, noon, settle, testSync } from './sync/bench.ts';
import { testIngest } from '../support/ingest.ts';
import { recordPlans } from '../support/plans.ts';
import { message, negotiation } from '../support/records.ts';
import { account, putAccount, testStore } from '../support/store.ts';

const settled = { nextAt: noon, failures: 0, misses: 0, missedAt: null };

/** Three leads with a message each; the history of the first has been read. */
const threeLeads = () => {
  const bench = testIngest();
  for (const id of ['1', '2', '3']) {
    bench.deliver('NegotiationCreatedV4', negotiation(id));
    bench.deliver('MessageCreatedV4', message(`m${id}`, id, 'Customer', 'Hi', noon));
  }
  polls.settlePoll(bench.store, 1, { ...settled, readTo: noon });
  return bench;
};

describe('many polled leads', () => {
  it('are not scanned by the queries for the next polls and the connection page', () => {
    const { store } = threeLeads();
    const noted = recordPlans(store);
    const within = { activeWithin: minute, now: noon, by: noon };
    polls.countReadLeads(noted.store, accountID);
    polls.lacksHistory(noted.store, accountID);
    polls.readNextDueAt(noted.store, accountID, noon);
    polls.listDueLeads(noted.store, accountID, noon, [1], 4);
    polls.findPoll(noted.store, accountID, 1);
    polls.readActivity(noted.store, 1);
    limitWaits(noted.store, accountID, within, noon);
    prioritizeOpenLeads(noted.store, accountID, within);
    prioritizeActiveLeads(noted.store, accountID, within, 10);
    polls.advancePolls(noted.store, [1, 2], noon);
    polls.addPolls(noted.store, accountID, 0, noon);
    const steps = noted.plans();
    expect(
      steps.filter((step) => /^SCAN (polls|p|leads|l|inbox|i|messages|m)\b/.test(step)),
    ).toEqual([]);
    // Queries read only the leads that are due, unread, or waiting too long, never all of the account.
    const ofAccount = steps.filter((step) =>
      /polls_due \(account_id=\?\)|SEARCH l .*leads_of_/.test(step),
    );
    expect(ofAccount).toEqual([]);
  });

  it('are all scheduled, in batches', async () => {
    const bench = testSync();
    bench.failing.set('', fail('offline', 'No network.'));
    const insert = bench.store.db.prepare(
      `INSERT INTO leads (account_id, negotiation_id, created_at, complete, changed_at)
       VALUES (?, ?, ?, 1, 0)`,
    );
    bench.store.write(() => {
      for (let n = 0; n < 12_000; n += 1) insert.run(accountID, `n${n}`, noon + 100 * minute);
    });
    const planned = () => bench.store.db.prepare('SELECT count(*) FROM polls').pluck().get();
    bench.sync().attach();
    expect(planned()).toBeLessThan(12_000);
    bench.clock.advance(0);
    await settle();
    expect(planned()).toBe(12_000);
    bench.sync().stop();
  });
});

describe('the number of leads whose history has been read', () => {
  it('counts each lead once, after it was read', () => {
    const { store } = threeLeads();
    expect(polls.countReadLeads(store, accountID)).toBe(1);
    polls.settlePoll(store, 2, { ...settled, readTo: 0 });
    polls.settlePoll(store, 2, { ...settled, readTo: noon });
    polls.settlePoll(store, 3, settled);
    expect(polls.countReadLeads(store, accountID)).toBe(2);
    expect(polls.lacksHistory(store, accountID)).toBe(true);
  });

  it('follows a lead to another account and drops a removed one', () => {
    const { store } = threeLeads();
    const other = 'account-2' as AccountID;
    putAccount(store, { ...account, accountID: other }, noon);
    store.db.prepare('UPDATE polls SET account_id = ? WHERE lead = 1').run(other);
    expect([accountID, other].map((id) => polls.countReadLeads(store, id))).toEqual([0, 1]);
    store.db.prepare('DELETE FROM polls WHERE lead = 1').run();
    expect(polls.countReadLeads(store, other)).toBe(0);
  });

  it('is 0 for an account that was never synchronized', () => {
    expect(polls.countReadLeads(testStore(), accountID)).toBe(0);
  });
});
