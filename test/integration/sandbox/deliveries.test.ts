import { describe, expect, test } from 'vitest';
import { openMarketplace, type Marketplace, type Tokens } from './marketplace.ts';
import { openReceiver } from './receiver.ts';

const both = ['NegotiationCreatedV4', 'MessageCreatedV4'];

async function register(market: Marketplace, tokens: Tokens, webhookURL: string) {
  await market.call(tokens, 'POST', `/v4/businesses/${market.business}/webhooks`, {
    webhookURL,
    eventTypes: both,
  });
}

describe('The delivery policy', () => {
  async function openHook(policy: object) {
    const market = await openMarketplace();
    const tokens = await market.connect();
    const receiver = await openReceiver();
    await register(market, tokens, receiver.url);
    await market.control('POST', '/deliveries/policy', policy);
    const ask = async () =>
      (await market.control('POST', '/leads', { businessID: market.business })) as {
        negotiationID: string;
      };
    return {
      market,
      receiver,
      ask,
      listKinds: () => receiver.received.map(getKind),
      /** Checks that what is delivered after `count` deliveries is another lead, not one of them again. */
      expectNewNext: async (count: number) => {
        const { negotiationID } = await ask();
        const next = (await receiver.atLeast(count + 1))[count];
        expect(next?.body).toMatchObject({ data: { negotiationID } });
      },
    };
  }
  const getKind = ({ body }: { body: unknown }) =>
    (body as { event: { eventType: string } }).event.eventType;

  test('by default delivers once, without retries', async () => {
    const { market, receiver, ask, expectNewNext: nextIsNew } = await openHook({});
    receiver.answerWith(500);
    await ask();
    await receiver.atLeast(1);
    await waitForAttempts(market, 1);
    await market.advance(3600);
    expect(await listDeliveries(market)).toMatchObject([{ status: 500, attempts: 1 }]);
    await nextIsNew(1);
  });

  test('duplicate delivers the same thing twice', async () => {
    const { receiver, ask } = await openHook({ duplicate: 1 });
    await ask();
    const [first, second] = await receiver.atLeast(2);
    expect(first?.body).toEqual(second?.body);
  });

  test('delayMs delivers late', async () => {
    const { market, receiver, ask } = await openHook({ delayMs: 60_000 });
    await ask();
    expect(await listDeliveries(market)).toEqual([]);
    await market.advance(60);
    await receiver.atLeast(1);
  });

  test('reorderMs delivers out of order', async () => {
    const { market, receiver, ask } = await openHook({ reorderMs: 600_000 });
    const asked: string[] = [];
    for (let i = 0; i < 12; i++) asked.push((await ask()).negotiationID);
    for (let step = 0; step < 60; step++) await market.advance(10);
    const arrived = (await receiver.atLeast(12)).map(
      ({ body }) => (body as { data: { negotiationID: string } }).data.negotiationID,
    );
    expect(arrived).not.toEqual(asked);
    expect([...arrived].sort()).toEqual([...asked].sort());
  });

  test('messageFirst delivers the message before its lead', async () => {
    const { market, receiver, ask, listKinds: kinds } = await openHook({ messageFirst: true });
    const { negotiationID } = await ask();
    await market.control('POST', `/leads/${negotiationID}/messages`, { text: 'Hello?' });
    await receiver.atLeast(2);
    expect(kinds()).toEqual(['MessageCreatedV4', 'NegotiationCreatedV4']);
  });

  test('messageFirst does not hold back a lead without messages', async () => {
    const { market, receiver, ask, listKinds: kinds } = await openHook({ messageFirst: true });
    await ask();
    await market.advance(2);
    await receiver.atLeast(1);
    expect(kinds()).toEqual(['NegotiationCreatedV4']);
  });

  test('retry sends again after 1, 2, 4, 8 and 16 seconds, and then gives up', async () => {
    const { market, receiver, ask, expectNewNext: nextIsNew } = await openHook({ retry: true });
    receiver.answerWith(500, 503, 404, 302, 500, 500);
    await ask();
    for (const [index, seconds] of [1, 2, 4, 8, 16].entries()) {
      await receiver.atLeast(index + 1);
      await waitForAttempts(market, index + 1);
      await market.advance(seconds / 2);
      // Real time passes too, so a second or two may be missing.
      if (seconds >= 8) expect(receiver.received).toHaveLength(index + 1);
      await market.advance(seconds / 2);
    }
    await receiver.atLeast(6);
    await waitForAttempts(market, 6);
    await market.advance(3600);
    expect(await listDeliveries(market)).toMatchObject([{ status: 500, attempts: 6 }]);
    await nextIsNew(6);
  });

  test('retry stops at the first 2xx', async () => {
    const { market, receiver, ask, expectNewNext: nextIsNew } = await openHook({ retry: true });
    receiver.answerWith(500, 204);
    await ask();
    await receiver.atLeast(1);
    await waitForAttempts(market, 1);
    await market.advance(1);
    await receiver.atLeast(2);
    await waitForAttempts(market, 2);
    await market.advance(3600);
    expect(await listDeliveries(market)).toMatchObject([{ status: 204, attempts: 2 }]);
    await nextIsNew(2);
  });

  test('records a delivery without a response', async () => {
    const market = await openMarketplace();
    const tokens = await market.connect();
    await register(market, tokens, 'http://127.0.0.1:1/');
    await market.control('POST', '/leads', { businessID: market.business });
    await waitForAttempts(market, 1);
    expect(await listDeliveries(market)).toEqual([
      {
        deliveryID: expect.any(String) as string,
        eventType: 'NegotiationCreatedV4',
        webhookID: expect.any(String) as string,
        status: null,
        attempts: 1,
        at: expect.any(String) as string,
      },
    ]);
  });
});

interface Delivery {
  readonly eventType: string;
  readonly status: number | null;
  readonly attempts: number;
}

async function listDeliveries(market: Marketplace): Promise<readonly Delivery[]> {
  return ((await market.control('GET', '/deliveries')) as { data: Delivery[] }).data;
}

/** Waits until attempt number `attempts` of the first delivery has ended for the sandbox. */
async function waitForAttempts(market: Marketplace, attempts: number): Promise<void> {
  for (;;) {
    const [delivery] = await listDeliveries(market);
    if ((delivery?.attempts ?? 0) >= attempts) return;
  }
}
