/**
 * Plays scenarios into a real sandbox over HTTP and checks the effect of each step through the service's public
 * interface. The test controls time, so no step really waits.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseProfile } from '../../../main/connect/profiles.ts';
import {
  listBusinesses,
  CannotPlay,
  isConnected,
  openControl,
} from '../../../scenarios/control.ts';
import { playScenario } from '../../../scenarios/play.ts';
import { buildProfile } from '../../../scenarios/profile.ts';
import { parseScenario, type Scenario } from '../../../scenarios/scenario.ts';
import { openMarketplace, type Marketplace, type Tokens } from '../sandbox/marketplace.ts';
import { openReceiver } from '../sandbox/receiver.ts';

const ann = {
  as: 'ann',
  business: 2,
  customer: { firstName: 'Ann', lastName: 'Lee', phone: '+16175550100' },
  description: 'The tap drips.',
};

const buildScenario = (steps: readonly object[]): Scenario => {
  const read = parseScenario(JSON.stringify({ name: 'A', description: 'B', steps }));
  if (!read.ok) throw new Error(read.mistakes.join('\n'));
  return read.scenario;
};

/** Plays steps; `waits` is called with the duration of each wait. */
const playIn = async (
  market: Marketplace,
  steps: readonly object[],
  {
    speed = 1,
    waits = async () => undefined,
    stop = new AbortController(),
  }: {
    readonly speed?: number;
    readonly waits?: (ms: number) => Promise<unknown>;
    readonly stop?: AbortController;
  } = {},
) => {
  const { url, token } = market.ready.control;
  const control = openControl(url, token);
  const lines: string[] = [];
  const businesses = await listBusinesses(control);
  const ended = playScenario({
    scenario: buildScenario(steps),
    control,
    businesses,
    speed,
    wait: waits,
    report: (line) => void lines.push(line),
    signal: stop.signal,
  });
  return { ended: await ended.catch((error: unknown) => error), lines };
};

type Negotiation = {
  readonly negotiationID: string;
  readonly status: string;
  readonly leadPrice: string;
  readonly chargeState: string;
  readonly customer: object;
  readonly request: { readonly description: string };
};

/** The newest lead of the second business, as the app reads it. */
const readNewest = async (market: Marketplace, tokens: Tokens): Promise<Negotiation> => {
  const path = `/v4/businesses/${market.ready.businesses[1]?.businessID}/negotiations`;
  const { json } = await market.call(tokens, 'GET', path);
  return (json as { data: [Negotiation] }).data[0];
};
const open = () => openMarketplace({ leads: 3, listNegotiations: true });

describe('a step affects what an app sees:', () => {
  test('a lead, with its words, at the chosen business', async () => {
    const market = await open();
    const { ended, lines } = await playIn(market, [{ lead: ann }]);
    expect(ended).toBe(true);
    expect(await readNewest(market, await market.connect())).toMatchObject({
      customer: ann.customer,
      request: { description: 'The tap drips.' },
      business: market.ready.businesses[1],
    });
    expect(lines).toEqual([
      `0:00  new lead for ${market.ready.businesses[1]?.name}: Ann Lee, “The tap drips.”`,
    ]);
  });

  test('a message of the customer, with a photo', async () => {
    const market = await open();
    const { lines } = await playIn(market, [
      { lead: ann },
      { message: { lead: 'ann', text: 'It is worse now.', photo: true } },
    ]);
    const tokens = await market.connect();
    const { negotiationID } = await readNewest(market, tokens);
    const path = `/v4/negotiations/${negotiationID}/messages`;
    const { json } = await market.call(tokens, 'GET', path);
    expect(json).toMatchObject({
      data: [{ from: 'Customer', text: 'It is worse now.', attachments: [{}] }],
    });
    expect(lines[1]).toBe('0:00  Ann Lee writes: “It is worse now.”');
  });

  test('a price and a status', async () => {
    const market = await open();
    const tokens = await market.connect();
    await playIn(market, [
      { lead: ann },
      { price: { lead: 'ann', leadPrice: '$48.00' } },
      { status: { lead: 'ann', status: 'Picked' } },
    ]);
    expect(await readNewest(market, tokens)).toMatchObject({
      leadPrice: '$48.00',
      chargeState: 'Charged',
      status: 'Picked',
    });
  });

  test('a review', async () => {
    const market = await open();
    const tokens = await market.connect();
    await playIn(market, [{ review: { business: 2, rating: 4, text: 'On time.' } }]);
    const path = `/v4/businesses/${market.ready.businesses[1]?.businessID}/reviews`;
    const { text } = await market.call(tokens, 'GET', path);
    expect(text).toContain('On time.');
  });

  test('a fault that lasts for a time, and one that lasts for a number of requests', async () => {
    const market = await open();
    const tokens = await market.connect();
    const ask = async (path = '/v4/users/self') => (await market.call(tokens, 'GET', path)).status;
    const seen: number[][] = [];
    const { lines } = await playIn(
      market,
      [
        { fault: { match: { path: '/v4/users' }, status: 503 } },
        { after: '1m', clearFaults: {} },
        { after: '1s', fault: { times: 2, status: 502 } },
        { after: '1s', clearFaults: {} },
      ],
      {
        waits: async () => {
          seen.push([await ask(), await ask(), await ask(), await ask('/v4/businesses')]);
        },
      },
    );
    expect(seen).toEqual([
      [503, 503, 503, 200],
      [200, 200, 200, 200],
      [502, 502, 200, 200],
    ]);
    expect(lines).toEqual([
      '0:00  every request to /v4/users will fail',
      '1:00  the marketplace works again',
      '1:01  the next 2 requests to the marketplace will fail',
      '1:02  the marketplace works again',
    ]);
  });

  test('a policy for deliveries', async () => {
    const market = await open();
    const tokens = await market.connect();
    const partner = await openReceiver();
    const [, business] = market.ready.businesses;
    await market.call(tokens, 'POST', `/v4/businesses/${business?.businessID}/webhooks`, {
      webhookURL: partner.url,
      enabled: true,
      eventTypes: ['NegotiationCreatedV4'],
    });
    await playIn(market, [{ deliveries: { duplicate: 1 } }, { lead: ann }]);
    await expect.poll(() => partner.received.length).toBe(2);
    expect(partner.received[0]?.body).toEqual(partner.received[1]?.body);
  });

  test('a clock change that makes tokens expire, and a revocation', async () => {
    const market = await open();
    const ask = async (tokens: Tokens) =>
      (await market.call(tokens, 'GET', '/v4/users/self')).status;
    const tokens = await market.connect();
    await playIn(market, [{ clock: { advance: '2h' } }]);
    expect(await ask(tokens)).toBe(401);
    const newer = await market.connect();
    expect(await ask(newer)).toBe(200);
    await playIn(market, [{ revokeTokens: {} }]);
    expect(await ask(newer)).toBe(401);
    expect((await market.refresh(newer.refresh_token)).status).not.toBe(200);
  });
});

describe('steps follow their times', () => {
  const steps = [
    { after: '5s', lead: ann },
    { at: '20s', message: { lead: 'ann', text: 'First' } },
    { message: { lead: 'ann', text: 'At once' } },
    { after: '2m', message: { lead: 'ann', text: 'Late' } },
  ];

  test.each([
    [1, [5_000, 15_000, 120_000]],
    [10, [500, 1_500, 12_000]],
  ])('at speed %d', async (speed, expected) => {
    const waited: number[] = [];
    const waits = async (ms: number) => void waited.push(ms);
    const { lines } = await playIn(await open(), steps, { speed, waits });
    expect(waited).toEqual(expected);
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['0:05', '0:20', '0:20', '2:20']);
  });

  test('until they are stopped, which clears a lasting fault', async () => {
    const market = await open();
    const tokens = await market.connect();
    const stop = new AbortController();
    const waits = async () => {
      stop.abort();
      throw new Error('stopped');
    };
    const { ended, lines } = await playIn(
      market,
      [{ fault: { status: 503 } }, { after: '1m', lead: ann }],
      { stop, waits },
    );
    expect(ended).toBe(false);
    expect(lines).toHaveLength(1);
    expect((await market.call(tokens, 'GET', '/v4/users/self')).status).toBe(200);
  });
});

describe('a refusal by the sandbox', () => {
  test('ends the scenario with the step and the reason', async () => {
    const market = await open();
    const { ended, lines } = await playIn(
      market,
      [{ lead: ann }, { after: '1s', message: { lead: 'ann', text: 'Hi' } }, { clearFaults: {} }],
      { waits: () => market.control('POST', '/reset') },
    );
    expect(ended).toBeInstanceOf(CannotPlay);
    expect((ended as Error).message).toMatch(
      /^steps\[1\]: the sandbox refused \/leads\/\d+\/messages with 404: There is no such negotiation\.$/,
    );
    expect(lines).toHaveLength(1);
  });

  test('names a wrong token, an unreachable sandbox and an invalid address', async () => {
    const market = await open();
    const { url } = market.ready.control;
    await expect(openControl(url, 'wrong').call('GET', '/stats')).rejects.toThrow(
      'the sandbox refused /stats with 401: The control token is wrong.',
    );
    await expect(
      openControl('http://127.0.0.1:1/sandbox', '').call('GET', '/stats'),
    ).rejects.toThrow('the sandbox at http://127.0.0.1:1/sandbox does not answer');
    for (const other of ['https://example.com/sandbox', 'http://192.0.2.1/sandbox', 'sandbox'])
      expect(() => openControl(other, 'secret')).toThrow('http://127.0.0.1:PORT/sandbox');
  });
});

test('an app counts as connected once it has listed its webhooks', async () => {
  const market = await open();
  const { url, token } = market.ready.control;
  const control = openControl(url, token);
  expect(await isConnected(control)).toBe(false);
  const tokens = await market.connect();
  expect(await isConnected(control)).toBe(false);
  await market.call(tokens, 'GET', `/v4/businesses/${market.business}/webhooks`);
  expect(await isConnected(control)).toBe(true);
});

test('Hearthline accepts the profile of a sandbox', async () => {
  const market = await open();
  expect(parseProfile(JSON.stringify(buildProfile(market.ready, 'Burst pipe')))).toMatchObject({
    ok: true,
    value: { name: 'Burst pipe', environment: 'sandbox', baseUrl: market.ready.baseUrl },
  });
});

test('a shipped scenario can be played to its end', async () => {
  const file = join(import.meta.dirname, '../../../scenarios/burst-pipe.json');
  const { steps } = JSON.parse(readFileSync(file, 'utf8')) as { steps: object[] };
  const market = await openMarketplace({ seed: 11, businesses: 1, leads: 8 });
  const tokens = await market.connect();
  const { ended, lines } = await playIn(market, steps);
  expect([ended, lines.length]).toEqual([true, steps.length]);
  expect(lines[0]).toContain('Hometown Plumbing: Dana Whitfield');
  expect((await market.call(tokens, 'GET', '/v4/users/self')).status).toBe(200);
});
