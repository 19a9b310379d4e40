import { describe, expect, test } from 'vitest';
import { basic, http, openMarketplace, type Marketplace } from './marketplace.ts';

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
