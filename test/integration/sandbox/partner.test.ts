import { expect, describe, test } from 'vitest';
import { createLead, createPartner } from './legacy-partner.ts';
import { formatBasic, openMarketplace, type Marketplace } from './marketplace.ts';
import { openReceiver } from './receiver.ts';

describe('The legacy calls to the partner', () => {
  async function openPartner() {
    const market = await openMarketplace();
    const partner = await openReceiver();
    await market.control('POST', '/partner', {
      baseUrl: `${partner.url}/marketplace`,
      username: 'market',
      password: 'p:w',
    });
    await market.legacyConnect(market.business);
    const ask = async (body: object = {}) =>
      (await market.control('POST', '/leads', {
        businessID: market.business,
        ...body,
      })) as { negotiationID: string };
    return { market, partner, ask };
  }

  test('send a lead, its message and its price with the fields of the specification', async () => {
    const { market, partner, ask } = await openPartner();
    const { negotiationID } = await ask({
      customer: { firstName: 'Ada', lastName: 'Byron', phone: '5125550100' },
    });
    await partner.atLeast(1);
    await market.control('POST', `/leads/${negotiationID}/messages`, { text: 'Hello?' });
    await partner.atLeast(2);
    await market.control('POST', `/leads/${negotiationID}/price`, { leadPrice: '$25.00' });
    const received = await partner.atLeast(3);
    expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /marketplace/v1/lead',
      'POST /marketplace/v1/message',
      'PUT /marketplace/v1/lead/update',
    ]);
    expect(new Set(received.map(({ headers }) => headers['authorization']))).toEqual(
      new Set([formatBasic('market', 'p:w')]),
    );
    const text = expect.stringMatching(/./) as string;
    const [lead, message, update] = received.map(({ body }) => body as Record<string, unknown>);
    expect({ price: '', ...lead }).toEqual({
      price: expect.any(String) as string,
      leadID: negotiationID,
      createTimestamp: expect.stringMatching(/^\d{10}$/) as string,
      request: {
        requestID: text,
        category: text,
        title: text,
        description: text,
        schedule: expect.stringMatching(/^.+\n.+\n\d+ hours?$/) as string,
        location: {
          city: text,
          state: expect.stringMatching(/^[A-Z]{2}$/) as string,
          zipCode: expect.stringMatching(/^\d{5}$/) as string,
        },
        travelPreferences: text,
        details: expect.arrayContaining([{ question: text, answer: text }]) as unknown,
      },
      customer: { customerID: text, name: 'Ada Byron', phone: '5125550100' },
      business: { businessID: market.business, name: market.ready.businesses[0]?.name },
      leadType: expect.stringMatching(/^[A-Z_]+$/) as string,
      leadPrice: null,
      chargeState: null,
    });
    expect(message).toEqual({
      leadID: negotiationID,
      customerID: text,
      businessID: market.business,
      message: {
        messageID: text,
        createTimestamp: expect.stringMatching(/^\d{10}$/) as string,
        text: 'Hello?',
      },
    });
    expect(update).toEqual({
      leadID: negotiationID,
      leadPrice: '$25.00',
      chargeState: 'Charged',
    });
  });

  test('exclude the professional’s own messages', async () => {
    const { market, partner, ask } = await openPartner();
    const { negotiationID } = await ask();
    await partner.atLeast(1);
    const tokens = await market.connect();
    await market.call(tokens, 'POST', `/v4/negotiations/${negotiationID}/messages`, { text: 'Hi' });
    await market.control('POST', `/leads/${negotiationID}/messages`, { text: 'Hello?' });
    const [, message] = await partner.atLeast(2);
    expect(message?.body).toMatchObject({ message: { text: 'Hello?' } });
  });

  test('are for connected businesses only', async () => {
    const { market, partner, ask } = await openPartner();
    await ask({ businessID: market.ready.businesses[1]?.businessID });
    await ask();
    await partner.atLeast(1);
    await market.control('POST', '/tokens/revoke', {});
    await ask();
    const { data } = (await market.control('GET', '/deliveries')) as { data: unknown[] };
    expect(data).toHaveLength(1);
    expect(partner.received[0]?.body).toMatchObject({ business: { businessID: market.business } });
  });

  test('are not sent for a test client’s or a v4 connection', async () => {
    const market = await openMarketplace();
    await market.connect();
    await createPartner(market, 'legacyTest').connect();
    await market.control('POST', '/partner', {
      baseUrl: 'http://127.0.0.1:1',
      username: 'a',
      password: 'b',
    });
    await createLead(market);
    expect(await market.control('GET', '/deliveries')).toEqual({ data: [] });
  });

  test('end when the business is disconnected, including retries', async () => {
    const { market, partner, ask } = await openPartner();
    await market.control('POST', '/deliveries/policy', { retry: true });
    partner.answerWith(500);
    await ask();
    await waitForDelivery(market, { status: 500, attempts: 1 });
    await createPartner(market).disconnect(market.business);
    await market.advance(3600);
    await ask();
    expect(await market.control('GET', '/deliveries')).toMatchObject({ data: [{ attempts: 1 }] });
    expect(partner.received).toHaveLength(1);
  });

  test.each([
    ['of a lead', 'Lead', 200],
    ['of a message', 'Message', 200],
    ['of a message whose lead the partner has not seen', 'Message', 202],
    ['of a price', 'LeadUpdate', 200],
  ])('%s are retried until the partner accepts them (%s, %i)', async (_what, eventType, taken) => {
    const { market, partner, ask } = await openPartner();
    const { negotiationID } = await ask();
    await partner.atLeast(1);
    await waitForDelivery(market, { eventType: 'Lead', status: 200 });
    await market.control('POST', '/deliveries/policy', { retry: true });
    partner.answerWith(500, 404, taken);
    if (eventType === 'Lead') await ask();
    if (eventType === 'Message')
      await market.control('POST', `/leads/${negotiationID}/messages`, { text: 'Hello?' });
    if (eventType === 'LeadUpdate')
      await market.control('POST', `/leads/${negotiationID}/price`, { leadPrice: '$25.00' });
    await partner.atLeast(2);
    await market.advance(1);
    await partner.atLeast(3);
    await market.advance(2);
    await waitForDelivery(market, { eventType, status: taken, attempts: 3 });
    await market.advance(3600);
    expect(partner.received).toHaveLength(4);
    const [, ...tries] = partner.received.map(({ body }) => body);
    expect(tries).toEqual([tries[0], tries[0], tries[0]]);
  });

  test('include messages of leads older than the connection, and accept 202', async () => {
    const market = await openMarketplace({ listNegotiations: true });
    const partner = await openReceiver();
    await market.control('POST', '/partner', {
      baseUrl: partner.url,
      username: 'a',
      password: 'b',
    });
    await market.control('POST', '/deliveries/policy', { retry: true });
    const leads = await market.call(
      await market.connect(),
      'GET',
      `/v4/businesses/${market.business}/negotiations?limit=1`,
    );
    const leadID = (leads.json as { data: { negotiationID: string }[] }).data[0]?.negotiationID;
    await createPartner(market).connect();
    partner.answerWith(202);
    await market.control('POST', `/leads/${leadID}/messages`, { text: 'Still there?' });
    await waitForDelivery(market, { eventType: 'Message', status: 202, attempts: 1 });
    await market.advance(3600);
    expect(partner.received.map(({ path, body }) => ({ path, body }))).toMatchObject([
      { path: '/v1/message', body: { leadID, message: { text: 'Still there?' } } },
    ]);
  });

  test.each([
    ['tell the phone to a partner that nothing is said of', undefined, '5125550100'],
    ['tell the phone to a partner confirmed as ready for it', true, '5125550100'],
    ['keep the phone from a partner not confirmed as ready for it', false, undefined],
  ])('%s', async (_what, phoneReady, phone) => {
    const { market, partner, ask } = await openPartner();
    const address = { baseUrl: partner.url, username: 'market', password: 'p:w', phoneReady };
    await market.control('POST', '/partner', address);
    await ask({ customer: { phone: '5125550100' } });
    const [lead] = await partner.atLeast(1);
    expect((lead?.body as { customer: { phone?: string } }).customer.phone).toBe(phone);
  });

  test('omit a missing description', async () => {
    const { partner, ask } = await openPartner();
    await ask({ description: '' });
    const [lead] = await partner.atLeast(1);
    expect((lead?.body as { request: object }).request).not.toHaveProperty('description');
  });

  test('send a lead with a known price as charged', async () => {
    const { market, partner, ask } = await openPartner();
    await market.control('POST', '/deliveries/policy', { messageFirst: true });
    const { negotiationID } = await ask();
    await market.control('POST', `/leads/${negotiationID}/price`, { leadPrice: '$31.00' });
    await market.advance(2);
    const received = await partner.atLeast(2);
    expect(received.find(({ path }) => path.endsWith('/v1/lead'))?.body).toMatchObject({
      leadID: negotiationID,
      leadPrice: '$31.00',
      chargeState: 'Charged',
    });
  });
});

/** Waits for a matching delivery. */
async function waitForDelivery(market: Marketplace, expected: Readonly<Record<string, unknown>>) {
  for (;;) {
    const { data } = (await market.control('GET', '/deliveries')) as {
      data: Readonly<Record<string, unknown>>[];
    };
    const isSo = (delivery: Readonly<Record<string, unknown>>) =>
      Object.entries(expected).every(([name, value]) => delivery[name] === value);
    if (data.some(isSo)) return;
  }
}
