import { describe, expect, it } from 'vitest';
import { fetchSelf } from '../../../main/connect/self.ts';
import type { ServiceProfile } from '../../../contract/profile.ts';
import { createHandClock } from './support/hand-clock.ts';
import {
  buildLegacyProfile,
  buildProfile,
  buildProfileWithoutAccountInfo,
} from './support/service.ts';

/** Asks a profile's service with these responses, in order. */
const askBy = async (profile: ServiceProfile, ...answers: (() => Response)[]) => {
  const clock = createHandClock();
  const asked: { address: string; options: RequestInit }[] = [];
  const answer = fetchSelf(
    async (address, options) => {
      asked.push({ address, options });
      const next = answers.shift();
      if (!next) throw new Error('asked too often');
      return next();
    },
    clock,
    profile,
    'access-1',
  );
  await clock.advance(60_000);
  return { answer: await answer, asked };
};
const ask = (...answers: (() => Response)[]) => askBy(buildProfile(), ...answers);
const json = (body: unknown) => () => new Response(JSON.stringify(body), { status: 200 });
const status = (number: number) => () => new Response('', { status: number });
const ann = { userID: '7', email: 'ann@example.com', firstName: 'Ann', lastName: 'Lee' };
const knownAnn = { userID: '7', email: 'ann@example.com', userName: 'Ann Lee', scopes: null };

describe('the signed-in person', () => {
  it('is requested with the new token', async () => {
    const { answer, asked } = await ask(json(ann));
    expect(answer).toEqual({ ok: true, value: knownAnn });
    expect(asked[0]?.address).toBe('https://api.example.com/api/v4/users/self');
    expect(new Headers(asked[0]?.options.headers).get('authorization')).toBe('Bearer access-1');
  });

  it.each(['', '/', '/api', '/api/'])(
    'is requested below a base address that ends in “%s”',
    async (end) => {
      const profile = buildProfile({ baseUrl: `https://api.example.com${end}` });
      const { asked } = await askBy(profile, json(ann));
      expect(asked[0]?.address).toBe('https://api.example.com/api/v4/users/self');
    },
  );

  it.each<[string, object, object]>([
    ['a number as id', { ...ann, userID: 7 }, knownAnn],
    ['unknown fields', { ...ann, rank: {} }, knownAnn],
    ['only an id', { userID: '7' }, { ...knownAnn, email: '', userName: '' }],
    ['names that are not text', { ...ann, firstName: 1, lastName: null }, { userName: '1' }],
    [
      'names that are objects',
      { ...ann, firstName: {}, lastName: [{}], email: true },
      { userName: '' },
    ],
    ['lists of one', { ...ann, userID: ['7'], firstName: ['Ann'] }, knownAnn],
  ])('is understood from %s', async (_, body, self) => {
    expect((await ask(json(body))).answer).toMatchObject({ ok: true, value: self });
  });

  it.each([401, 403])('stays unknown when the grant does not cover it (%i)', async (number) => {
    const unknown = { userID: null, userName: '', email: '', scopes: null };
    expect((await ask(status(number))).answer).toEqual({ ok: true, value: unknown });
  });

  it('is requested again after temporary failures', async () => {
    const cut = (): Response => {
      throw new TypeError('fetch failed');
    };
    const { answer, asked } = await ask(cut, status(503), json(ann));
    expect(answer).toEqual({ ok: true, value: knownAnn });
    expect(asked).toHaveLength(3);
  });

  it.each<[string, () => Response, string]>([
    ['a web page', () => new Response('<html>'), 'unexpected_answer'],
    ['an empty 202', status(202), 'unexpected_answer'],
    ['no id', json({ email: 'x' }), 'unexpected_answer'],
    ['a blank id', json({ userID: ' ' }), 'unexpected_answer'],
    ['an id that is an object', json({ userID: {} }), 'unexpected_answer'],
    ['a list', json([ann]), 'unexpected_answer'],
    ['a broken service', status(500), 'service_unavailable'],
  ])('fails after three times %s', async (_, answer, code) => {
    expect((await ask(answer, answer, answer)).answer).toMatchObject({
      ok: false,
      error: { code },
    });
  });
});

describe('the business of a legacy grant', () => {
  const info = {
    business_pk: '555',
    client_id: 'client-1',
    scope: ['messages'],
    business_name: 'Lee Plumbing',
  };
  const known = { userID: '555', userName: 'Lee Plumbing', email: '', scopes: ['messages'] };
  const unknown = { userID: null, userName: 'Somewhere', email: '', scopes: null };

  it('is requested at the profile’s path with the new token', async () => {
    const profile = buildLegacyProfile({ accountInfoPath: '/v2/get-x-info?full=1' });
    const { answer, asked } = await askBy(profile, json(info));
    expect(answer).toEqual({ ok: true, value: known });
    expect(asked[0]?.address).toBe('https://api.example.com/v2/get-x-info?full=1');
    expect(new Headers(asked[0]?.options.headers).get('authorization')).toBe('Bearer access-1');
  });

  it.each<[string, object, object]>([
    ['a number as id', { ...info, business_pk: 555 }, known],
    ['only an id', { business_pk: '555' }, { ...known, userName: '', scopes: null }],
    ['scopes that are not a list', { ...info, scope: 'messages' }, { ...known, scopes: null }],
    ['a name that is a number', { ...info, business_name: 24 }, { ...known, userName: '24' }],
  ])('is understood from %s', async (_, body, self) => {
    expect((await askBy(buildLegacyProfile(), json(body))).answer).toEqual({
      ok: true,
      value: self,
    });
  });

  it('stays unknown without an account info path, and the profile provides the name', async () => {
    const { answer, asked } = await askBy(buildProfileWithoutAccountInfo());
    expect([answer, asked]).toEqual([{ ok: true, value: unknown }, []]);
  });

  it('stays unknown when the grant does not cover it', async () => {
    const { answer } = await askBy(buildLegacyProfile(), status(403));
    expect(answer).toEqual({ ok: true, value: unknown });
  });

  it.each([401, 404])('fails when a fresh token is refused with %i', async (number) => {
    const answers = [status(number), status(number), status(number)];
    expect((await askBy(buildLegacyProfile(), ...answers)).answer).toMatchObject({ ok: false });
  });
});
