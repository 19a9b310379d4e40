import { expect, describe, test } from 'vitest';
import { basic, openMarketplace, type TestLead } from './marketplace.ts';

describe('Staging', () => {
  test('creates a dummy business and a lead for it, both within reach of any token there', async () => {
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

  test('creates the lead for a business that is named', async () => {
    const market = await openMarketplace();
    const answer = await market.createTestLead({ businessID: market.business });
    expect((answer.json as TestLead).business.businessID).toBe(market.business);
    expect((await market.createTestLead({ businessID: '1' })).status).toBe(404);
    expect((await market.createTestLead({ businessID: 1 })).status).toBe(400);
  });

  test('is closed without its credentials', async () => {
    const market = await openMarketplace();
    expect((await market.createTestLead({}, basic('staging', 'wrong'))).status).toBe(401);
  });
});
