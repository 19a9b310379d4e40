import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profileIDOf, readProfile, toPublic } from '../../../main/connect/profiles.ts';
import {
  canarySecret,
  legacyProfileWith,
  profileWith,
  profileWithoutAccountInfo,
} from './support/service.ts';

const read = (changes: object) => readProfile(JSON.stringify({ ...profileWith(), ...changes }));

describe('reading a service profile', () => {
  it('takes a good one as it is, with or without a byte order mark', () => {
    const profile = profileWith();
    expect(readProfile(JSON.stringify(profile))).toEqual({ ok: true, value: profile });
    expect(readProfile(`\uFEFF${JSON.stringify(profile)}`)).toEqual({ ok: true, value: profile });
  });

  it('takes a legacy profile', () => {
    const legacy = { interface: 'legacy', connectUrl: 'https://connect.example.com' };
    expect(read(legacy)).toMatchObject({ ok: true, value: legacy });
  });

  it.each([
    ['nothing', ''],
    ['half a file', '{"name": "Some'],
    ['a web page', '<!doctype html><title>Sign in</title>'],
    ['a list', '[]'],
    ['a word', '"profile"'],
    ['something enormous', JSON.stringify('x'.repeat(70_000))],
  ])('calls %s unreadable', (_, json) => {
    expect(readProfile(json)).toMatchObject({ ok: false, error: { code: 'profile_unreadable' } });
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
    ['no address at all', { tokenUrl: 'auth' }, /tokenUrl/],
    [
      'a redirect to another host',
      { redirectUris: ['http://localhost:4000/callback'] },
      /redirectUris\.0 must be http:\/\/127\.0\.0\.1:PORT/,
    ],
    ['no redirect', { redirectUris: [] }, /redirectUris must not be empty/],
    ['a field nobody knows', { clientKey: 'x' }, /unknown field clientKey/],
    ['v4 without a token address', { tokenUrl: undefined }, /needs authorizeUrl and tokenUrl/],
    ['legacy without its page', { interface: 'legacy' }, /needs connectUrl/],
    ['a scope that is no text', { scopes: [1] }, /scopes\.0 is missing or is not of type string/],
  ])('says what is wrong with %s', (_, changes, message) => {
    const answer = read(changes);
    expect(answer).toMatchObject({ ok: false, error: { code: 'profile_invalid' } });
    expect(answer.ok || answer.error.message).toMatch(message);
  });

  it('names every field that is wrong', () => {
    const answer = read({ name: 3, clientId: '', pkce: 'yes' });
    expect(!answer.ok && answer.error.detail?.split('\n')).toHaveLength(3);
  });

  it('never repeats a value, wherever the secret was put', () => {
    const fields = Object.keys(profileWith());
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
  it('shows the screen and the engine nothing secret', () => {
    const staging = { username: 'tester', password: 'canary-password' };
    expect(toPublic(profileWith({ staging, stagingUrl: 'https://staging.example.com' }))).toEqual({
      name: 'Somewhere',
      environment: 'staging',
      interface: 'v4',
      baseUrl: 'https://api.example.com',
      stagingUrl: 'https://staging.example.com',
      scopes: ['offline_access', 'supply::users.read'],
      hasStagingCredentials: true,
    });
  });

  it('tells the engine where a legacy service has account info, if it says so', () => {
    expect(toPublic(legacyProfileWith())).toMatchObject({
      interface: 'legacy',
      accountInfoPath: '/v2/get-service-info',
    });
    expect(toPublic(profileWithoutAccountInfo())).not.toHaveProperty('accountInfoPath');
  });

  it('keeps its name when its secret or scopes change, and has another for another client', () => {
    const name = profileIDOf(profileWith());
    expect(profileIDOf(profileWith({ clientSecret: 'new', scopes: ['a'] }))).toBe(name);
    expect(profileIDOf(profileWith({ clientId: 'client-2' }))).not.toBe(name);
  });
});
