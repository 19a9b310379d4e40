import { describe, expect, it } from 'vitest';
import { saveDraft } from '../../../../main/engine/conversation/drafts.ts';
import { toRow } from '../../../../main/engine/platform/store/ids.ts';
import { createDeliveryCommands } from '../../../../main/engine/receiver/delivery-commands.ts';
import { listDueLeads } from '../../../../main/engine/accounts/polls.ts';
import { accountNamed, accountsBench } from './accounts-bench.ts';
import { lead } from '../support/legacy-records.ts';
import { event, message, negotiation } from '../support/records.ts';
import { noon } from '../support/store.ts';

const pat = accountNamed('pat');
const sam = accountNamed('sam');

/** Pat signed in first; both grants cover b1, and only Sam's covers b2. */
const bench = () => {
  const made = accountsBench();
  made.connect(pat, 9);
  made.lists(pat, 'b1');
  made.connect(sam, 5);
  made.lists(sam, 'b1', 'b2');
  return made;
};

const ofB2 = { business: { businessID: 'b2', name: 'Business b2' } };

/** Delivers lead 1 through the webhook of an account. */
const deliver = ({ ingest }: ReturnType<typeof accountsBench>, { accountID }: typeof pat): void => {
  const eventType = 'NegotiationCreatedV4';
  const body = event(eventType, negotiation('1'));
  ingest.record([{ accountID, eventType, webhookID: 'w', body }]);
  void ingest.applyRecorded();
};

describe('a business under two sign-ins of one service', () => {
  it('is one business, handled by one account', async () => {
    const made = bench();
    expect([made.worksFor(pat), made.worksFor(sam)]).toEqual([['b1'], ['b2']]);
    const { businesses } = await made.counts();
    expect(businesses).toMatchObject([
      { accountID: 'pat', businessID: 'b1' },
      { accountID: 'sam', businessID: 'b2' },
    ]);
    expect(new Set(businesses.map(({ key }) => key)).size).toBe(2);
  });

  it('has each lead once, with one notice, whichever account brings it', async () => {
    const made = bench();
    for (const one of [sam, pat]) {
      deliver(made, one);
      const { accountID } = one;
      made.ingest.applyNegotiations(accountID, [negotiation('1')], 'poll');
      const words = message('m1', '1', 'Customer', 'Hello?', noon);
      made.ingest.applyMessages(accountID, '1', [words], 'poll');
    }
    expect(await made.list('all')).toMatchObject([{ accountID: 'pat', businessID: 'b1' }]);
    expect(made.notices.map(({ kind }) => kind)).toEqual(['lead', 'message']);
    expect(made.badge()).toBe(1);
  });

  it('has its lead at each delivery, whichever account received it', async () => {
    const made = bench();
    deliver(made, sam);
    const [row] = await made.list('all');
    const deliveries = createDeliveryCommands({
      ...made,
      findAccount: () => null,
      applyRecorded: made.ingest.applyRecorded,
      publish: () => undefined,
    });
    const { accountID } = sam;
    const listed = await deliveries['deliveries.list']({ accountID, filter: 'all', limit: 9 });
    expect(listed).toMatchObject({ value: { deliveries: [{ leadID: row?.leadID }] } });
  });

  it('lists and counts only its own leads, not those of another service', async () => {
    const made = bench();
    const test = accountNamed('test', {
      profile: { environment: 'sandbox', baseUrl: 'http://127.0.0.1:4010' },
    });
    made.connect(test);
    made.lists(test, 'b1');
    made.ingest.applyNegotiations(
      sam.accountID,
      [negotiation('1'), negotiation('2', ofB2)],
      'poll',
    );
    made.ingest.applyNegotiations(test.accountID, [negotiation('3')], 'poll');
    const { businesses } = await made.counts();
    expect(businesses.map((each) => [each.accountID, each.businessID, each.needsReply])).toEqual([
      ['pat', 'b1', 1],
      ['test', 'b1', 1],
      ['sam', 'b2', 1],
    ]);
    const found = await Promise.all(
      businesses.map(async ({ key }) => [
        (await made.list('all', { business: key })).map(({ accountID }) => accountID),
        (await made.counts(key)).counts.all,
      ]),
    );
    expect(found).toEqual([
      [['pat'], 1],
      [['test'], 1],
      [['sam'], 1],
    ]);
  });

  it('moves with its leads to the other account when the first is signed out, and back', async () => {
    const made = bench();
    deliver(made, pat);
    made.ingest.applyMessages(
      pat.accountID,
      '1',
      [message('m1', '1', 'Customer', 'Hi', noon)],
      'poll',
    );
    const [before] = await made.list('all');
    const half = { text: 'Half a', replyID: null };
    saveDraft(made.store, toRow(before?.leadID ?? ('' as never)) ?? 0, half, noon);

    await made.attachments.detach(pat.accountID);
    expect(made.worksFor(sam)).toEqual(['b1', 'b2']);
    expect(await made.list('all')).toMatchObject([
      { leadID: before?.leadID, accountID: 'sam', hasDraft: true, lastMessage: { text: 'Hi' } },
    ]);
    expect(listDueLeads(made.store, 'sam', made.clock.steady() + 1, [], 5)).toHaveLength(1);
    expect(made.woken).not.toEqual([]);
    made.ingest.applyMessages(
      sam.accountID,
      '1',
      [message('m1', '1', 'Customer', 'Hi', noon)],
      'poll',
    );
    expect(made.badge()).toBe(1);

    made.attachments.attach(pat);
    expect(await made.list('all')).toMatchObject([{ accountID: 'pat', hasDraft: true }]);
    expect((await made.counts()).businesses).toMatchObject([
      { accountID: 'pat', needsReply: 1 },
      { accountID: 'sam', needsReply: 0 },
    ]);
  });

  it('has duplicate leads merged, with the marks of either', async () => {
    const made = accountsBench();
    made.connect(pat, 9);
    made.ingest.applyNegotiations(pat.accountID, [negotiation('1')], 'backfill');
    await made['leads.mark']({
      leadIDs: (await made.list('all')).map((l) => l.leadID),
      starred: true,
    });
    await made.attachments.detach(pat.accountID);
    made.connect(sam, 5);
    made.store.db.exec("UPDATE accounts SET service = 'once was another' WHERE account_id = 'pat'");
    made.ingest.applyNegotiations(sam.accountID, [negotiation('1')], 'backfill');
    expect(await made.list('all')).toHaveLength(2);
    made.attachments.begin([{ ...pat, connected: false }, sam]);
    made.lists(sam, 'b1');
    made.attachments.transferMisplaced();
    expect(await made.list('all')).toMatchObject([{ accountID: 'sam', starred: true }]);
  });

  it.each<[string, object, object, string]>([
    ['the team’s', {}, { teamSince: 9 }, 'sam'],
    ['the team’s first', { teamSince: 8 }, { teamSince: 7 }, 'sam'],
    ['one with all scopes', { lacksScopes: true }, {}, 'sam'],
    ['the team’s, whatever its scopes', { teamSince: 8, lacksScopes: true }, {}, 'pat'],
    ['a connected one', { teamSince: 8, connected: false }, {}, 'sam'],
    ['the newer interface', { profile: { interface: 'legacy' } }, { lacksScopes: true }, 'sam'],
    [
      'the team’s, whatever its interface',
      { teamSince: 8, profile: { interface: 'legacy' } },
      {},
      'pat',
    ],
    ['the one that was connected first', {}, {}, 'pat'],
  ])('is handled by %s', (_which, patsMore, samsMore, expected) => {
    const made = accountsBench();
    for (const [one, daysAgo] of [
      [accountNamed('pat', patsMore), 9],
      [accountNamed('sam', samsMore), 5],
    ] as const) {
      made.connect(one, daysAgo);
      made.lists(one, 'b1');
    }
    expect([pat, sam].filter((one) => made.worksFor(one).length > 0)).toEqual([
      expected === 'pat' ? pat : sam,
    ]);
  });

  it('moves completely, however many leads it has', async () => {
    const made = bench();
    const many = Array.from({ length: 250 }, (_, index) => negotiation(`n${index}`));
    made.ingest.applyNegotiations(pat.accountID, many, 'backfill');
    await made.attachments.detach(pat.accountID);
    made.clock.advance(1_000);
    const { businesses } = await made.counts();
    expect(businesses.map((each) => [each.accountID, each.businessID, each.needsReply])).toEqual([
      ['sam', 'b1', 250],
      ['sam', 'b2', 0],
    ]);
  });
});

it('a business of the legacy interface moves with its leads as well', async () => {
  const made = accountsBench();
  const [one, other] = ['one', 'other'].map((name) =>
    accountNamed(name, { profile: { interface: 'legacy' } }),
  ) as [typeof pat, typeof pat];
  made.connect(one, 9);
  made.lists(one, 'b1');
  made.connect(other, 5);
  made.lists(other, 'b1');
  const body = JSON.stringify(lead('n1'));
  made.ingest.record([{ accountID: 'one', eventType: 'Lead', webhookID: null, body }]);
  await made.ingest.applyRecorded();
  await made.attachments.detach(one.accountID);
  expect(await made.list('all')).toMatchObject([{ accountID: 'other' }]);
});

describe('a lead of a business that no account lists', () => {
  it('stays with the connected account that has it', async () => {
    const made = bench();
    const odd = { business: { businessID: 'b9', name: 'Former' } };
    made.ingest.applyNegotiations(sam.accountID, [negotiation('9', odd)], 'poll');
    made.ingest.applyNegotiations(pat.accountID, [negotiation('9', odd)], 'poll');
    expect(await made.list('all')).toMatchObject([{ accountID: 'sam' }]);
  });
});
