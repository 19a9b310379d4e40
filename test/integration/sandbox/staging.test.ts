import { expect, describe, test } from 'vitest';
import { z } from 'zod';
import { buildMessagePath, createPartner, fetchThread } from './legacy-partner.ts';
import {
  formatBasic,
  sendRequest,
  openMarketplace,
  type Marketplace,
  type TestLead,
} from './marketplace.ts';
import { openReceiver } from './receiver.ts';

/** The fields of the test lead in the specification. */
const text = z.string().min(1);
const testLead = z.strictObject({
  leadID: text,
  createTimestamp: z.string().regex(/^\d{10}$/),
  price: text,
  request: z.strictObject({
    requestID: text,
    category: text,
    title: text,
    description: text,
    schedule: text,
    location: z.strictObject({ city: text, state: text, zipCode: text }),
    travelPreferences: text,
  }),
  customer: z.strictObject({ customerID: text, name: text }),
  business: z.strictObject({ businessID: text, name: text }),
});

describe('Staging', () => {
  test('creates a dummy business with a lead, both accessible with any token', async () => {
    const market = await openMarketplace();
    const tokens = await market.connect();
    const answer = await market.createTestLead();
    const text = expect.any(String) as string;
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      leadID: expect.stringMatching(/^\d{18}$/) as string,
      createTimestamp: expect.stringMatching(/^\d{10}$/) as string,
      price: text,
      request: {
        requestID: text,
        category: text,
        title: text,
        description: text,
        schedule: text,
        location: { city: text, state: text, zipCode: text },
        travelPreferences: text,
      },
      customer: { customerID: text, name: text },
      business: { businessID: text, name: text },
    });
    const { leadID, business } = answer.json as TestLead;
    const lead = await market.call(tokens, 'GET', `/staging/api/v4/negotiations/${leadID}`);
    expect(lead.json).toMatchObject({ negotiationID: leadID, business });
    const path = `/staging/v4/negotiations/${leadID}/messages`;
    expect((await market.call(tokens, 'POST', path, { text: 'Hi' })).status).toBe(200);
    const hooks = `/staging/v4/businesses/${business.businessID}/webhooks`;
    expect((await market.call(tokens, 'GET', hooks)).status).toBe(200);
  });

  test('creates a lead for a given business', async () => {
    const market = await openMarketplace();
    const answer = await market.createTestLead({ businessID: market.business });
    expect((answer.json as TestLead).business.businessID).toBe(market.business);
    expect((await market.createTestLead({ businessID: '1' })).status).toBe(404);
    expect((await market.createTestLead({ businessID: 1 })).status).toBe(400);
  });

  test('every field of every test lead is a non-empty string', async () => {
    const market = await openMarketplace();
    for (let i = 0; i < 60; i++) {
      const body = i % 2 ? {} : { businessID: market.business };
      expect(testLead.safeParse((await market.createTestLead(body)).json).error).toBeUndefined();
    }
  });

  test.each(['with', 'without'])(
    'returns ids %s a given business to which a reply can be sent, by both versions of the path',
    async (how) => {
      const market = await openMarketplace();
      const partner = createPartner(market);
      const pair = await partner.connect();
      const answer = await market.createTestLead(
        how === 'with' ? { businessID: market.ready.businesses[1]?.businessID } : {},
      );
      const { leadID, business } = answer.json as TestLead;
      for (const form of ['/staging/v2', '/staging/v1'] as const) {
        const path = buildMessagePath(business.businessID, leadID, form);
        expect((await partner.write(pair, path, form)).json).toEqual({ status: 'success' });
      }
      expect(await fetchThread(market, leadID)).toEqual([
        { from: 'Business', text: '/staging/v2' },
        { from: 'Business', text: '/staging/v1' },
      ]);
    },
  );

  test('sends the lead to the partner when the given business is connected', async () => {
    const market = await openMarketplace();
    const receiver = await openReceiver();
    const { url } = receiver;
    await market.control('POST', '/partner', { baseUrl: url, username: 'a', password: 'b' });
    await createPartner(market).connect();
    const answer = await market.createTestLead({ businessID: market.business });
    const [lead] = await receiver.atLeast(1);
    expect(lead?.body).toMatchObject({ leadID: (answer.json as TestLead).leadID });
  });

  test.each<[string, (ready: Marketplace['ready']) => string]>([
    ['a wrong password', ({ staging }) => formatBasic(staging.username, 'wrong')],
    ['a wrong username', ({ staging }) => formatBasic('nobody', staging.password)],
    [
      'a legacy client’s credentials',
      ({ legacy }) => formatBasic(legacy.clientId, legacy.clientSecret),
    ],
    ['no credentials', () => ''],
  ])('refuses %s with 401', async (_what, credentials) => {
    const market = await openMarketplace();
    const answer = await market.createTestLead({}, credentials(market.ready));
    expect(answer.status).toBe(401);
    expect(answer.json).toMatchObject({ error: 'UNAUTHORIZED' });
  });

  test('rejects a body that is not JSON with 400', async () => {
    const market = await openMarketplace();
    const { username, password } = market.ready.staging;
    const answer = await sendRequest(`${market.ready.stagingUrl}/v1/test/create-lead`, {
      form: { businessID: market.business },
      headers: { authorization: formatBasic(username, password) },
    });
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ error: 'INVALID_REQUEST' });
  });

  test('does not offer the call on production', async () => {
    const market = await openMarketplace();
    const { username, password } = market.ready.staging;
    const answer = await sendRequest(`${market.ready.baseUrl}/v1/test/create-lead`, {
      json: {},
      headers: { authorization: formatBasic(username, password) },
    });
    expect(answer.status).toBe(404);
  });
});
