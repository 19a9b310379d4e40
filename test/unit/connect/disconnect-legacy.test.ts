import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { disconnectLegacy } from '../../../main/connect/disconnect-legacy.ts';
import { createHandClock } from './support/hand-clock.ts';
import { canarySecret, buildLegacyProfile } from './support/service.ts';

/** Disconnects business 5&5 at a service with these responses, in order. */
const disconnectOver = (...answers: (() => Response)[]) => disconnectWhile(() => true, ...answers);
const disconnectWhile = async (isWanted: () => boolean, ...answers: (() => Response)[]) => {
  const clock = createHandClock();
  const asked: { address: string; options: RequestInit }[] = [];
  const answer = disconnectLegacy(
    async (address, options) => {
      asked.push({ address, options });
      const next = answers.shift();
      if (!next) throw new Error('asked too often');
      return next();
    },
    clock,
    buildLegacyProfile({ baseUrl: 'https://api.example.com/' }),
    '5&5',
    isWanted,
  );
  await clock.advance(60_000);
  return { answer: await answer, asked };
};
const done = () => Response.json({ business_pk: '5&5', client_id: 'client-1' });
const status = (number: number) => () => new Response(null, { status: number });
const cut = (): never => {
  throw new TypeError(`fetch failed for ${canarySecret}`);
};

describe('disconnecting a business at the legacy service', () => {
  it('sends the business in the query with the client’s credentials', async () => {
    const { answer, asked } = await disconnectOver(done);
    expect(answer).toEqual({ ok: true, value: {} });
    expect(asked).toHaveLength(1);
    const { address = '', options } = asked[0] ?? {};
    expect(address).toBe('https://api.example.com/v2/disconnect-partner?business_pk=5%265');
    expect(options).toMatchObject({ method: 'POST', redirect: 'manual' });
    expect(new Headers(options?.headers).get('authorization')).toBe(
      `Basic ${Buffer.from(`client-1:${canarySecret}`).toString('base64')}`,
    );
  });

  it.each([404, 409, 410])('succeeds when the business is not connected (%i)', async (number) => {
    expect((await disconnectOver(status(number))).answer).toEqual({ ok: true, value: {} });
  });

  it('is retried after temporary failures', async () => {
    const { answer, asked } = await disconnectOver(cut, status(503), done);
    expect([answer, asked.length]).toEqual([{ ok: true, value: {} }, 3]);
  });

  it('is not retried once the business is reconnected', async () => {
    let isWanted = true;
    const fail = () => {
      isWanted = false;
      return status(503)();
    };
    const { answer, asked } = await disconnectWhile(() => isWanted, fail, done);
    expect(answer).toMatchObject({ ok: false, error: { code: 'conflict' } });
    expect(asked).toHaveLength(1);
  });

  it.each<[string, number, () => Response, string]>([
    ['wrong credentials', 1, status(401), 'connect_refused'],
    [
      'INVALID_CLIENT',
      1,
      () => Response.json({ error: 'INVALID_CLIENT' }, { status: 400 }),
      'connect_refused',
    ],
    ['a firewall', 1, status(403), 'forbidden'],
    ['a firewall’s empty success', 3, status(202), 'unexpected_answer'],
    ['a success without content', 3, status(200), 'unexpected_answer'],
    [
      'a redirect',
      3,
      () => new Response(null, { status: 302, headers: { location: '/x' } }),
      'unexpected_answer',
    ],
    ['a broken service', 3, status(500), 'service_unavailable'],
    ['no connection', 3, cut, 'offline'],
  ])(
    'fails for %s after %i tries, without a secret in the failure',
    async (_, tries, respond, code) => {
      const { answer, asked } = await disconnectOver(respond, respond, respond);
      expect(answer).toMatchObject({ ok: false, error: { code } });
      expect(asked).toHaveLength(tries);
      expect(inspect(answer, { depth: 20 })).not.toMatch(/canary|business_pk/);
    },
  );
});
