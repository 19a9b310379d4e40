import { expect, test } from 'vitest';
import { createLead, fetchThread } from './legacy-partner.ts';
import { openMarketplace } from './marketplace.ts';
import { openReceiver } from './receiver.ts';

test('A fault with a status leaves the request unprocessed', async () => {
  const market = await openMarketplace();
  const tokens = await market.connect();
  const leadID = await createLead(market);
  const path = `/api/v4/negotiations/${leadID}/messages`;
  for (const status of [200, 202, 503]) {
    await market.control('POST', '/faults', { match: { method: 'POST', path }, status });
    expect((await market.call(tokens, 'POST', path, { text: 'Hi' })).status).toBe(status);
  }
  expect(await fetchThread(market, leadID)).toEqual([]);
  expect(await market.control('GET', '/stats')).toMatchObject({ messages: { received: 0 } });
});

test('Deliveries are listed with their event and outcome, the newest last', async () => {
  const market = await openMarketplace();
  const tokens = await market.connect();
  const receiver = await openReceiver();
  const hook = await market.call(tokens, 'POST', `/api/v4/businesses/${market.business}/webhooks`, {
    webhookURL: receiver.url,
    eventTypes: ['NegotiationCreatedV4', 'MessageCreatedV4'],
  });
  const { webhookID } = hook.json as { webhookID: string };
  const leadID = await createLead(market);
  await receiver.atLeast(1);
  await market.advance(1);
  await market.control('POST', `/leads/${leadID}/messages`, { text: 'Hello?' });
  await receiver.atLeast(2);
  const expectedDelivery = (eventType: string) => ({
    deliveryID: expect.stringMatching(/./) as string,
    eventType,
    webhookID,
    status: 200,
    attempts: 1,
    at: expect.stringMatching(/Z$/) as string,
  });
  const listDeliveries = async () =>
    ((await market.control('GET', '/deliveries')) as { data: unknown }).data;
  await expect
    .poll(listDeliveries)
    .toEqual([expectedDelivery('NegotiationCreatedV4'), expectedDelivery('MessageCreatedV4')]);
});
