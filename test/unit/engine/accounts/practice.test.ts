import { describe, expect, it } from 'vitest';
import { findAccount } from '../../../../main/engine/accounts/rows.ts';
import { createTagCommands } from '../../../../main/engine/leads/tags.ts';
import { createInsightsCommands } from '../../../../main/engine/tools/insights/commands.ts';
import { accountNamed, accountsBench, practice } from './accounts-bench.ts';
import { message, negotiation } from '../support/records.ts';
import { noon, testSlices } from '../support/store.ts';

const customer = (firstName: string) => ({ customer: { firstName } });
const sample = negotiation('1', customer('Sample'));
const real = accountNamed('real');

describe('sample customers', () => {
  it('are listed while there is no real account, and never counted on the badge', async () => {
    const made = accountsBench();
    made.connect(practice);
    made.ingest.applyNegotiations(practice.accountID, [sample], 'poll');
    expect(await made.names('all')).toEqual(['Sample']);
    expect(made.badge()).toBe(0);
  });

  it('disappear from lists, counts, searches, and notices once a real account connects', async () => {
    const made = accountsBench();
    made.connect(practice);
    made.lists(practice, 'b1');
    made.ingest.applyNegotiations(practice.accountID, [sample], 'poll');
    made.notices.length = 0;
    made.connect(real, 0);
    made.ingest.applyNegotiations(
      real.accountID,
      [negotiation('1', customer('Maria'))],
      'backfill',
    );
    made.ingest.applyNegotiations(practice.accountID, [negotiation('2', customer('Late'))], 'poll');
    const words = message('m1', '1', 'Customer', 'still there', noon);
    made.ingest.applyMessages(practice.accountID, '1', [words], 'poll');

    expect(await made.names('all')).toEqual(['Maria']);
    expect(await made.names('all', { query: 'Sample' })).toEqual([]);
    expect(await made.names('all', { query: 'still' })).toEqual([]);
    const { counts, businesses } = await made.counts();
    expect([counts.all, counts.needs_reply, counts.unread]).toEqual([1, 1, 1]);
    expect(businesses.map(({ accountID }) => accountID)).toEqual(['real']);
    expect(made.badge()).toBe(1);
    expect(made.notices).toEqual([]);
  });

  it('disappear from the known tags and today’s figures as well', async () => {
    const made = accountsBench();
    const known = createTagCommands(made.store)['tags.list'];
    const today = createInsightsCommands({
      store: made.store,
      clock: made.clock,
      slices: testSlices(made.clock),
    })['insights.today'];
    made.connect(practice);
    made.ingest.applyNegotiations(practice.accountID, [sample], 'poll');
    made.ingest.applyMessages(
      practice.accountID,
      '1',
      [message('m1', '1', 'Business', 'Hello', noon)],
      'poll',
    );
    const [lead] = await made.list('all');
    await made['leads.mark']({
      leadIDs: [lead!.leadID],
      tags: { add: ['Sample tag'], remove: [] },
    });
    expect(await known({})).toMatchObject({ value: { tags: ['Sample tag'] } });
    expect(await today({})).toMatchObject({ value: { firstReplies: 1 } });
    made.connect(real);
    expect(await known({})).toMatchObject({ value: { tags: [] } });
    expect(await today({})).toMatchObject({ value: { firstReplies: 0 } });
  });

  it('stay hidden after a restart with the real account signed out', async () => {
    const made = accountsBench();
    made.connect(practice);
    made.ingest.applyNegotiations(practice.accountID, [sample], 'poll');
    made.connect(real);
    made.attachments.begin([practice, { ...real, connected: false }]);
    expect(await made.names('all')).toEqual([]);
    expect(made.badge()).toBe(0);
  });
});

it('practice has the address of its latest start', () => {
  const made = accountsBench();
  for (const baseUrl of ['http://127.0.0.1:1', 'http://127.0.0.1:2']) {
    made.connect({ ...practice, profile: { ...practice.profile, baseUrl } });
    expect(findAccount(made.store, practice.accountID)?.profile.baseUrl).toBe(baseUrl);
  }
});

describe("a staging service's test leads", () => {
  it('are listed as tests and never need a reply', async () => {
    const made = accountsBench();
    const staging = accountNamed('staging', { profile: { environment: 'staging' } });
    made.connect(staging);
    made.ingest.applyNegotiations(staging.accountID, [negotiation('1', customer('Test'))], 'poll');
    const words = message('m1', '1', 'Customer', 'Hello?', noon);
    made.ingest.applyMessages(staging.accountID, '1', [words], 'poll');

    expect(await made.list('all')).toMatchObject([
      {
        customerName: 'Test',
        isTest: true,
        needsReply: false,
        isUnread: false,
        waitingSince: null,
      },
    ]);
    expect(await made.names('needs_reply')).toEqual([]);
    expect(await made.names('unread')).toEqual([]);
    expect([made.badge(), made.notices]).toEqual([0, []]);
  });

  it('do not affect the leads of a production account', async () => {
    const made = accountsBench();
    made.connect(accountNamed('staging', { profile: { environment: 'staging' } }));
    made.connect(real, 0);
    made.ingest.applyNegotiations(real.accountID, [negotiation('1', customer('Maria'))], 'poll');
    expect(await made.list('needs_reply')).toMatchObject([
      { customerName: 'Maria', isTest: false },
    ]);
    expect(made.notices).toHaveLength(1);
  });
});
