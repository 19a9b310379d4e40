import { expect, describe, test } from 'vitest';
import { basic, http, openMarketplace } from './marketplace.ts';
import { openReceiver } from './receiver.ts';

describe('The legacy calls to the partner', () => {
  async function withPartner() {
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

  test('bring a lead, its message and its price, in the fields of the specification', async () => {
    const { market, partner, ask } = await withPartner();
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
      new Set([basic('market', 'p:w')]),
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

  test('do not repeat what the professional wrote', async () => {
    const { market, partner, ask } = await withPartner();
    const { negotiationID } = await ask();
    await partner.atLeast(1);
    const tokens = await market.connect();
    await market.call(tokens, 'POST', `/v4/negotiations/${negotiationID}/messages`, { text: 'Hi' });
    await market.control('POST', `/leads/${negotiationID}/messages`, { text: 'Hello?' });
    const [, message] = await partner.atLeast(2);
    expect(message?.body).toMatchObject({ message: { text: 'Hello?' } });
  });

  test('go to connected businesses only', async () => {
    const { market, partner, ask } = await withPartner();
    await ask({ businessID: market.ready.businesses[1]?.businessID });
    await ask();
    await partner.atLeast(1);
    await market.control('POST', '/tokens/revoke', {});
    await ask();
    const { data } = (await market.control('GET', '/deliveries')) as { data: unknown[] };
    expect(data).toHaveLength(1);
    expect(partner.received[0]?.body).toMatchObject({ business: { businessID: market.business } });
  });

  test('do not go out for a test client’s connection', async () => {
    const market = await openMarketplace();
    const { clientId, clientSecret, redirectUris } = market.ready.legacyTest;
    const to = market.locationOf(
      await http(market.legacyConnectURL({ client_id: clientId, redirect_uri: redirectUris[0] }), {
        form: { decision: 'allow', businessID: market.business },
      }),
    );
    const answer = await market.legacyToken(
      {
        grant_type: 'authorization_code',
        code: to.searchParams.get('code') ?? '',
        redirect_uri: redirectUris[0],
        token_type: 'AUTH_CODE',
      },
      basic(clientId, clientSecret),
    );
    expect(answer.status).toBe(200);
    await market.control('POST', '/partner', {
      baseUrl: 'http://127.0.0.1:1',
      username: 'a',
      password: 'b',
    });
    await market.control('POST', '/leads', { businessID: market.business });
    expect(await market.control('GET', '/deliveries')).toEqual({ data: [] });
  });
});
