/** Recorded deliveries are replayed: to another account, later, and after a removal. */
import { expect, it, vi } from 'vitest';
import type { AccountID, LeadID } from '../../../../contract/records.ts';
import { putWebhook } from '../../../../main/engine/marketplaces/pro-integration/v4/webhooks/rows.ts';
import {
  removeAccount,
  removeDeliveries,
  removeLeads,
} from '../../../../main/engine/accounts/removal.ts';
import { digest } from '../../../../main/engine/platform/http/credentials.ts';
import { event, message, negotiation } from '../support/records.ts';
import { deliveries, hook, testReceiver } from '../support/receiver.ts';
import { account, accountID, noon, putAccount } from '../support/store.ts';

const other = 'account-2' as AccountID;
const lead = event('NegotiationCreatedV4', negotiation('n1'));
const reply = event('MessageCreatedV4', message('m1', 'n1', 'Customer', 'Hello', noon));

/** A receiver with two accounts of different marketplaces and separate credentials. */
const openTwoAccounts = async () => {
  const bench = await testReceiver();
  const { store } = bench;
  const profile = { ...account.profile, baseUrl: 'https://other.example.com' };
  putAccount(store, { ...account, accountID: other, profile }, noon);
  putWebhook(
    store,
    hook({
      accountID: other,
      webhookID: 'w2',
      path: 'other-path',
      username: 'other',
      passwordDigest: digest('secret').toString('hex'),
    }),
  );
  const leads = (): readonly (readonly [string, LeadID])[] =>
    bench.view('all').map((row) => [row.accountID, row.leadID]);
  const sendOwn = async (body: string): Promise<number> => {
    const status = await bench.send(body);
    await vi.waitUntil(async () =>
      (await deliveries(store)).every(({ state }) => state === 'applied'),
    );
    return status;
  };
  return { ...bench, leads, sendOwn };
};

it.each([
  ['the other account’s address with own credentials', 'other-path', 'name:password'],
  ['its address with the other account’s credentials', 'secret-path', 'other:secret'],
  ['its address with the other account’s name', 'secret-path', 'other:password'],
  ['a mix of both addresses', 'other-path/../secret-path', 'other:secret'],
])('a delivery sent to %s is refused and not stored', async (_what, path, pair) => {
  const { send, store, leads } = await openTwoAccounts();
  expect(await send(lead, { path, pair })).toBe(401);
  expect([await deliveries(store), leads()]).toEqual([[], []]);
});

it('a delivery replayed by another account’s marketplace does not change the first account’s lead', async () => {
  const { send, store, sendOwn, leads, thread, view, news } = await openTwoAccounts();
  await sendOwn(lead);
  await sendOwn(reply);
  const before = view('all');
  const newsBefore = news.length;
  const forged = event('MessageCreatedV4', message('m9', 'n1', 'Business', 'Call 555', noon));
  for (const body of [lead, reply, forged])
    expect(await send(body, { path: 'other-path', pair: 'other:secret' })).toBe(204);
  await vi.waitUntil(async () =>
    (await deliveries(store)).every(({ state }) => state === 'applied'),
  );
  const [row] = view('all').filter((each) => each.accountID === accountID);
  expect(row).toEqual(before[0]);
  expect(row && thread(row).map(({ text }) => text)).toEqual(['Hello']);
  // For the other account it is a separate lead.
  expect(leads().filter(([of]) => of === other)).toHaveLength(1);
  expect(news.slice(newsBefore).every((each) => each.accountID === other)).toBe(true);
});

it('a delivery replayed days later in another envelope only increases its count', async () => {
  const { store, sendOwn, clock, view, thread, news } = await openTwoAccounts();
  await sendOwn(lead);
  await sendOwn(reply);
  const before = view('all');
  const newsBefore = news.length;
  clock.advance(3 * 86_400_000);
  const data = (body: string): unknown => (JSON.parse(body) as { data: unknown }).data;
  await sendOwn(event('NegotiationCreatedV4', data(lead), noon + 3 * 86_400_000));
  await sendOwn(event('MessageCreatedV4', data(reply), noon + 3 * 86_400_000));
  expect((await deliveries(store)).map(({ times }) => times)).toEqual([2, 2]);
  expect(news).toHaveLength(newsBefore);
  expect(view('all').map(({ leadID, isUnread }) => [leadID, isUnread])).toEqual(
    before.map(({ leadID, isUnread }) => [leadID, isUnread]),
  );
  expect(view('all').flatMap((row) => thread(row))).toHaveLength(1);
});

it('a delivery replayed after its account was removed is refused', async () => {
  const { send, store, sendOwn, leads } = await openTwoAccounts();
  await sendOwn(lead);
  while (removeLeads(store, accountID, 5) > 0);
  while (removeDeliveries(store, accountID, 5) > 0);
  removeAccount(store, accountID);
  expect(await send(lead)).toBe(404);
  expect(await send(lead, { path: 'other-path' })).toBe(401);
  expect([await deliveries(store), leads()]).toEqual([[], []]);
});
