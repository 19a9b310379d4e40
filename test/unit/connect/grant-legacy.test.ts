import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createGrantLegacy } from '../../../main/connect/grant-legacy.ts';
import { startHTTPService, json, type Respond } from './support/http-service.ts';
import { canarySecret, buildLegacyProfile } from './support/service.ts';

const pair = {
  access_token: 'canary-access-1',
  token_type: 'bearer',
  expires_in: 3600,
  refresh_token: 'canary-refresh-2',
};
const basic = `Basic ${Buffer.from(`client-1:${canarySecret}`).toString('base64')}`;
const redirectUri = 'http://127.0.0.1:47813/callback';
const request = {
  code: 'canary-code',
  redirectUri,
  verifier: 'canary-verifier',
};

/** A grant at a real HTTP service with this response. */
const createGrant = async (respond: Respond, changes = {}) => {
  const service = await startHTTPService(respond);
  const profile = buildLegacyProfile({ baseUrl: `${service.origin}/`, ...changes });
  return { grant: createGrantLegacy(profile, fetch), asked: service.asked };
};
const empty =
  (status: number): Respond =>
  (_asked, response) =>
    void response.writeHead(status).end();
const cut: Respond = (_asked, response) => void response.socket?.destroy();
const page: Respond = (_asked, response) =>
  void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Please wait</html>');

describe('the address of the legacy connection page', () => {
  it.each(['https://connect.example.com/at', 'https://connect.example.com/at/'])(
    'extends %s with the required parameters and no code challenge',
    (connectUrl) => {
      const grant = createGrantLegacy(buildLegacyProfile({ connectUrl, pkce: true }), fetch);
      const hint = { email: 'ann@example.com', hasOtherSession: true };
      const address = new URL(
        grant.buildAuthorizeAddress({ redirectUri, state: 'the-state', verifier: 'v', hint }),
      );
      expect(address.origin + address.pathname).toBe(
        'https://connect.example.com/at/services/partner-connect/',
      );
      expect(Object.fromEntries(address.searchParams)).toEqual({
        client_id: 'client-1',
        scope: 'messages',
        redirect_uri: redirectUri,
        response_type: 'code',
        state: 'the-state',
      });
    },
  );
});

describe('the exchange of a legacy code', () => {
  it('sends its parameters in the query string, with HTTP Basic and no body', async () => {
    const { grant, asked } = await createGrant(json(200, pair));
    expect(await grant.exchange(request)).toEqual({
      ok: true,
      value: {
        accessToken: 'canary-access-1',
        refreshToken: 'canary-refresh-2',
        expiresIn: 3600,
        scopes: ['messages'],
      },
    });
    expect(asked).toMatchObject([
      {
        method: 'POST',
        path: '/v2/tokens/access',
        query: {
          grant_type: 'authorization_code',
          code: 'canary-code',
          redirect_uri: redirectUri,
          token_type: 'AUTH_CODE',
        },
        headers: { authorization: basic },
        body: '',
      },
    ]);
    expect(Object.keys(asked[0]?.query ?? {})).toHaveLength(4);
  });

  it.each([
    ['no lifetime', { expires_in: undefined }, 3600],
    ['another lifetime', { expires_in: 900 }, 900],
    ['a lifetime as text', { expires_in: '900' }, 900],
    ['an invalid lifetime', { expires_in: 'soon' }, 3600],
    ['unknown fields', { rank: {} }, 3600],
  ])('accepts %s', async (_, changes, expiresIn) => {
    const { grant } = await createGrant(json(200, { ...pair, ...changes }));
    expect(await grant.exchange(request)).toMatchObject({ ok: true, value: { expiresIn } });
  });

  it.each<[string, Respond, string]>([
    ['INVALID_GRANT', json(400, { error: 'INVALID_GRANT' }), 'connect_refused'],
    ['INVALID_CLIENT', json(400, { error: 'INVALID_CLIENT' }), 'connect_refused'],
    ['UNAUTHORIZED_CLIENT', json(400, { code: 'UNAUTHORIZED_CLIENT' }), 'connect_refused'],
    ['INVALID_REQUEST', json(400, { error: { code: 'INVALID_REQUEST' } }), 'connect_refused'],
    ['UNSUPPORTED_GRANT_TYPE', json(400, 'UNSUPPORTED_GRANT_TYPE'), 'connect_refused'],
    ['INSUFFICIENT_SCOPE', json(403, { error: 'INSUFFICIENT_SCOPE' }), 'connect_refused'],
    ['wrong credentials without a code', empty(401), 'connect_refused'],
    ['a firewall', empty(403), 'forbidden'],
    ['too many requests', empty(429), 'rate_limited'],
    ['503', empty(503), 'service_unavailable'],
    ['a web page', page, 'unexpected_answer'],
    ['null', json(200, null), 'unexpected_answer'],
    ['an empty 202', empty(202), 'unexpected_answer'],
    ['a cut connection', cut, 'offline'],
  ])('is not repeated after %s and fails with %3$s', async (_, respond, code) => {
    const { grant, asked } = await createGrant(respond);
    expect(await grant.exchange(request)).toMatchObject({ ok: false, error: { code } });
    expect(asked).toHaveLength(1);
  });
});

describe('a legacy refresh', () => {
  it('sends the refresh token in the query string and returns the new pair', async () => {
    const { grant, asked } = await createGrant(json(200, pair));
    expect(await grant.refresh('canary-refresh-1')).toMatchObject({
      result: 'tokens',
      tokens: { accessToken: 'canary-access-1', refreshToken: 'canary-refresh-2' },
    });
    expect(asked).toMatchObject([
      { method: 'POST', path: '/v2/tokens/access', headers: { authorization: basic }, body: '' },
    ]);
    expect(asked[0]?.query).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'canary-refresh-1',
      token_type: 'REFRESH',
    });
  });

  it.each<[string, Respond, string, string]>([
    ['INVALID_GRANT', json(400, { error: 'INVALID_GRANT' }), 'dead', 'reconnect_needed'],
    ['invalid_grant', json(400, { error: 'invalid_grant' }), 'dead', 'reconnect_needed'],
    ['INVALID_CLIENT', json(400, { error: 'INVALID_CLIENT' }), 'failed', 'connect_refused'],
    ['429', empty(429), 'failed', 'rate_limited'],
    ['a firewall’s 403', empty(403), 'failed', 'forbidden'],
    ['a cut connection', cut, 'unknown', 'offline'],
    ['null', json(200, null), 'unknown', 'unexpected_answer'],
    ['an empty 200', empty(200), 'unknown', 'unexpected_answer'],
    ['an empty 202', empty(202), 'unknown', 'unexpected_answer'],
    ['a null pair', json(200, { ...pair, access_token: null }), 'unknown', 'unexpected_answer'],
    ['a web page', page, 'unknown', 'unexpected_answer'],
    ['503', empty(503), 'unknown', 'service_unavailable'],
  ])('classifies %s as %3$s', async (_, respond, result, code) => {
    const { grant } = await createGrant(respond);
    expect(await grant.refresh('r')).toMatchObject({ result, error: { code } });
  });

  it('without a network fails as a request that was not sent', async () => {
    const nowhere = buildLegacyProfile({ baseUrl: 'http://127.0.0.1:1' });
    const refused = (): never => {
      throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } });
    };
    expect(await createGrantLegacy(nowhere, refused).refresh('r')).toMatchObject({
      result: 'failed',
      error: { code: 'offline' },
    });
  });
});

describe('the secret address of a legacy token request', () => {
  it('is not sent to a redirect', async () => {
    const elsewhere = await startHTTPService(json(200, pair));
    const { grant, asked } = await createGrant((_asked, response) => {
      response.writeHead(307, { location: `${elsewhere.origin}/v2/tokens/access` }).end();
    });
    expect(await grant.exchange(request)).toMatchObject({ error: { code: 'unexpected_answer' } });
    expect(await grant.refresh('canary-refresh-1')).toMatchObject({ result: 'unknown' });
    expect([asked.length, elsewhere.asked.length]).toEqual([2, 0]);
  });

  it.each<[string, Respond]>([
    [
      'an error that repeats the address',
      (asked, response) => json(400, asked)(asked, response, 1),
    ],
    [
      'an error code that repeats the secret',
      json(400, { error: canarySecret, error_description: `for ${canarySecret}` }),
    ],
    ['a cut connection', cut],
    ['a broken service', empty(500)],
    ['a redirect', (_asked, response) => void response.writeHead(302, { location: '/x' }).end()],
  ])('is not in the failure after %s', async (_, respond) => {
    const { grant } = await createGrant(respond);
    const failures = [await grant.exchange(request), await grant.refresh('canary-refresh-1')];
    expect(inspect(failures, { depth: 20, showHidden: true })).not.toMatch(/canary|tokens\/access/);
  });

  it('is not in the failure when fetch repeats it', async () => {
    const grant = createGrantLegacy(buildLegacyProfile(), async (address) => {
      throw new TypeError(`Failed to parse URL from ${address}`, { cause: new Error(address) });
    });
    const failures = [await grant.exchange(request), await grant.refresh('canary-refresh-1')];
    expect(inspect(failures, { depth: 20, showHidden: true })).not.toMatch(/canary|tokens\/access/);
  });
});
