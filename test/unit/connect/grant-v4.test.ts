import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createGrantV4 } from '../../../main/connect/grant-v4.ts';
import type { SignInHint } from '../../../main/connect/grant.ts';
import { anybody, canarySecret, buildProfile } from './support/service.ts';

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
const pair = {
  access_token: 'access-1',
  token_type: 'Bearer',
  expires_in: 3600,
  scope: 'a b',
  refresh_token: 'refresh-2',
};

/** A grant at a service with this response, and the requests it received. */
const createGrant = (answer: () => Response | Promise<Response>, changes = {}) => {
  const asked: { address: string; options: RequestInit }[] = [];
  const grant = createGrantV4(buildProfile(changes), async (address, options) => {
    asked.push({ address, options });
    return answer();
  });
  return { grant, asked };
};
const cut = (code: string) => (): never => {
  throw Object.assign(new TypeError('fetch failed'), { cause: { code } });
};

describe('the address of the consent page', () => {
  const addressFor = (changes = {}, hint = anybody as SignInHint): URL =>
    new URL(
      createGrant(() => json(200, pair), changes).grant.buildAuthorizeAddress({
        redirectUri: 'http://127.0.0.1:47813/callback',
        state: 'the-state',
        verifier: 'the-verifier',
        hint,
      }),
    );

  it('has every parameter that the service requires', () => {
    const address = addressFor();
    expect(address.origin + address.pathname).toBe('https://auth.example.com/oauth2/auth');
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: 'client-1',
      redirect_uri: 'http://127.0.0.1:47813/callback',
      response_type: 'code',
      scope: 'offline_access supply::users.read',
      state: 'the-state',
      audience: 'urn:partner-api',
      prompt: 'consent',
      code_challenge: createHash('sha256').update('the-verifier').digest('base64url'),
      code_challenge_method: 'S256',
    });
  });

  it('has no code challenge when the profile disables it', () => {
    expect([...addressFor({ pkce: false }).searchParams.keys()]).not.toContain('code_challenge');
  });

  it('adds parameters of the profile without replacing those of the attempt', () => {
    const address = addressFor({ authorizeParams: { prompt: 'login', state: 'mine', extra: '1' } });
    expect(address.searchParams.getAll('prompt')).toEqual(['login']);
    expect(address.searchParams.getAll('state')).toEqual(['the-state']);
    expect(address.searchParams.get('extra')).toBe('1');
  });

  it.each([
    [
      'a renewed sign-in',
      {},
      { email: 'ann@example.com', hasOtherSession: false },
      'consent',
      'ann@example.com',
    ],
    ['another account', {}, { email: null, hasOtherSession: true }, 'login consent', null],
    [
      'another account with a profile that requires a login',
      { prompt: 'login' },
      { email: null, hasOtherSession: true },
      'login',
      null,
    ],
    [
      'a loginHint from the profile',
      { login_hint: 'bob@example.com' },
      anybody,
      'consent',
      'bob@example.com',
    ],
    [
      'a known account instead of the profile’s loginHint',
      { login_hint: 'bob@example.com' },
      { email: 'ann@example.com', hasOtherSession: false },
      'consent',
      'ann@example.com',
    ],
  ])('names the person to sign in: %s', (_what, authorizeParams, hint, prompt, loginHint) => {
    const { searchParams } = addressFor({ authorizeParams }, hint);
    expect([searchParams.get('prompt'), searchParams.get('login_hint')]).toEqual([
      prompt,
      loginHint,
    ]);
  });
});

describe('the exchange of a code', () => {
  const request = {
    code: 'code-1',
    redirectUri: 'http://127.0.0.1:1/callback',
    verifier: 'v'.repeat(43),
  };

  it('sends a form with HTTP Basic, and no secret in the form or the address', async () => {
    const { grant, asked } = createGrant(() => json(200, pair));
    expect(await grant.exchange(request)).toEqual({
      ok: true,
      value: {
        accessToken: 'access-1',
        refreshToken: 'refresh-2',
        expiresIn: 3600,
        scopes: ['a', 'b', 'offline_access'],
      },
    });
    const [{ address, options } = { address: '', options: {} as RequestInit }] = asked;
    expect(address).toBe('https://auth.example.com/oauth2/token');
    expect(options.method).toBe('POST');
    expect(options.redirect).toBe('manual');
    expect(new Headers(options.headers).get('authorization')).toBe(
      `Basic ${Buffer.from(`client-1:${canarySecret}`).toString('base64')}`,
    );
    expect(Object.fromEntries(new URLSearchParams(options.body as URLSearchParams))).toEqual({
      grant_type: 'authorization_code',
      code: 'code-1',
      redirect_uri: request.redirectUri,
      code_verifier: request.verifier,
    });
  });

  it('counts offline_access as granted only with a refresh token', async () => {
    const { grant } = createGrant(() => json(200, { ...pair, refresh_token: undefined }));
    expect(await grant.exchange(request)).toMatchObject({ value: { scopes: ['a', 'b'] } });
  });

  it('accepts a response without refresh token, scope and lifetime', async () => {
    const { grant } = createGrant(() => json(200, { access_token: 'a', token_type: 'bearer' }));
    expect(await grant.exchange(request)).toEqual({
      ok: true,
      value: { accessToken: 'a', refreshToken: null, expiresIn: 3600, scopes: null },
    });
  });

  it.each<[string, () => Response, string]>([
    ['a used code', () => json(400, { error: 'invalid_grant' }), 'connect_refused'],
    ['a wrong secret', () => json(401, { error: 'invalid_client' }), 'connect_refused'],
    [
      'a wrong secret with a challenge',
      () => json(401, { error: 'invalid_client' }, { 'www-authenticate': 'Basic realm="x"' }),
      'connect_refused',
    ],
    ['an upper-case code', () => json(400, { error: 'INVALID_GRANT' }), 'connect_refused'],
    ['a web page', () => new Response('<html>', { status: 200 }), 'unexpected_answer'],
    ['an empty 202', () => new Response(null, { status: 202 }), 'unexpected_answer'],
    ['half a body', () => new Response('{"access_to', { status: 200 }), 'unexpected_answer'],
    ['an endless body', () => json(200, { ...pair, x: 'x'.repeat(400_000) }), 'unexpected_answer'],
    ['a gateway', () => json(502, { error: 'proxy_oauth_failed' }), 'service_unavailable'],
    ['a firewall', () => new Response('no', { status: 403 }), 'forbidden'],
    ['too many requests', () => json(429, { error: 'slow_down' }), 'rate_limited'],
    [
      'a redirect',
      () => new Response(null, { status: 302, headers: { location: 'https://evil.example/' } }),
      'unexpected_answer',
    ],
    ['a cut connection', cut('ECONNRESET'), 'offline'],
    ['no network', cut('ENOTFOUND'), 'offline'],
  ])('is not repeated after %s, and its failure has no secret', async (_, answer, code) => {
    const { grant, asked } = createGrant(answer);
    const answered = await grant.exchange(request);
    expect(answered).toMatchObject({ ok: false, error: { code } });
    expect(asked).toHaveLength(1);
    expect(JSON.stringify(answered)).not.toMatch(/canary|code-1|vvvv|access-1|refresh-2/);
  });

  it('reports the scope that the token endpoint refused, without a secret', async () => {
    const words = `No supply::x for ${canarySecret} and code-1 of ${request.verifier}`;
    const { grant } = createGrant(() =>
      json(400, { error: 'invalid_scope', error_description: words }),
    );
    expect(await grant.exchange(request)).toMatchObject({
      error: {
        code: 'connect_refused',
        detail: 'invalid_scope: No supply::x for [redacted] and code-1 of [redacted]',
      },
    });
  });

  it('never reveals an unknown error text of the service', async () => {
    const { grant } = createGrant(() =>
      json(400, { error: `bad ${canarySecret}`, error_description: `for ${canarySecret}` }),
    );
    expect(JSON.stringify(await grant.exchange(request))).not.toContain(canarySecret);
  });
});

describe('a refresh', () => {
  it('sends the refresh token in the form and returns the new pair', async () => {
    const { grant, asked } = createGrant(() => json(200, pair));
    expect(await grant.refresh('refresh-1')).toMatchObject({
      result: 'tokens',
      tokens: { accessToken: 'access-1', refreshToken: 'refresh-2' },
    });
    const body = new URLSearchParams(asked[0]?.options.body as URLSearchParams);
    expect(Object.fromEntries(body)).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'refresh-1',
    });
  });

  it.each<[string, () => Response, string, string]>([
    ['invalid_grant', () => json(400, { error: 'invalid_grant' }), 'dead', 'reconnect_needed'],
    ['INVALID_GRANT', () => json(400, { error: 'INVALID_GRANT' }), 'dead', 'reconnect_needed'],
    ['invalid_client', () => json(401, { error: 'invalid_client' }), 'failed', 'connect_refused'],
    ['a firewall’s 403', () => new Response('', { status: 403 }), 'failed', 'forbidden'],
    ['429', () => new Response('', { status: 429 }), 'failed', 'rate_limited'],
    ['no network', cut('ENETUNREACH'), 'failed', 'offline'],
    ['a cut connection', cut('UND_ERR_SOCKET'), 'unknown', 'offline'],
    ['an empty 202', () => new Response(null, { status: 202 }), 'unknown', 'unexpected_answer'],
    ['an empty 200', () => new Response('', { status: 200 }), 'unknown', 'unexpected_answer'],
    ['null', () => json(200, null), 'unknown', 'unexpected_answer'],
    [
      'a null pair',
      () => json(200, { ...pair, access_token: null }),
      'unknown',
      'unexpected_answer',
    ],
    ['a gateway’s 502', () => json(502, { error: 'x' }), 'unknown', 'service_unavailable'],
    ['503', () => new Response('', { status: 503 }), 'unknown', 'service_unavailable'],
  ])('classifies %s as %3$s', async (_, answer, result, code) => {
    const refreshed = await createGrant(answer).grant.refresh('refresh-1');
    expect(refreshed).toMatchObject({ result, error: { code } });
    expect(JSON.stringify(refreshed)).not.toMatch(/canary|refresh-1/);
  });

  it('counts a timeout as an unknown outcome', async () => {
    const { grant } = createGrant(() => {
      throw new DOMException('timed out', 'TimeoutError');
    });
    expect(await grant.refresh('r')).toMatchObject({
      result: 'unknown',
      error: { code: 'timeout' },
    });
  });
});
