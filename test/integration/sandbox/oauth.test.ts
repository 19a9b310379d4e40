import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { formatBasic, sendRequest, openMarketplace } from './marketplace.ts';

const verifier = 'a-verifier-of-at-least-forty-three-characters-in-all';
const challenge = createHash('sha256').update(verifier).digest('base64url');

describe('The v4 consent page', () => {
  test('shows a form with two decisions, which can redirect to the app only', async () => {
    const market = await openMarketplace();
    const page = await sendRequest(market.consentURL());
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.text.match(/<form /g)).toHaveLength(1);
    expect(page.text).toContain('name="decision" value="allow"');
    expect(page.text).toContain('name="decision" value="deny"');
    expect(page.headers['content-security-policy']).toContain(
      "form-action 'self' http://127.0.0.1:47813;",
    );
  });

  test('redirects with code, scope and state after consent', async () => {
    const market = await openMarketplace();
    const to = await market.consent({ scope: 'offline_access supply::users.read' });
    expect(to.origin + to.pathname).toBe(market.redirectURI);
    expect(Object.fromEntries(to.searchParams)).toEqual({
      code: expect.stringMatching(/.{20}/) as string,
      scope: 'offline_access supply::users.read',
      state: 'state-of-the-attempt',
    });
  });

  test('redirects with access_denied and the state after a denial', async () => {
    const market = await openMarketplace();
    const answer = await sendRequest(market.consentURL(), { form: { decision: 'deny' } });
    expect(answer.status).toBe(302);
    expect(Object.fromEntries(market.locationOf(answer).searchParams)).toEqual({
      error: 'access_denied',
      state: 'state-of-the-attempt',
    });
  });

  test.each([
    ['an unknown client', { client_id: 'nobody' }],
    ['no client', { client_id: undefined }],
    ['a foreign redirect address', { redirect_uri: 'http://127.0.0.1:47813/elsewhere' }],
    ['no redirect address', { redirect_uri: undefined }],
  ])('shows %s on the page without a redirect', async (_what, changes) => {
    const market = await openMarketplace();
    for (const answer of [
      await sendRequest(market.consentURL(changes)),
      await sendRequest(market.consentURL(changes), { form: { decision: 'allow' } }),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.headers['location']).toBeUndefined();
      expect(answer.headers['content-type']).toContain('text/html');
    }
  });

  test.each([
    ['an unknown scope', { scope: 'supply::everything' }, 'invalid_scope'],
    ['no scope', { scope: undefined }, 'invalid_scope'],
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['a short state', { state: '1234567' }, 'invalid_request'],
    ['no state', { state: undefined }, 'invalid_request'],
    ['no audience', { audience: undefined }, 'invalid_request'],
    ['another audience', { audience: 'urn:other' }, 'invalid_request'],
    [
      'a plain PKCE challenge',
      { code_challenge: challenge, code_challenge_method: 'plain' },
      'invalid_request',
    ],
  ])('redirects %s with an error', async (_what, changes, error) => {
    const market = await openMarketplace();
    const answer = await sendRequest(market.consentURL(changes));
    expect(answer.status).toBe(302);
    expect(market.locationOf(answer).searchParams.get('error')).toBe(error);
  });

  test('reuses the earlier consent with prompt=login, without new scopes', async () => {
    const market = await openMarketplace();
    await market.connect({ scope: 'supply::users.read' });
    const both = 'supply::users.read supply::businesses.list';
    expect((await market.connect({ scope: both, prompt: 'login' })).scope).toBe(
      'supply::users.read',
    );
    expect((await market.connect({ scope: both, prompt: 'consent' })).scope).toBe(both);
  });
});

describe('The v4 token endpoint', () => {
  test('issues tokens for a code', async () => {
    const market = await openMarketplace();
    const to = await market.consent();
    const answer = await market.exchange(to.searchParams.get('code') ?? '');
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json).toEqual({
      access_token: expect.any(String) as string,
      token_type: 'bearer',
      expires_in: 3600,
      scope: market.ready.v4.scopes.join(' '),
      refresh_token: expect.any(String) as string,
    });
  });

  test('issues no refresh token without offline_access', async () => {
    const market = await openMarketplace();
    expect(await market.connect({ scope: 'supply::users.read' })).not.toHaveProperty(
      'refresh_token',
    );
  });

  test('accepts HTTP Basic only, and rejects credentials in the body', async () => {
    const market = await openMarketplace();
    const { clientId, clientSecret, tokenUrl } = market.ready.v4;
    const form = {
      grant_type: 'authorization_code',
      code: (await market.consent()).searchParams.get('code') ?? '',
      redirect_uri: market.redirectURI,
    };
    const inBody = { ...form, client_id: clientId, client_secret: clientSecret };
    const { legacy } = market.ready;
    for (const answer of [
      await sendRequest(tokenUrl, { form: inBody }),
      await market.token(inBody),
      await market.token(form, formatBasic(clientId, 'wrong')),
      await market.token(form, formatBasic(legacy.clientId, legacy.clientSecret)),
    ]) {
      expect(answer.status).toBe(401);
      expect(answer.json).toMatchObject({ error: 'invalid_client' });
    }
    expect((await market.token(form)).status).toBe(200);
  });

  test.each([
    [{}, 'invalid_request'],
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
    [{ grant_type: 'authorization_code' }, 'invalid_request'],
    [{ grant_type: 'authorization_code', code: 'x' }, 'invalid_request'],
    [{ grant_type: 'authorization_code', code: 'x', redirect_uri: 'y' }, 'invalid_grant'],
    [{ grant_type: 'refresh_token' }, 'invalid_request'],
    [{ grant_type: 'refresh_token', refresh_token: 'x' }, 'invalid_grant'],
  ])('answers %j with 400 %s', async (form, error) => {
    const market = await openMarketplace();
    const answer = await market.token(form);
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual({ error, error_description: expect.any(String) as string });
  });

  test('rejects JSON', async () => {
    const market = await openMarketplace();
    const { clientId, clientSecret, tokenUrl } = market.ready.v4;
    const answer = await sendRequest(tokenUrl, {
      json: { form: { grant_type: 'refresh_token' }, grant_type: 'refresh_token' },
      headers: { authorization: formatBasic(clientId, clientSecret) },
    });
    expect(answer.json).toMatchObject({ error: 'invalid_request' });
  });

  test('requires the redirect address of the code', async () => {
    const market = await openMarketplace();
    const code = (await market.consent()).searchParams.get('code') ?? '';
    const answer = await market.exchange(code, { redirect_uri: `${market.redirectURI}/` });
    expect(answer.json).toMatchObject({ error: 'invalid_grant' });
  });

  test('requires the PKCE verifier of the code', async () => {
    const market = await openMarketplace();
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
    const code = async (changes = {}) =>
      (await market.consent(changes)).searchParams.get('code') ?? '';
    const right = await market.exchange(await code(pkce), { code_verifier: verifier });
    const wrong = await market.exchange(await code(pkce), { code_verifier: `${verifier}x` });
    const missing = await market.exchange(await code(pkce));
    const unasked = await market.exchange(await code(), { code_verifier: verifier });
    expect([right.status, wrong.status, missing.status, unasked.status]).toEqual([
      200, 400, 400, 400,
    ]);
    expect(missing.json).toMatchObject({ error: 'invalid_grant' });
  });

  test('accepts a code for five minutes', async () => {
    const market = await openMarketplace();
    const early = (await market.consent()).searchParams.get('code') ?? '';
    await market.advance(299);
    expect((await market.exchange(early)).status).toBe(200);
    const late = (await market.consent()).searchParams.get('code') ?? '';
    await market.advance(301);
    expect((await market.exchange(late)).json).toMatchObject({ error: 'invalid_grant' });
  });

  test('revokes the tokens of the first exchange when a code is reused', async () => {
    const market = await openMarketplace();
    const code = (await market.consent()).searchParams.get('code') ?? '';
    const tokens = (await market.exchange(code)).json as { access_token: string };
    expect((await market.call(tokens, 'GET', '/v4/users/self')).status).toBe(200);
    expect((await market.exchange(code)).json).toMatchObject({ error: 'invalid_grant' });
    expect((await market.call(tokens, 'GET', '/v4/users/self')).status).toBe(401);
  });
});

describe('A v4 connection', () => {
  test('has access tokens that expire after an hour', async () => {
    const market = await openMarketplace();
    const tokens = await market.connect();
    await market.advance(3599);
    expect((await market.call(tokens, 'GET', '/v4/users/self')).status).toBe(200);
    await market.advance(2);
    expect((await market.call(tokens, 'GET', '/v4/users/self')).status).toBe(401);
  });

  test('gets new tokens for each refresh token', async () => {
    const market = await openMarketplace();
    const first = await market.connect();
    const second = (await market.refresh(first.refresh_token)).json as typeof first;
    expect(second.access_token).not.toBe(first.access_token);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await market.call(second, 'GET', '/v4/users/self')).status).toBe(200);
  });

  test('can resend a refresh token within sixty seconds', async () => {
    const market = await openMarketplace();
    const { refresh_token } = await market.connect();
    await market.refresh(refresh_token);
    await market.advance(59);
    const again = await market.refresh(refresh_token);
    expect(again.status).toBe(200);
    const { tokens } = (await market.control('GET', '/stats')) as { tokens: unknown };
    expect(tokens).toEqual({ issued: 3, refreshed: 2, reused: 1 });
  });

  test('is revoked when a used refresh token is reused after its grace period', async () => {
    const market = await openMarketplace();
    const first = await market.connect();
    const second = (await market.refresh(first.refresh_token)).json as typeof first;
    await market.advance(61);
    expect((await market.refresh(first.refresh_token)).json).toMatchObject({
      error: 'invalid_grant',
    });
    expect((await market.call(second, 'GET', '/v4/users/self')).status).toBe(401);
    expect((await market.refresh(second.refresh_token)).json).toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('has refresh tokens that expire 180 days after each exchange', async () => {
    const market = await openMarketplace();
    const first = await market.connect();
    const days = 86_400;
    await market.advance(179 * days);
    const second = (await market.refresh(first.refresh_token)).json as typeof first;
    await market.advance(179 * days);
    const third = (await market.refresh(second.refresh_token)).json as typeof first;
    await market.advance(181 * days);
    expect((await market.refresh(third.refresh_token)).json).toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('is limited to its scopes, and the error names the missing one', async () => {
    const market = await openMarketplace();
    const tokens = await market.connect({ scope: 'supply::users.read' });
    expect((await market.call(tokens, 'GET', '/v4/users/self')).status).toBe(200);
    const answer = await market.call(tokens, 'GET', '/api/v4/businesses');
    expect(answer.status).toBe(401);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.json).toMatchObject({
      status: 401,
      detail: expect.stringContaining('supply::businesses.list') as string,
      traceID: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    });
  });

  test('is revoked with all of the user’s tokens, including legacy ones', async () => {
    const market = await openMarketplace();
    const tokens = await market.connect();
    const legacy = (await market.legacyConnect(market.business)).json as typeof tokens;
    await market.control('POST', '/tokens/revoke', {});
    expect((await market.call(tokens, 'GET', '/v4/users/self')).status).toBe(401);
    expect((await market.refresh(tokens.refresh_token)).json).toMatchObject({
      error: 'invalid_grant',
    });
    const refreshed = await market.legacyToken({
      grant_type: 'refresh_token',
      refresh_token: legacy.refresh_token,
      token_type: 'REFRESH',
    });
    expect(refreshed.json).toMatchObject({ error: 'INVALID_GRANT' });
  });
});
