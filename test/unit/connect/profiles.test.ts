import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  deriveProfileID,
  parseProfile,
  listSignInHosts,
  toPublicProfile,
} from '../../../main/connect/profiles.ts';
import {
  canarySecret,
  buildLegacyProfile,
  buildProfile,
  buildProfileWithoutAccountInfo,
} from './support/service.ts';

const redirectTo = (address: string) => ({ redirectUris: [address] });
const read = (changes: object) => parseProfile(JSON.stringify({ ...buildProfile(), ...changes }));

describe('reading a service profile', () => {
  it('accepts a valid profile, with or without a byte order mark', () => {
    const profile = buildProfile();
    expect(parseProfile(JSON.stringify(profile))).toEqual({ ok: true, value: profile });
    expect(parseProfile(`\uFEFF${JSON.stringify(profile)}`)).toEqual({ ok: true, value: profile });
  });

  it('accepts a legacy profile', () => {
    const legacy = { interface: 'legacy', connectUrl: 'https://connect.example.com' };
    expect(read(legacy)).toMatchObject({ ok: true, value: legacy });
  });

  it.each([
    ['nothing', ''],
    ['half a file', '{"name": "Some'],
    ['a web page', '<!doctype html><title>Sign in</title>'],
    ['a list', '[]'],
    ['a word', '"profile"'],
    ['an oversized text', JSON.stringify('x'.repeat(70_000))],
  ])('reports %s as unreadable', (_, json) => {
    expect(parseProfile(json)).toMatchObject({ ok: false, error: { code: 'profile_unreadable' } });
  });

  it.each<[string, object, RegExp]>([
    ['a missing secret', { clientSecret: undefined }, /clientSecret is missing/],
    ['an empty id', { clientId: '' }, /clientId must not be empty/],
    ['a wrong environment', { environment: 'live' }, /environment must be one of production/],
    [
      'a plain http host',
      { baseUrl: 'http://api.example.com' },
      /baseUrl must be an https address/,
    ],
    ['an invalid address', { tokenUrl: 'auth' }, /tokenUrl/],
    [
      'a redirect to another host',
      { redirectUris: ['http://localhost:4000/callback'] },
      /redirectUris\.0 must be http:\/\/127\.0\.0\.1:PORT/,
    ],
    ['no redirect', { redirectUris: [] }, /redirectUris must not be empty/],
    ['an unknown field', { clientKey: 'x' }, /unknown field clientKey/],
    ['v4 without a token address', { tokenUrl: undefined }, /tokenUrl is missing/],
    ['legacy without its page', { interface: 'legacy' }, /connectUrl is missing/],
    ['a redirect port 0', redirectTo('http://127.0.0.1:0/callback'), /redirectUris\.0 must be/],
    [
      'a redirect with a name',
      redirectTo('http://a:b@127.0.0.1:4000/x'),
      /redirectUris\.0 must be/,
    ],
    [
      'a redirect with a query',
      redirectTo('http://127.0.0.1:4000/x?a=1'),
      /redirectUris\.0 must be/,
    ],
    [
      'a redirect with a fragment',
      redirectTo('http://127.0.0.1:4000/x#a'),
      /redirectUris\.0 must be/,
    ],
    [
      'a line break in an address',
      { tokenUrl: 'https://auth.example.com/\ntoken' },
      /tokenUrl must/,
    ],
    [
      'a line break in a redirect',
      redirectTo('http://127.0.0.1:4000/\nx'),
      /redirectUris\.0 must be/,
    ],
    ['a line break in a scope', { scopes: ['a\nb'] }, /scopes\.0 must be one word/],
    ['two scopes in one', { scopes: ['a b'] }, /scopes\.0 must be one word/],
    ['a quote in a scope', { scopes: ['a"b'] }, /scopes\.0 must be one word/],
    ['a blank scope', { scopes: [' '] }, /scopes\.0 must be one word/],
    ['a line break in the id', { clientId: 'client\r\n1' }, /clientId must be one word/],
    ['a blank id', { clientId: '  ' }, /clientId must be one word/],
    ['a line break in the secret', { clientSecret: 'x\ny' }, /clientSecret must not hold/],
    ['a blank secret', { clientSecret: ' ' }, /clientSecret must not hold/],
    ['a control character in the name', { name: 'Some\u0000where' }, /name must not hold/],
    ['a name written backwards', { name: 'Some\u202Ewhere' }, /name must not hold/],
    ['a line break in the path', { accountInfoPath: '/v2\n/x' }, /accountInfoPath must not hold/],
    [
      'a line break in a password',
      { staging: { username: 'a', password: 'b\n' } },
      /staging\.password must not/,
    ],
    ['a scope that is not text', { scopes: [1] }, /scopes\.0 must be of type string/],
  ])('reports %s', (_, changes, message) => {
    const answer = read(changes);
    expect(answer).toMatchObject({ ok: false, error: { code: 'profile_invalid' } });
    expect(answer.ok || answer.error.message).toMatch(message);
  });

  it.each([
    ...['client_id', 'redirect_uri', 'response_type', 'response_mode', 'scope', 'state'],
    ...['code_challenge', 'code_challenge_method', 'request', 'request_uri'],
    ...['a b', 'a\n', '', '\u0000'],
  ])('refuses the parameter name %j for the authorize address', (name) => {
    const answer = read({ authorizeParams: { [name]: 'x' } });
    expect(answer).toMatchObject({ ok: false, error: { code: 'profile_invalid' } });
    expect(answer.ok || answer.error.message).toMatch(/authorizeParams/);
  });

  it('refuses line breaks in parameters of the authorize address and accepts other parameters', () => {
    expect(read({ authorizeParams: { audience: 'a\nb' } }).ok).toBe(false);
    const authorizeParams = { audience: 'urn:x', prompt: 'login consent', login_hint: 'ann@x.com' };
    expect(read({ authorizeParams })).toMatchObject({ ok: true, value: { authorizeParams } });
  });

  it('accepts a broker instead of a secret and a token address', () => {
    const team = {
      clientSecret: undefined,
      tokenUrl: undefined,
      broker: 'https://hub.example.com',
    };
    const answer = read(team);
    expect(answer).toMatchObject({ ok: true, value: { broker: team.broker } });
    expect(answer.ok && listSignInHosts(answer.value)).toEqual([
      'auth.example.com',
      'hub.example.com',
    ]);
    expect(read({ ...team, broker: 'http://127.0.0.1:4020' }).ok).toBe(true);
    expect(read({ ...buildLegacyProfile(), ...team }).ok).toBe(true);
  });

  it('says where a missing secret comes from, and refuses one next to a broker', () => {
    const without = read({ clientSecret: undefined });
    expect(without).toMatchObject({
      error: {
        mistakes: [{ field: 'clientSecret', what: 'missing' }],
        detail: expect.stringMatching(/^clientSecret is missing: .*operator.*`broker`/) as unknown,
      },
    });
    expect(read({ broker: 'https://hub.example.com' })).toMatchObject({
      error: {
        mistakes: [{ field: 'clientSecret', what: 'form' }],
        detail: expect.stringContaining('only the hub has the secret') as unknown,
      },
    });
  });

  it.each(['http://hub.example.com', 'hub.example.com', 'https://a:b@hub.example.com', ''])(
    'refuses the broker %s',
    (broker) => {
      expect(read({ clientSecret: undefined, broker })).toMatchObject({
        error: { mistakes: [{ field: 'broker', what: 'form' }] },
      });
    },
  );

  it('names every invalid field', () => {
    const answer = read({ name: 3, clientId: '', pkce: 'yes' });
    expect(!answer.ok && answer.error.detail?.split('\n')).toHaveLength(3);
  });

  it('reports the kind of mistake for each invalid field', () => {
    const answer = read({
      ...{ name: undefined, clientId: '', pkce: 'yes', environment: 'live', interface: undefined },
      ...{ scopes: ['a b'], baseUrl: 'ftp://x', staging: { username: 'a' }, colour: 'red' },
    });
    expect(!answer.ok && answer.error.mistakes).toEqual([
      { field: 'name', what: 'missing' },
      { field: 'environment', what: 'choice' },
      { field: 'interface', what: 'missing' },
      { field: 'baseUrl', what: 'form' },
      { field: 'clientId', what: 'empty' },
      { field: 'scopes.0', what: 'form' },
      { field: 'pkce', what: 'type' },
      { field: 'staging.password', what: 'missing' },
      { field: 'colour', what: 'unknown' },
    ]);
    const without = read({ tokenUrl: undefined });
    expect(!without.ok && without.error.mistakes).toEqual([{ field: 'tokenUrl', what: 'missing' }]);
  });

  it('never repeats a value, whatever field has the secret', () => {
    const fields = Object.keys(buildProfile());
    fc.assert(
      fc.property(
        fc.constantFrom(...fields),
        fc.constantFrom<unknown>(canarySecret, [canarySecret], { x: canarySecret }, 7),
        (field, value) => {
          expect(JSON.stringify(read({ [field]: value, wrong: 1 }))).not.toContain(canarySecret);
        },
      ),
    );
  });
});

describe('a profile', () => {
  it('shows no secret to the window and the engine', () => {
    const staging = { username: 'tester', password: 'canary-password' };
    expect(
      toPublicProfile(buildProfile({ staging, stagingUrl: 'https://staging.example.com' })),
    ).toEqual({
      name: 'Somewhere',
      environment: 'staging',
      interface: 'v4',
      baseUrl: 'https://api.example.com',
      stagingUrl: 'https://staging.example.com',
      scopes: ['offline_access', 'supply::users.read'],
      hasStagingCredentials: true,
    });
  });

  it('passes the account info path of a legacy service to the engine, if it has one', () => {
    expect(toPublicProfile(buildLegacyProfile())).toMatchObject({
      interface: 'legacy',
      accountInfoPath: '/v2/get-service-info',
    });
    expect(toPublicProfile(buildProfileWithoutAccountInfo())).not.toHaveProperty('accountInfoPath');
  });

  it('keeps its id when its secret or scopes change, and has another for another client', () => {
    const name = deriveProfileID(buildProfile());
    expect(deriveProfileID(buildProfile({ clientSecret: 'new', scopes: ['a'] }))).toBe(name);
    expect(deriveProfileID(buildProfile({ clientId: 'client-2' }))).not.toBe(name);
  });

  it.each([
    ['token address', { tokenUrl: 'https://evil.example/oauth2/token' }],
    ['path of the token address', { tokenUrl: 'https://auth.example.com/elsewhere' }],
    ['authorize address', { authorizeUrl: 'https://evil.example/oauth2/auth' }],
    ['base address', { baseUrl: 'https://evil.example' }],
    ['staging address', { stagingUrl: 'https://evil.example' }],
    ['connection page', { connectUrl: 'https://evil.example' }],
  ])('has another id with another %s', (_what, changes) => {
    expect(deriveProfileID(buildProfile(changes))).not.toBe(deriveProfileID(buildProfile()));
  });

  it('has the same id for equivalent addresses', () => {
    const written = { baseUrl: 'HTTPS://api.example.com:443/' };
    expect(deriveProfileID(buildProfile(written))).toBe(deriveProfileID(buildProfile()));
  });
});
