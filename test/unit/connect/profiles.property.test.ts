/**
 * A service profile is a file from a stranger: it is accepted only if it is safe, and a refusal repeats nothing
 * of it (security rules 4, 7 and 9).
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseProfile, listSignInHosts, toPublicProfile } from '../../../main/connect/profiles.ts';
import { fuzz, computeTimeout } from '../../fuzz.ts';
import { buildLegacyProfile, buildProfile } from './support/service.ts';

const good: readonly Readonly<Record<string, unknown>>[] = [
  { ...buildProfile() },
  { ...buildProfile(), staging: { username: 'staging', password: 'canary-staging-password' } },
  { ...buildLegacyProfile() },
];

const evilAddress = fc.oneof(
  fc.webUrl({ withFragments: true, withQueryParameters: true, validSchemes: ['http', 'https'] }),
  fc.constantFrom(
    ...[
      'file:///etc/passwd',
      'javascript:alert(1)',
      'data:text/html,x',
      'app://hearthline/',
      '//x',
    ],
    ...[
      'https://user:pass@x.example',
      'https://x.example/#f',
      'http://x.example',
      'HTTPS://X.EXAMPLE',
    ],
    ...['http://127.0.0.1.evil.example/', 'http://localhost.evil.example', 'http://[::1].evil/'],
    ...[
      'http://0x7f000001/',
      'http://127.1/',
      'http://[::ffff:127.0.0.1]/',
      'http://evil\u3002example/',
    ],
    ...['https://аpple.example/', 'https://xn--pple-43d.example/', 'https://app\u200dle.example/'],
    ...[
      'https://x.example\\@evil.example/',
      'https://x.example\t/',
      ' https://x.example',
      'ws://x',
    ],
    ...[
      'http://127.0.0.1:47813/callback',
      'http://127.0.0.1:0/',
      'http://127.0.0.1:99999/callback',
    ],
    ...[
      'http://127.0.0.1:4000/../x',
      'http://evil.example:4000/callback',
      'http://127.0.0.1.evil.example:4000/',
      'http://x@127.0.0.1:4000/',
      'http://127.0.0.1:4000/%2e%2e',
      'http://127.0.0.1:4000\\x',
    ],
  ),
);
const odd: fc.Arbitrary<unknown> = fc.oneof(
  evilAddress,
  fc.array(evilAddress, { maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ minLength: 3_000, maxLength: 3_000 }),
  fc.anything(),
  fc.constantFrom({ response_type: 'token' }, { redirect_uri: 'x' }, { 'a\r\nb': 'c' }, {}, []),
);

const addresses = ['baseUrl', 'stagingUrl', 'connectUrl', 'authorizeUrl', 'tokenUrl'];
const fields = [
  ...new Set([
    ...good.flatMap((each) => Object.keys(each)),
    'accountInfoPath',
    '__proto__',
    'toJSON',
  ]),
];
/** A valid profile with fields changed, removed or added. */
const mutated = fc
  .record({
    base: fc.constantFrom(...good),
    changes: fc.array(
      fc.oneof(
        fc.tuple(fc.constantFrom(...addresses), evilAddress),
        fc.tuple(
          fc.constant('redirectUris'),
          fc.array(evilAddress, { minLength: 1, maxLength: 2 }),
        ),
        fc.tuple(fc.constantFrom(...fields), odd),
      ),
      { maxLength: 2 },
    ),
  })
  .map(({ base, changes }) => {
    const text = JSON.stringify(base);
    const more = changes.map(([name, value]) => {
      const written = JSON.stringify(value) as string | undefined;
      return written === undefined ? '' : `,${JSON.stringify(name)}:${written}`;
    });
    return `${text.slice(0, -1)}${more.join('')}}`;
  });
/** The same with damaged JSON. */
const damaged = fc
  .tuple(mutated, fc.nat(), fc.nat(20), fc.string({ unit: 'binary', maxLength: 5 }))
  .map(([text, at, length, put]) => {
    const from = at % text.length;
    return text.slice(0, from) + put + text.slice(from + length);
  });

const isHere = (url: URL): boolean => ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);

it(
  'any profile is either safe or refused without repeating its content',
  { timeout: computeTimeout(60) },
  () => {
    let taken = 0;
    fc.assert(
      fc.property(fc.oneof(mutated, damaged, fc.json()), (json) => {
        const read = parseProfile(json);
        if (!read.ok) {
          expect(['profile_unreadable', 'profile_invalid']).toContain(read.error.code);
          expect(JSON.stringify(read.error)).not.toMatch(/canary|alert\(1\)|etc\/passwd/);
          return;
        }
        taken += 1;
        const profile = read.value;
        const { baseUrl, stagingUrl, connectUrl, authorizeUrl, tokenUrl } = profile;
        for (const address of [baseUrl, stagingUrl, connectUrl, authorizeUrl, tokenUrl]) {
          if (address === undefined) continue;
          const url = new URL(address);
          expect(url.protocol === 'https:' || (url.protocol === 'http:' && isHere(url))).toBe(true);
          expect(url.username + url.password + url.hash).toBe('');
        }
        for (const address of profile.redirectUris) {
          const url = new URL(address);
          expect([url.protocol, url.hostname]).toEqual(['http:', '127.0.0.1']);
          expect(url.username + url.password + url.hash + url.search).toBe('');
        }
        for (const name of Object.keys(profile.authorizeParams))
          expect(name).not.toMatch(/^(redirect_uri|response_type|state|client_id|scope|request)$/);
        // A lookalike host name is shown in its ASCII form.
        for (const host of listSignInHosts(profile)) expect(host).toMatch(/^[\x21-\x7e]+$/);
        expect(JSON.stringify(toPublicProfile(profile))).not.toMatch(/canary|clientSecret/);
        expect(profile).not.toHaveProperty('polluted');
      }),
      fuzz(2_000),
    );
    expect(taken).toBeGreaterThan(0);
  },
);

it('an oversized profile is refused before it is parsed', () => {
  expect(parseProfile('['.repeat(5_000_000))).toMatchObject({
    error: { code: 'profile_unreadable' },
  });
  const padded = `${JSON.stringify(buildProfile())}${' '.repeat(64_000)}`;
  expect(parseProfile(padded)).toMatchObject({ error: { code: 'profile_unreadable' } });
  expect(parseProfile('['.repeat(60_000))).toMatchObject({ error: { code: 'profile_unreadable' } });
});
