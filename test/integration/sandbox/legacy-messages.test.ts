import { describe, expect, test } from 'vitest';
import { createLead, buildMessagePath, createPartner, fetchThread } from './legacy-partner.ts';
import { sendRequest, openMarketplace, type Answer, type TestLead } from './marketplace.ts';
import { openReceiver } from './receiver.ts';

async function openConnection() {
  const market = await openMarketplace();
  const partner = createPartner(market);
  const pair = await partner.connect();
  const leadID = await createLead(market);
  return { market, partner, pair, leadID };
}
type Connected = Awaited<ReturnType<typeof openConnection>>;

describe('A message that the professional sends through the legacy interface', () => {
  test.each(['/v2', '/v1', '/staging/v2', '/staging/v1'] as const)(
    'is accepted at %s and stored as the business’s',
    async (form) => {
      const { market, partner, pair, leadID } = await openConnection();
      const answer = await partner.write(
        pair,
        buildMessagePath(market.business, leadID, form),
        'On my way',
      );
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({ status: 'success' });
      expect(await fetchThread(market, leadID)).toEqual([{ from: 'Business', text: 'On my way' }]);
      expect(await market.control('GET', '/stats')).toMatchObject({ messages: { received: 1 } });
    },
  );

  test('is published as MessageCreatedV4 and MessageCreated', async () => {
    const { market, partner, pair, leadID } = await openConnection();
    const receiver = await openReceiver();
    const tokens = await market.connect();
    const hook = (path: string, eventType: string) =>
      market.call(tokens, 'POST', path, {
        webhookURL: receiver.url,
        eventTypes: [eventType],
        enabled: true,
      });
    await hook(`/v4/businesses/${market.business}/webhooks`, 'MessageCreatedV4');
    await hook('/v4/users/webhooks', 'MessageCreated');
    await partner.write(pair, buildMessagePath(market.business, leadID), 'Hello');
    const bodies = (await receiver.atLeast(2)).map(
      ({ body }) => body as { event: { eventType: string }; data: unknown },
    );
    expect(bodies.map(({ event }) => event.eventType).sort()).toEqual([
      'MessageCreated',
      'MessageCreatedV4',
    ]);
    for (const { data } of bodies)
      expect(data).toMatchObject({ negotiationID: leadID, from: 'Business', text: 'Hello' });
  });

  test('may be 16,384 characters long', async () => {
    const { market, partner, pair, leadID } = await openConnection();
    const text = 'x'.repeat(16_384);
    await partner.write(pair, buildMessagePath(market.business, leadID), text);
    expect(await fetchThread(market, leadID)).toEqual([{ from: 'Business', text }]);
  });

  const post = ({ market, pair, leadID }: Connected, json: unknown) =>
    market.call(pair, 'POST', buildMessagePath(market.business, leadID), json);
  const raw = ({ market, pair, leadID }: Connected, type: string | undefined, text: string) =>
    fetch(market.ready.baseUrl + buildMessagePath(market.business, leadID), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${pair.access_token}`,
        ...(type ? { 'content-type': type } : {}),
      },
      body: Buffer.from(text),
    }).then(async (answer) => ({ status: answer.status, json: (await answer.json()) as unknown }));

  test.each<[string, number, string, (of: Connected) => Promise<Pick<Answer, 'status' | 'json'>>]>([
    ['no text', 400, 'INVALID_REQUEST', (of) => post(of, {})],
    ['an empty text', 400, 'INVALID_REQUEST', (of) => post(of, { text: '' })],
    ['a text that is none', 400, 'INVALID_REQUEST', (of) => post(of, { text: 7 })],
    ['too long a text', 400, 'INVALID_REQUEST', (of) => post(of, { text: 'x'.repeat(16_385) })],
    ['no body', 400, 'INVALID_REQUEST', (of) => post(of, undefined)],
    [
      'a body that is not JSON',
      400,
      'INVALID_REQUEST',
      (of) => raw(of, 'application/json', '{text'),
    ],
    ['no content type', 400, 'INVALID_REQUEST', (of) => raw(of, undefined, '{"text":"Hi"}')],
    [
      'another content type',
      400,
      'INVALID_REQUEST',
      (of) => raw(of, 'text/plain', '{"text":"Hi"}'),
    ],
    [
      'no token',
      401,
      'INVALID_TOKEN',
      ({ market, leadID }) =>
        sendRequest(market.ready.baseUrl + buildMessagePath(market.business, leadID), {
          json: { text: 'Hi' },
        }),
    ],
    [
      'a token that nobody was given',
      401,
      'INVALID_TOKEN',
      ({ market, partner, leadID }) =>
        partner.write({ access_token: 'x' }, buildMessagePath(market.business, leadID), 'Hi'),
    ],
    [
      'the token of a business that was disconnected',
      401,
      'INVALID_TOKEN',
      async ({ market, partner, pair, leadID }) => {
        await partner.disconnect(market.business);
        return partner.write(pair, buildMessagePath(market.business, leadID), 'Hi');
      },
    ],
    [
      'the token of another business',
      403,
      'INSUFFICIENT_SCOPE',
      async ({ market, partner, leadID }) => {
        const other = await partner.connect(market.ready.businesses[1]?.businessID);
        return partner.write(other, buildMessagePath(market.business, leadID), 'Hi');
      },
    ],
    [
      'a lead that does not exist',
      404,
      'NOT_FOUND',
      ({ market, partner, pair }) =>
        partner.write(pair, buildMessagePath(market.business, '1'), 'Hi'),
    ],
    [
      'a lead of another business',
      404,
      'NOT_FOUND',
      async ({ market, partner, pair }) => {
        const foreign = await createLead(market, market.ready.businesses[1]?.businessID);
        return partner.write(pair, buildMessagePath(market.business, foreign), 'Hi');
      },
    ],
    [
      'a business that does not exist',
      404,
      'NOT_FOUND',
      ({ partner, pair, leadID }) => partner.write(pair, buildMessagePath('1', leadID), 'Hi'),
    ],
  ])('with %s is refused with %i %s and not kept', async (_what, status, error, send) => {
    const of = await openConnection();
    const answer = await send(of);
    expect({ status: answer.status, json: answer.json }).toEqual({
      status,
      json: { error, error_description: expect.stringMatching(/./) as string },
    });
    expect(await fetchThread(of.market, of.leadID)).toEqual([]);
  });

  test.each([undefined, 'text/plain', 'application/x-www-form-urlencoded'])(
    'is rejected with the content type %s',
    async (type) => {
      const { json } = await raw(await openConnection(), type, '{"text":"Hi"}');
      expect(json).toMatchObject({
        error_description: expect.stringContaining('Content-Type') as string,
      });
    },
  );

  test('reaches a test lead with any legacy token on staging, and never on production', async () => {
    const { market, partner, pair } = await openConnection();
    const { leadID, business } = (await market.createTestLead()).json as TestLead;
    const path = (form: '/v2' | '/staging/v2') =>
      buildMessagePath(business.businessID, leadID, form);
    expect((await partner.write(pair, path('/staging/v2'), 'Hi')).status).toBe(200);
    expect(await fetchThread(market, leadID)).toEqual([{ from: 'Business', text: 'Hi' }]);
    expect((await partner.write(pair, path('/v2'), 'Hi')).status).toBe(403);
  });

  test('counts against the rate limit, which answers 429 with Retry-After', async () => {
    const market = await openMarketplace({ rateLimit: 1 });
    const partner = createPartner(market);
    const pair = await partner.connect();
    const leadID = await createLead(market);
    const path = buildMessagePath(market.business, leadID);
    expect((await partner.write(pair, path, 'One')).status).toBe(200);
    const answer = await partner.write(pair, path, 'Two');
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.json).toMatchObject({ error: 'TOO_MANY_REQUESTS' });
    await market.advance(60);
    expect((await partner.write(pair, path, 'Three')).status).toBe(200);
  });
});

describe('A message of a test client', () => {
  test.each(['/v2', '/v1', '/staging/v2', '/staging/v1'] as const)(
    'is validated at %s, gets a dummy response, and has no effect',
    async (form) => {
      const market = await openMarketplace();
      const partner = createPartner(market, 'legacyTest');
      const pair = await partner.connect();
      const leadID = await createLead(market);
      const answer = await partner.write(
        pair,
        buildMessagePath(market.business, leadID, form),
        'Hi',
      );
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({ status: 'validated' });
      expect(await fetchThread(market, leadID)).toEqual([]);
      expect(await market.control('GET', '/stats')).toMatchObject({ messages: { received: 0 } });
      expect((await partner.write(pair, buildMessagePath('1', '2', form), 'Hi')).status).toBe(200);
    },
  );

  test('is rejected for an invalid token, text or content type', async () => {
    const market = await openMarketplace();
    const partner = createPartner(market, 'legacyTest');
    const pair = await partner.connect();
    const path = buildMessagePath(market.business, '1');
    expect((await partner.write({ access_token: 'x' }, path, 'Hi')).status).toBe(401);
    expect((await partner.write(pair, path, '')).status).toBe(400);
    const form = await sendRequest(market.ready.baseUrl + path, {
      form: { text: 'Hi' },
      headers: { authorization: `Bearer ${pair.access_token}` },
    });
    expect(form.status).toBe(400);
  });
});
