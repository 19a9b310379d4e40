import { describe, expect, it } from 'vitest';
import { fetchSelf } from '../../../main/connect/self.ts';
import { handClock } from './support/hand-clock.ts';

/** Asks a service that gives these answers, one after the other. */
const askOver = async (...answers: (() => Response)[]) => {
  const clock = handClock();
  const asked: { address: string; options: RequestInit }[] = [];
  const answer = fetchSelf(
    async (address, options) => {
      asked.push({ address, options });
      const next = answers.shift();
      if (!next) throw new Error('asked too often');
      return next();
    },
    clock,
    'https://api.example.com/',
    'access-1',
  );
  await clock.advance(60_000);
  return { answer: await answer, asked };
};
const json = (body: unknown) => () => new Response(JSON.stringify(body), { status: 200 });
const status = (number: number) => () => new Response('', { status: number });
const ann = { userID: '7', email: 'ann@example.com', firstName: 'Ann', lastName: 'Lee' };
const knownAnn = { userID: '7', email: 'ann@example.com', userName: 'Ann Lee' };

describe('who signed in', () => {
  it('is asked with the new token', async () => {
    const { answer, asked } = await askOver(json(ann));
    expect(answer).toEqual({ ok: true, value: knownAnn });
    expect(asked[0]?.address).toBe('https://api.example.com/api/v4/users/self');
    expect(new Headers(asked[0]?.options.headers).get('authorization')).toBe('Bearer access-1');
  });

  it.each<[string, object, object]>([
    ['a number for an id', { ...ann, userID: 7 }, knownAnn],
    ['unknown fields', { ...ann, rank: {} }, knownAnn],
    ['an id and nothing else', { userID: '7' }, { userID: '7', email: '', userName: '' }],
    ['names that are no texts', { ...ann, firstName: 1, lastName: null }, { userName: '' }],
  ])('is understood from %s', async (_, body, self) => {
    expect((await askOver(json(body))).answer).toMatchObject({ ok: true, value: self });
  });

  it.each([401, 403])('stays unknown when the grant does not cover it (%i)', async (number) => {
    const unknown = { userID: null, userName: '', email: '' };
    expect((await askOver(status(number))).answer).toEqual({ ok: true, value: unknown });
  });

  it('is asked again after one bad moment, so that the consent is not lost', async () => {
    const cut = (): Response => {
      throw new TypeError('fetch failed');
    };
    const { answer, asked } = await askOver(cut, status(503), json(ann));
    expect(answer).toEqual({ ok: true, value: knownAnn });
    expect(asked).toHaveLength(3);
  });

  it.each<[string, () => Response, string]>([
    ['a web page', () => new Response('<html>'), 'unexpected_answer'],
    ['an empty 202', status(202), 'unexpected_answer'],
    ['no id', json({ email: 'x' }), 'unexpected_answer'],
    ['a broken service', status(500), 'service_unavailable'],
  ])('is given up after three times %s', async (_, answer, code) => {
    expect((await askOver(answer, answer, answer)).answer).toMatchObject({
      ok: false,
      error: { code },
    });
  });
});
