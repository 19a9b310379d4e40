import { request } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPartnerCommands } from '../../../../../../main/engine/marketplaces/pro-integration/legacy/commands.ts';
import {
  ensurePartnerEndpoint,
  findPartnerEndpoint,
} from '../../../../../../main/engine/marketplaces/pro-integration/legacy/partner-endpoints.ts';
import { fail, succeed, type Answer } from '../../../../../../contract/errors.ts';
import type { SharedWebhooks } from '../../../../../../main/engine/accounts/runtime.ts';
import { allEndpoints, findGeneration } from '../../../../../../main/engine/marketplaces/choose.ts';
import { settle } from '../../../conversation/outbox/bench.ts';
import { inertParts } from '../../../support/accounts.ts';
import { createProbes } from '../../../../../../main/engine/receiver/probes.ts';
import { createReceiver } from '../../../../../../main/engine/receiver/receiver.ts';
import { systemRandom } from '../../../../../../main/engine/platform/random.ts';
import type { AccountID } from '../../../../../../contract/records.ts';
import { legacyIngest } from '../../../support/ingest.ts';
import { lead, message, update } from '../../../support/legacy-records.ts';
import { serveHere } from '../../../support/serve.ts';
import { account, accountID, noon, putAccount, testLog } from '../../../support/store.ts';

type Call = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly pair?: string;
  readonly type?: string;
  readonly base?: string;
};

/** A receiver with the endpoints of one legacy account, and a way to call them. */
const testPartner = async () => {
  const bench = legacyIngest();
  const { store, clock } = bench;
  const log = testLog();
  let isFull = false;
  const receiver = createReceiver({
    ...bench,
    endpoints: allEndpoints,
    log,
    ingest: {
      ...bench.ingest,
      record: (batch) => {
        if (isFull) throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
        bench.ingest.record(batch);
      },
    },
    publish: (change) => void bench.changes.push(change),
    openServer: serveHere(clock),
    probes: createProbes(systemRandom),
  });
  const started = await receiver.start();
  if (!started.ok) throw new Error(started.error.message);
  onTestFinished(() => receiver.stop());
  ensurePartnerEndpoint({ store, random: systemRandom }, accountID);
  const reach = {
    findBase: receiver.getAddress,
    isReachable: () => true,
    findSharedWebhooks: () => null,
  };
  const commands = createPartnerCommands({
    store,
    accountID,
    clock,
    random: systemRandom,
    reach,
    publish: (change) => void bench.changes.push(change),
  });
  const endpoints = async () => {
    const answer = await commands['legacy.endpoints']({ accountID });
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.value;
  };
  const renew = async () => {
    const answer = await commands['legacy.renew']({ accountID });
    if (!answer.ok) throw new Error(answer.error.message);
    return `${answer.value.username}:${answer.value.password}`;
  };
  const pair = await renew();
  const { address } = await endpoints();
  const send = async (path: string, body: unknown, call: Call = {}): Promise<number> => {
    const method = call.method ?? 'POST';
    const answer = await request(`${call.base ?? address}${path}`, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(call.pair ?? pair).toString('base64')}`,
        'content-type': call.type ?? 'application/json',
      },
      ...(method === 'GET' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    await answer.body.dump();
    return answer.statusCode;
  };
  const deliveries = () => store.db.prepare('SELECT event_type, body, state FROM deliveries').all();
  return {
    ...bench,
    endpoints,
    renew,
    pair,
    address: address ?? '',
    send,
    deliveries,
    logged: log.lines,
    fill: () => (isFull = true),
  };
};

describe('the partner endpoints', () => {
  it('accept a lead, a message, and a price, each stored as received', async () => {
    const partner = await testPartner();
    const body = JSON.stringify(lead('n1'), null, 2);
    expect(await partner.send('/v1/lead', body)).toBe(200);
    expect(await partner.send('/v1/message', message('m1', 'n1', 'Hi', noon))).toBe(200);
    expect(await partner.send('/v1/lead/update', update('n1'), { method: 'PUT' })).toBe(200);
    expect(partner.deliveries()).toMatchObject([
      { event_type: 'Lead', body, state: 'applied' },
      { event_type: 'Message', state: 'applied' },
      { event_type: 'LeadUpdate', state: 'applied' },
    ]);
    expect(partner.lead()).toMatchObject({
      customerName: 'Ada Byron',
      price: { text: '$25.00' },
      lastMessage: { text: 'Hi' },
    });
    expect((await partner.endpoints()).lastCallAt).toBe(partner.clock.now());
  });

  it.each([
    ['a review', { reviewID: 'r1', leadID: 'n1', rating: 5, reviewText: 'Great' }],
    ['a review without known fields', { stars: '5' }],
    ['a review that is not an object', ['five stars']],
  ])('accept %s and store it as received', async (_what, review) => {
    const partner = await testPartner();
    expect(await partner.send('/v1/review', review)).toBe(200);
    expect(partner.deliveries()).toEqual([
      { event_type: 'Review', body: JSON.stringify(review), state: 'applied' },
    ]);
    expect([partner.view('all'), partner.news]).toEqual([[], []]);
    expect(await partner.send('/v1/review', review, { method: 'PUT' })).toBe(405);
    expect(await partner.send('/v1/review', review, { pair: 'a:b' })).toBe(401);
  });

  it('answer 202 to a message of an unknown lead and 200 once the lead is known', async () => {
    const partner = await testPartner();
    expect(await partner.send('/v1/message', message('m1', 'n1', 'Hi', noon))).toBe(202);
    expect(partner.lead()).toMatchObject({ isIncomplete: true, lastMessage: { text: 'Hi' } });
    await partner.send('/v1/lead', lead('n1'));
    expect(partner.lead()).toMatchObject({ isIncomplete: false, lastMessage: { text: 'Hi' } });
    expect(await partner.send('/v1/message', message('m2', 'n1', 'There?', noon))).toBe(200);
  });

  it('accept and store what is not understood', async () => {
    const partner = await testPartner();
    expect(await partner.send('/v1/lead', { title: 'Nameless' })).toBe(200);
    expect(partner.deliveries()).toMatchObject([{ state: 'not_understood' }]);
  });

  it('reject a call with a wrong address or wrong credentials and store nothing', async () => {
    const partner = await testPartner();
    const body = lead('n1');
    const [username] = partner.pair.split(':');
    expect(await partner.send('/v1/lead', body, { pair: `${username}:wrong` })).toBe(401);
    expect(await partner.send('/v1/lead', body, { pair: 'x:y' })).toBe(401);
    const elsewhere = partner.address.replace(/[^/]+$/, 'elsewhere');
    expect(await partner.send('/v1/lead', body, { base: elsewhere })).toBe(404);
    expect(await partner.send('/v2/lead', body)).toBe(404);
    expect(partner.deliveries()).toEqual([]);
  });

  it('reject other methods, other content types, oversized bodies, and invalid JSON', async () => {
    const partner = await testPartner();
    expect(await partner.send('/v1/lead', lead('n1'), { method: 'PUT' })).toBe(405);
    expect(await partner.send('/v1/lead/update', update('n1'), { method: 'POST' })).toBe(405);
    expect(await partner.send('/v1/lead', lead('n1'), { type: 'text/plain' })).toBe(415);
    expect(await partner.send('/v1/lead', `"${'x'.repeat(256 * 1024)}"`)).toBe(413);
    expect(await partner.send('/v1/lead', '{')).toBe(400);
    expect(partner.deliveries()).toEqual([]);
  });

  it('answer 503 when a call cannot be stored, so that the service may retry', async () => {
    const partner = await testPartner();
    partner.fill();
    expect(await partner.send('/v1/lead', lead('n1'))).toBe(503);
  });

  it('accept only the newest password, of which only a digest is stored', async () => {
    const partner = await testPartner();
    const renewed = await partner.renew();
    expect(await partner.send('/v1/lead', lead('n1'))).toBe(401);
    expect(await partner.send('/v1/lead', lead('n1'), { pair: renewed })).toBe(200);
    const [, password = ''] = renewed.split(':');
    const kept = JSON.stringify([
      partner.store.db.prepare('SELECT * FROM partner_endpoints').all(),
      partner.logged,
    ]);
    expect(kept).not.toContain(password);
    expect(await partner.endpoints()).toMatchObject({ passwordSince: partner.clock.now() });
  });

  it('of an account stay the same when it is attached again', async () => {
    const partner = await testPartner();
    ensurePartnerEndpoint({ store: partner.store, random: systemRandom }, accountID);
    expect(await partner.endpoints()).toMatchObject({ address: partner.address });
    expect(await partner.send('/v1/lead', lead('n1'))).toBe(200);
  });
});

describe('a call to the one address that the operator has', () => {
  const second = 'account-2' as AccountID;

  /** Two businesses of one partner, each an account; the operator knows the address of the first. */
  const testBusinesses = async () => {
    const partner = await testPartner();
    const profile = { ...account.profile, interface: 'legacy' as const };
    for (const [id, userID] of [
      [accountID, 'b1'],
      [second, 'b2'],
    ] as const) {
      putAccount(partner.store, { ...account, profile, accountID: id, userID }, noon);
      ensurePartnerEndpoint({ store: partner.store, random: systemRandom }, id);
    }
    const owners = () =>
      Object.fromEntries(partner.view('all').map((row) => [row.businessName, row.accountID]));
    return { ...partner, owners };
  };
  const ofSecond = { business: { businessID: 'b2', name: 'Best Cleaning' } };

  it('goes to the account of the business that it names', async () => {
    const { send, owners, view, store } = await testBusinesses();
    await send('/v1/lead', lead('n1'));
    await send('/v1/lead', lead('n2', ofSecond));
    expect(owners()).toEqual({ 'Ace Cleaning': accountID, 'Best Cleaning': second });
    const hello = { ...message('m1', 'n2', 'Hi', noon), businessID: 'b2' };
    expect(await send('/v1/message', hello)).toBe(200);
    expect(await send('/v1/lead/update', update('n2'), { method: 'PUT' })).toBe(200);
    expect(view('all').find((row) => row.accountID === second)).toMatchObject({
      lastMessage: { text: 'Hi' },
      price: { text: '$25.00' },
    });
    expect(findPartnerEndpoint(store, second)?.lastCallAt).toBe(noon);
  });

  it('proves that the operator has the password of each account that it is for', async () => {
    const partner = await testBusinesses();
    const { inbound } = findGeneration('legacy').open(
      { ...account, accountID: second, connected: false },
      { ...partner, ...inertParts, random: systemRandom, log: testLog(), publish: () => undefined },
    );
    expect(inbound.lacksPassword()).toBe(true);
    await partner.send('/v1/lead', lead('n2', ofSecond));
    expect(inbound.lacksPassword()).toBe(false);
  });

  it('may bring the price before the lead that names its business', async () => {
    const { send, view, store } = await testBusinesses();
    await send('/v1/lead/update', update('n2'), { method: 'PUT' });
    await send('/v1/lead', lead('n2', ofSecond));
    expect(view('all')).toMatchObject([{ accountID: second, price: { text: '$25.00' } }]);
    await send('/v1/lead/update', { leadID: 'n2', chargeState: 'Refunded' }, { method: 'PUT' });
    const charges = store.db.prepare('SELECT price_text, charge_state FROM leads').raw().all();
    expect(charges).toEqual([['$25.00', 'Refunded']]);
  });

  it('goes to the called account when no account has its business', async () => {
    const { send, owners } = await testBusinesses();
    await send('/v1/lead', lead('n3', { business: { businessID: 'b9', name: 'New Cleaning' } }));
    expect(owners()).toEqual({ 'New Cleaning': accountID });
  });

  it('never goes to an account of another service', async () => {
    const { send, owners, store } = await testBusinesses();
    const profile = {
      ...account.profile,
      interface: 'legacy' as const,
      baseUrl: 'https://other.example.com',
    };
    putAccount(store, { ...account, profile, accountID: second, userID: 'b2' }, noon);
    await send('/v1/lead', lead('n2', ofSecond));
    expect(owners()).toEqual({ 'Best Cleaning': accountID });
  });
});

describe('the hub of a team', () => {
  /** A legacy account of a team, whose hub answers one request after another. */
  const testShared = (
    whenRegistrable: () => Promise<unknown> = () => Promise.resolve(),
    ...answers: Answer<unknown>[]
  ) => {
    const bench = legacyIngest();
    const asked: string[] = [];
    const answerTo = async (name: string): Promise<Answer<unknown>> => {
      asked.push(name);
      return answers.shift() ?? succeed(null);
    };
    const shared: SharedWebhooks = {
      getAddressee: () => ({ path: 'p', username: 'u', password: 'p', passwordDigest: '' }),
      mayRepair: () => true,
      announce: () => answerTo('announce'),
      forget: () => answerTo('forget'),
    };
    const { inbound } = findGeneration('legacy').open(account, {
      ...{ ...bench, ...inertParts, random: systemRandom, log: testLog(), whenRegistrable },
      publish: () => undefined,
      reach: { ...inertParts.reach, findSharedWebhooks: () => shared },
    });
    return { ...bench, inbound, asked };
  };

  it('rejects the calls of an account that is disconnected', async () => {
    const { inbound, asked } = testShared();
    expect(await inbound.removeAll()).toEqual(succeed({ removed: 0 }));
    expect(asked).toEqual(['forget']);
  });

  it('rejects them even if it was about to hear of the account', async () => {
    const { promise: registrable, resolve } = Promise.withResolvers<void>();
    const { inbound, asked } = testShared(() => registrable);
    const ensured = inbound.ensure();
    const removed = inbound.removeAll();
    resolve();
    await Promise.all([ensured, removed]);
    expect(asked).toEqual(['forget']);
  });

  it('hears of an account again if it did not answer', async () => {
    const { inbound, asked, clock } = testShared(
      undefined,
      fail('offline', ''),
      fail('timeout', ''),
    );
    await inbound.ensure();
    expect(asked).toHaveLength(1);
    for (const times of [2, 3, 3]) {
      clock.advance(10 * 60_000);
      await settle();
      expect(asked).toHaveLength(times);
    }
    await inbound.stop();
  });
});
