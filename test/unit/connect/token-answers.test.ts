import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../../main/http/bounded-fetch.ts';
import type { Grant } from '../../../main/connect/grant.ts';
import { createGrantLegacy } from '../../../main/connect/grant-legacy.ts';
import { createGrantV4 } from '../../../main/connect/grant-v4.ts';
import { buildLegacyProfile, buildProfile } from './support/service.ts';

type Body = Readonly<Record<string, unknown>>;

const generations: [string, (fetch: Fetch) => Grant][] = [
  ['v4', (fetch) => createGrantV4(buildProfile(), fetch)],
  ['legacy', (fetch) => createGrantLegacy(buildLegacyProfile(), fetch)],
];

const whole: Body = {
  access_token: 'access-1',
  token_type: 'bearer',
  expires_in: 900,
  scope: 'a b offline_access',
  refresh_token: 'refresh-2',
};

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
/** An id token that is well-formed and otherwise invalid. */
const idToken = (claims: object): string =>
  `${part({ alg: 'RS256', kid: 'k' })}.${part(claims)}.${part({ signed: 'not' })}`;

const idTokens: [string, unknown][] = [
  [
    'of an issuer with a slash',
    idToken({ iss: 'https://auth.example.com/', sub: 'u', aud: 'client-1', iat: 1, exp: 4e9 }),
  ],
  [
    'of another issuer',
    idToken({ iss: 'https://else.example', sub: 'u', aud: 'client-1', iat: 1, exp: 4e9 }),
  ],
  [
    'for another client',
    idToken({ iss: 'https://auth.example.com', sub: 'u', aud: ['x', 'y'], iat: 1, exp: 4e9 }),
  ],
  [
    'that expired long ago',
    idToken({ iss: 'https://auth.example.com', sub: 'u', aud: 'client-1', iat: 1, exp: 2 }),
  ],
  ['without claims', idToken({})],
  ['that is malformed', 'x'],
  ['that is empty', ''],
  ['that is null', null],
  ['that is a number', 1],
  ['that is an object', {}],
  ['that is a list', []],
];

const odd: [string, unknown][] = [
  ['absent', undefined],
  ['null', null],
  ['a number', 7],
  ['a negative number', -1],
  ['a huge number', 1e300],
  ['empty', ''],
  ['blank', ' '],
  ['an unknown word', 'rank'],
  ['true', true],
  ['a list', []],
  ['a list of words', ['a', 'b']],
  ['an object', {}],
  ['an object in a list', [{ a: [1] }]],
];

const restOf = Object.keys(whole).filter((field) => field !== 'access_token');

describe.each(generations)('a %s token response', (_generation, grantOver) => {
  const asks = (body: unknown, status = 200) => {
    const grant = grantOver(async () => Response.json(body, { status }));
    return {
      exchange: () =>
        grant.exchange({
          code: 'c',
          redirectUri: 'http://127.0.0.1:1/cb',
          verifier: 'v'.repeat(43),
        }),
      refresh: () => grant.refresh('refresh-1'),
    };
  };

  it.each(idTokens)(
    'with an id token %s is accepted for sign-in and refresh',
    async (_what, id_token) => {
      const tokens = { accessToken: 'access-1', refreshToken: 'refresh-2', expiresIn: 900 };
      const { exchange, refresh } = asks({ ...whole, id_token });
      expect(await exchange()).toMatchObject({ ok: true, value: tokens });
      expect(await refresh()).toMatchObject({ result: 'tokens', tokens });
    },
  );

  it.each(restOf.flatMap((field) => odd.map(([name, value]) => [field, name, value] as const)))(
    'whose %s is %s is accepted for sign-in and refresh',
    async (field, _name, value) => {
      const { exchange, refresh } = asks({ ...whole, [field]: value });
      const [exchanged, refreshed] = [await exchange(), await refresh()];
      expect(exchanged).toMatchObject({ ok: true, value: { accessToken: 'access-1' } });
      expect(refreshed).toMatchObject({ result: 'tokens', tokens: { accessToken: 'access-1' } });
      const tokens = exchanged.ok ? exchanged.value : null;
      expect(tokens?.expiresIn).toSatisfy((seconds) => seconds > 0 && seconds <= 366 * 86_400);
      expect([null, 'refresh-2', '7', '-1', '1e+300', 'rank', 'a']).toContain(tokens?.refreshToken);
    },
  );

  it.each(odd.filter(([, value]) => typeof value !== 'string' || value.trim() === ''))(
    'whose access token is %s is converted or refused, never a crash',
    async (_name, value) => {
      const { exchange, refresh } = asks({ ...whole, access_token: value });
      const exchanged = await exchange();
      if (!exchanged.ok) expect(exchanged.error.code).toBe('unexpected_answer');
      else expect(exchanged.value.accessToken).toMatch(/^\S+$/);
      expect(['tokens', 'unknown']).toContain((await refresh()).result);
    },
  );

  it.each([
    ['a list of scopes', ['a', 'b']],
    ['scopes with commas', 'a, b'],
    ['scopes on two lines', 'a\nb'],
  ])('with %s is split into scopes', async (_what, scope) => {
    expect(await asks({ ...whole, scope }).exchange()).toMatchObject({
      value: { scopes: expect.arrayContaining(['a', 'b']) as unknown },
    });
  });

  it('is accepted with any content type', async () => {
    const refreshWith = (type: string) =>
      grantOver(
        async () => new Response(JSON.stringify(whole), { headers: { 'content-type': type } }),
      ).refresh('refresh-1');
    for (const type of ['text/html', 'application/octet-stream', '']) {
      expect(await refreshWith(type)).toMatchObject({ result: 'tokens' });
    }
  });

  it('is accepted with status 201', async () => {
    expect(await asks(whole, 201).exchange()).toMatchObject({ ok: true });
    expect(await asks(whole, 201).refresh()).toMatchObject({ result: 'tokens' });
  });

  it.each(odd)(
    'with status 400 and an error that is %s fails without a crash',
    async (_n, error) => {
      const { exchange, refresh } = asks({ error, error_description: error, id_token: error }, 400);
      expect((await exchange()).ok).toBe(false);
      expect(['failed', 'unknown']).toContain((await refresh()).result);
    },
  );
});
