import { describe, expect, test } from 'vitest';
import { basic, http, openMarketplace, type Marketplace, type TestLead } from './marketplace.ts';
import { openReceiver } from './receiver.ts';

interface LegacyPair {
  readonly access_token: string;
  readonly refresh_token: string;
}

describe('The legacy connection page', () => {
  test('offers the businesses in one form', async () => {
    const market = await openMarketplace();
    const page = await http(market.legacyConnectURL());
    expect(page.status).toBe(200);
    expect(page.text.match(/<form /g)).toHaveLength(1);
    expect(page.text).toContain('<select id="businessID" name="businessID">');
    expect([...page.text.matchAll(/<option value="(\d+)">/g)].map(([, id]) => id)).toEqual(
      market.ready.businesses.map(({ businessID }) => businessID),
    );
  });

  test('sends back to <redirect_uri>/? with code, scope and the state if there was one', async () => {
    const market = await openMarketplace();
    const form = { decision: 'allow', businessID: market.business };
    const answer = await http(market.legacyConnectURL({ state: 's' }), { form });
    expect(answer.status).toBe(302);
    expect(answer.headers['location']).toMatch(
      /^http:\/\/127\.0\.0\.1:47813\/callback\/\?code=[\w-]+&scope=messages&state=s$/,
    );
    const bare = market.locationOf(await http(market.legacyConnectURL(), { form }));
    expect([...bare.searchParams.keys()]).toEqual(['code', 'scope']);
  });

  test.each([
    [{ form: { decision: 'deny' } }, {}, 'access_denied'],
    [{}, { scope: 'everything' }, 'invalid_scope'],
    [{}, { response_type: 'token' }, 'unsupported_response_type'],
  ])('sends %j with %j back as %s', async (init, changes, error) => {
    const market = await openMarketplace();
    const answer = await http(market.legacyConnectURL(changes), init);
    expect(market.locationOf(answer).searchParams.get('error')).toBe(error);
  });

  test('refuses a bad client, redirect address or business on the page', async () => {
    const market = await openMarketplace();
    const allow = { form: { decision: 'allow', businessID: market.business } };
    for (const answer of [
      await http(market.legacyConnectURL({ client_id: market.ready.v4.clientId }), allow),
      await http(market.legacyConnectURL({ redirect_uri: 'https://example.com/' }), allow),
      await http(market.legacyConnectURL(), { form: { decision: 'allow', businessID: '1' } }),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.headers['location']).toBeUndefined();
    }
  });
});

describe('The legacy token endpoint', () => {
  const refresh = (market: Marketplace, refreshToken: string) =>
    market.legacyToken({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      token_type: 'REFRESH',
    });
  const codeOf = async (market: Marketplace) =>
    market
      .locationOf(
        await http(market.legacyConnectURL(), {
          form: { decision: 'allow', businessID: market.business },
        }),
      )
      .searchParams.get('code') ?? '';
  const exchange = (market: Marketplace, code: string, redirect?: string) =>
    market.legacyToken({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirect ?? market.ready.legacy.redirectUris[0],
      token_type: 'AUTH_CODE',
    });

  test('gives the four fields of the token response', async () => {
    const market = await openMarketplace();
    const answer = await exchange(market, await codeOf(market));
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      access_token: expect.any(String) as string,
      token_type: 'bearer',
      expires_in: 3600,
      refresh_token: expect.any(String) as string,
    });
  });

  test.each([
    [{}, 'INVALID_REQUEST'],
    [{ grant_type: 'password' }, 'UNSUPPORTED_GRANT_TYPE'],
    [{ grant_type: 'authorization_code', code: 'x', redirect_uri: 'y' }, 'INVALID_REQUEST'],
    [{ grant_type: 'authorization_code', token_type: 'REFRESH' }, 'INVALID_REQUEST'],
    [{ grant_type: 'authorization_code', token_type: 'AUTH_CODE', code: 'x' }, 'INVALID_REQUEST'],
    [
      {
        grant_type: 'authorization_code',
        token_type: 'AUTH_CODE',
        code: 'x',
        redirect_uri: 'y',
      },
      'INVALID_GRANT',
    ],
    [{ grant_type: 'refresh_token', token_type: 'REFRESH' }, 'INVALID_REQUEST'],
    [{ grant_type: 'refresh_token', token_type: 'REFRESH', refresh_token: 'x' }, 'INVALID_GRANT'],
  ])('answers %j with 400 %s', async (parameters, error) => {
    const market = await openMarketplace();
    const answer = await market.legacyToken(parameters);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ error });
  });

  test('refuses wrong and v4 credentials with 400 INVALID_CLIENT', async () => {
    const market = await openMarketplace();
    const { v4, legacy } = market.ready;
    for (const credentials of [
      basic(legacy.clientId, 'wrong'),
      basic(v4.clientId, v4.clientSecret),
    ]) {
      const answer = await market.legacyToken({ grant_type: 'refresh_token' }, credentials);
      expect(answer.status).toBe(400);
      expect(answer.json).toMatchObject({ error: 'INVALID_CLIENT' });
    }
  });

  test('takes a code once, within five minutes, for its redirect address', async () => {
    const market = await openMarketplace();
    const used = await codeOf(market);
    expect((await exchange(market, used)).status).toBe(200);
    expect((await exchange(market, used)).json).toMatchObject({ error: 'INVALID_GRANT' });
    const wrongAddress = await exchange(market, await codeOf(market), 'http://127.0.0.1:1/');
    expect(wrongAddress.json).toMatchObject({ error: 'INVALID_GRANT' });
    const late = await codeOf(market);
    await market.advance(301);
    expect((await exchange(market, late)).json).toMatchObject({ error: 'INVALID_GRANT' });
  });

  test('takes a refresh token for 720 hours, and again within ten seconds', async () => {
    const market = await openMarketplace();
    const first = (await market.legacyConnect(market.business)).json as LegacyPair;
    await market.advance(719 * 3600);
    const second = (await refresh(market, first.refresh_token)).json as LegacyPair;
    await market.advance(9);
    expect((await refresh(market, first.refresh_token)).status).toBe(200);
    await market.advance(2);
    expect((await refresh(market, first.refresh_token)).json).toMatchObject({
      error: 'INVALID_GRANT',
    });
    // The legacy chain lives on.
    const third = (await refresh(market, second.refresh_token)).json as LegacyPair;
    await market.advance(721 * 3600);
    expect((await refresh(market, third.refresh_token)).json).toMatchObject({
      error: 'INVALID_GRANT',
    });
  });

  test('forgets codes and tokens when the business is disconnected', async () => {
    const market = await openMarketplace();
    const pair = (await market.legacyConnect(market.business)).json as LegacyPair;
    const code = await codeOf(market);
    const { clientId, clientSecret } = market.ready.legacy;
    const disconnect = (businessID?: string, secret = clientSecret) =>
      http(
        `${market.ready.baseUrl}/v2/disconnect-partner${businessID ? `?business_pk=${businessID}` : ''}`,
        { method: 'POST', headers: { authorization: basic(clientId, secret) } },
      );
    expect((await disconnect(market.business, 'wrong')).json).toMatchObject({
      error: 'INVALID_CLIENT',
    });
    expect((await disconnect()).json).toMatchObject({ error: 'INVALID_REQUEST' });
    expect((await disconnect('1')).status).toBe(404);
    expect((await refresh(market, pair.refresh_token)).status).toBe(200);
    const answer = await disconnect(market.business);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ business_pk: market.business, client_id: clientId });
    expect((await refresh(market, pair.refresh_token)).status).toBe(400);
    expect((await exchange(market, code)).json).toMatchObject({ error: 'INVALID_GRANT' });
    expect((await market.legacyConnect(market.business)).status).toBe(200);
  });
});

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

describe('Staging', () => {
  test('creates a dummy business and a lead for it, both within reach of any token there', async () => {
    const market = await openMarketplace();
    const tokens = await market.connect();
    const answer = await market.createTestLead();
    const text = expect.any(String) as string;
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      leadID: expect.stringMatching(/^\d{18}$/) as string,
      createTimestamp: expect.stringMatching(/^\d{10}$/) as string,
      price: text,
      request: {
        requestID: text,
        category: text,
        title: text,
        description: text,
        schedule: text,
        location: { city: text, state: text, zipCode: text },
        travelPreferences: text,
      },
      customer: { customerID: text, name: text },
      business: { businessID: text, name: text },
    });
    const { leadID, business } = answer.json as TestLead;
    const lead = await market.call(tokens, 'GET', `/staging/api/v4/negotiations/${leadID}`);
    expect(lead.json).toMatchObject({ negotiationID: leadID, business });
    const path = `/staging/v4/negotiations/${leadID}/messages`;
    expect((await market.call(tokens, 'POST', path, { text: 'Hi' })).status).toBe(200);
    const hooks = `/staging/v4/businesses/${business.businessID}/webhooks`;
    expect((await market.call(tokens, 'GET', hooks)).status).toBe(200);
  });

  test('creates the lead for a business that is named', async () => {
    const market = await openMarketplace();
    const answer = await market.createTestLead({ businessID: market.business });
    expect((answer.json as TestLead).business.businessID).toBe(market.business);
    expect((await market.createTestLead({ businessID: '1' })).status).toBe(404);
    expect((await market.createTestLead({ businessID: 1 })).status).toBe(400);
  });

  test('is closed without its credentials', async () => {
    const market = await openMarketplace();
    expect((await market.createTestLead({}, basic('staging', 'wrong'))).status).toBe(401);
  });
});
