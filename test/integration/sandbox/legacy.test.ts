import { describe, expect, test } from 'vitest';
import { createPartner, type LegacyPair } from './legacy-partner.ts';
import { sendRequest, openMarketplace } from './marketplace.ts';

describe('The legacy connection page', () => {
  test('offers the businesses in one form', async () => {
    const market = await openMarketplace();
    const page = await sendRequest(market.legacyConnectURL());
    expect(page.status).toBe(200);
    expect(page.text.match(/<form /g)).toHaveLength(1);
    expect(page.text).toContain('<select id="businessID" name="businessID">');
    expect([...page.text.matchAll(/<option value="(\d+)">/g)].map(([, id]) => id)).toEqual(
      market.ready.businesses.map(({ businessID }) => businessID),
    );
  });

  test('redirects to <redirect_uri>/? with code, scope and an optional state', async () => {
    const market = await openMarketplace();
    const form = { decision: 'allow', businessID: market.business };
    const answer = await sendRequest(market.legacyConnectURL({ state: 's' }), { form });
    expect(answer.status).toBe(302);
    expect(answer.headers['location']).toMatch(
      /^http:\/\/127\.0\.0\.1:47813\/callback\/\?code=[\w-]+&scope=messages&state=s$/,
    );
    const bare = market.locationOf(await sendRequest(market.legacyConnectURL(), { form }));
    expect([...bare.searchParams.keys()]).toEqual(['code', 'scope']);
  });

  test.each([
    [{ form: { decision: 'deny' } }, {}, 'access_denied'],
    [{}, { scope: 'everything' }, 'invalid_scope'],
    [{}, { response_type: 'token' }, 'unsupported_response_type'],
  ])('sends %j with %j back as %s', async (init, changes, error) => {
    const market = await openMarketplace();
    const answer = await sendRequest(market.legacyConnectURL(changes), init);
    expect(market.locationOf(answer).searchParams.get('error')).toBe(error);
  });

  test('redirects to the client’s address by default', async () => {
    const market = await openMarketplace();
    const form = { decision: 'allow', businessID: market.business };
    const to = market.locationOf(
      await sendRequest(market.legacyConnectURL({ redirect_uri: undefined }), { form }),
    );
    expect(to.origin + to.pathname).toBe(`${market.ready.legacy.redirectUris[0]}/`);
  });

  test('shows an invalid client, redirect address or business on the page', async () => {
    const market = await openMarketplace();
    const allow = { form: { decision: 'allow', businessID: market.business } };
    for (const answer of [
      await sendRequest(market.legacyConnectURL({ client_id: market.ready.v4.clientId }), allow),
      await sendRequest(market.legacyConnectURL({ redirect_uri: 'https://example.com/' }), allow),
      await sendRequest(market.legacyConnectURL(), {
        form: { decision: 'allow', businessID: '1' },
      }),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.headers['location']).toBeUndefined();
    }
  });
});

describe('The legacy token endpoint', () => {
  test('returns the four fields of the token response for a code and for a refresh token', async () => {
    const market = await openMarketplace();
    const partner = createPartner(market);
    const first = await partner.exchange(await partner.code());
    for (const answer of [first, await partner.refresh(first.json as LegacyPair)]) {
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({
        access_token: expect.any(String) as string,
        token_type: 'bearer',
        expires_in: 3600,
        refresh_token: expect.any(String) as string,
      });
    }
  });

  test('returns a new access token and a new refresh token for a refresh token', async () => {
    const market = await openMarketplace();
    const partner = createPartner(market);
    const first = await partner.connect();
    const second = (await partner.refresh(first)).json as LegacyPair;
    const all = [first, second].flatMap((pair) => [pair.access_token, pair.refresh_token]);
    expect(new Set(all).size).toBe(4);
    expect((await partner.fetchInfo(second)).status).toBe(200);
  });

  test('accepts a code once, within five minutes', async () => {
    const market = await openMarketplace();
    const partner = createPartner(market);
    const code = await partner.code();
    const late = await partner.code();
    await market.advance(290);
    expect((await partner.exchange(code)).status).toBe(200);
    expect((await partner.exchange(code)).json).toMatchObject({ error: 'INVALID_GRANT' });
    await market.advance(10);
    expect((await partner.exchange(late)).json).toMatchObject({ error: 'INVALID_GRANT' });
  });

  test('issues access tokens that expire after 3600 seconds', async () => {
    const market = await openMarketplace();
    const partner = createPartner(market);
    const pair = await partner.connect();
    await market.advance(3590);
    expect((await partner.fetchInfo(pair)).status).toBe(200);
    await market.advance(10);
    expect((await partner.fetchInfo(pair)).json).toMatchObject({ error: 'INVALID_TOKEN' });
  });

  test('accepts a refresh token for 720 hours', async () => {
    const market = await openMarketplace();
    const partner = createPartner(market);
    const first = await partner.connect();
    const unused = await partner.connect();
    await market.advance(720 * 3600 - 10);
    const second = await partner.refresh(first);
    expect(second.status).toBe(200);
    await market.advance(10);
    expect((await partner.refresh(unused)).json).toMatchObject({ error: 'INVALID_GRANT' });
    expect((await partner.refresh(second.json as LegacyPair)).status).toBe(200);
  });

  test('accepts a used refresh token for ten seconds, and keeps the grant after later reuse', async () => {
    const market = await openMarketplace();
    const partner = createPartner(market);
    const first = await partner.connect();
    const second = (await partner.refresh(first)).json as LegacyPair;
    await market.advance(9);
    const again = await partner.refresh(first);
    expect(again.status).toBe(200);
    await market.advance(2);
    expect((await partner.refresh(first)).json).toMatchObject({ error: 'INVALID_GRANT' });
    for (const pair of [second, again.json as LegacyPair])
      expect((await partner.refresh(pair)).status).toBe(200);
  });

  test('works the same for a test client', async () => {
    const market = await openMarketplace();
    const tester = createPartner(market, 'legacyTest');
    const pair = await tester.connect();
    expect((await tester.refresh(pair)).json).toMatchObject({ token_type: 'bearer' });
  });
});
