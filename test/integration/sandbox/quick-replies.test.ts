/** Quick Replies, which the service sends in the business's name. */
import { describe, expect, test } from 'vitest';
import { openMarketplace } from './marketplace.ts';
import { openReceiver } from './receiver.ts';

interface Message {
  readonly from: string;
  readonly text: string;
  readonly sentAt: string;
  readonly messageType?: string;
}
interface Event {
  readonly event: { readonly eventType: string };
  readonly data: Partial<Message> & { readonly negotiationID: string; readonly createdAt?: string };
}

/** A marketplace whose first business has a webhook for leads and messages. */
async function openScene(options: Parameters<typeof openMarketplace>[0] = {}) {
  const market = await openMarketplace(options);
  const tokens = await market.connect();
  const receiver = await openReceiver();
  const register = (businessID: string) =>
    market.call(tokens, 'POST', `/v4/businesses/${businessID}/webhooks`, {
      webhookURL: receiver.url,
      eventTypes: ['NegotiationCreatedV4', 'MessageCreatedV4'],
    });
  await register(market.business);
  const ask = async (firstName = 'Ada', businessID = market.business) =>
    (
      (await market.control('POST', '/leads', {
        businessID,
        customer: { firstName },
      })) as Event['data']
    ).negotiationID;
  const readThread = async (negotiationID: string) =>
    (
      (await market.control('GET', `/leads/${negotiationID}/messages`)) as {
        data: readonly Message[];
      }
    ).data;
  /** The first `count` events of a lead in order: `lead` or `reply`. */
  const arrivals = async (negotiationID: string, count: number) => {
    const own = () =>
      receiver.received
        .map(({ body }) => body as Event)
        .filter(({ data }) => data.negotiationID === negotiationID);
    while (own().length < count) await receiver.atLeast(receiver.received.length + 1);
    return own().map(({ event }) =>
      event.eventType === 'NegotiationCreatedV4' ? 'lead' : 'reply',
    );
  };
  return { market, tokens, receiver, register, ask, threadOf: readThread, arrivals };
}

describe('With --quick-replies', () => {
  test('each new lead gets a Quick Reply at once, half of them before the lead itself', async () => {
    const { market, receiver, ask, threadOf, arrivals } = await openScene({ quickReplies: true });
    const orders = [];
    for (const firstName of ['Ada', 'Ben', 'Cleo', 'Dov']) {
      const negotiationID = await ask(firstName);
      orders.push((await arrivals(negotiationID, 2)).join());
      const [reply, ...more] = await threadOf(negotiationID);
      expect(more).toEqual([]);
      expect(reply).toMatchObject({
        from: 'Business',
        business: { businessID: market.business },
        text: expect.stringContaining(firstName) as string,
      });
      expect(reply).not.toHaveProperty('messageType');
    }
    expect(orders.sort()).toEqual(['lead,reply', 'lead,reply', 'reply,lead', 'reply,lead']);
    const events = receiver.received.map(({ body }) => body as Event);
    const replies = events.filter(({ event }) => event.eventType === 'MessageCreatedV4');
    expect(replies).toHaveLength(4);
    for (const { data } of replies)
      expect(data).toMatchObject({ customer: {}, business: { businessID: market.business } });
    const sent = (await market.control('GET', '/stats')) as { messages: { received: number } };
    expect(sent.messages.received).toBe(0);
  });

  test('it comes within seconds, with the same text except for the first name', async () => {
    const { ask, threadOf, arrivals } = await openScene({ quickReplies: true });
    const words = new Set<string>();
    for (const firstName of ['Ada', 'Ben']) {
      const negotiationID = await ask(firstName);
      await arrivals(negotiationID, 2);
      const [reply] = await threadOf(negotiationID);
      words.add(reply?.text.replace(firstName, '') ?? '');
      expect(Math.abs(Date.parse(reply?.sentAt ?? '') - Date.now())).toBeLessThan(5000);
    }
    expect(words.size).toBe(1);
  });

  test('seeded leads begin with it too, but not without the option', async () => {
    const openings = async (quickReplies: boolean) => {
      const { market, tokens, threadOf } = await openScene({
        quickReplies,
        listNegotiations: true,
        leads: 40,
        businesses: 1,
      });
      const path = `/v4/businesses/${market.business}/negotiations?limit=100`;
      const { data } = (await market.call(tokens, 'GET', path)).json as { data: Event['data'][] };
      const threads = await Promise.all(data.map((lead) => threadOf(lead.negotiationID)));
      return threads.map((thread) => thread.slice(0, 2).find(({ from }) => from === 'Business'));
    };
    const getWords = (messages: readonly (Message | undefined)[]) =>
      new Set(messages.map((message) => message?.text.replace(/ \S+( )?([,!.])/, '$2')));
    const on = await openings(true);
    expect(on).not.toContain(undefined);
    expect(getWords(on).size).toBe(1);
    expect(getWords(await openings(false)).size).toBeGreaterThan(5);
  });
});

describe('POST /quick-replies', () => {
  test('enables it for one business with its own text, and disables it', async () => {
    const { market, register, ask, threadOf, arrivals } = await openScene();
    const other = market.ready.businesses[1]?.businessID ?? '';
    await register(other);
    const setting = {
      businessID: market.business,
      enabled: true,
      text: 'Hi {firstName}, we are on it.',
    };
    expect(await market.control('POST', '/quick-replies', setting)).toMatchObject(setting);
    const answered = await ask('Ada');
    await arrivals(answered, 2);
    expect(await threadOf(answered)).toMatchObject([{ text: 'Hi Ada, we are on it.' }]);

    await market.control('POST', '/quick-replies', { ...setting, enabled: false });
    for (const businessID of [market.business, other]) {
      const silent = await ask('Ben', businessID);
      await market.advance(60);
      expect(await arrivals(silent, 1)).toEqual(['lead']);
      expect(await threadOf(silent)).toEqual([]);
    }
  });

  test.each([
    [true, 'reply,lead'],
    [false, 'lead,reply'],
  ])('with before %s each lead arrives as %s', async (before, order) => {
    const { market, ask, arrivals } = await openScene();
    await market.control('POST', '/quick-replies', { enabled: true, before });
    for (const name of ['Ada', 'Ben'])
      expect((await arrivals(await ask(name), 2)).join()).toBe(order);
  });

  test('can mark it, in the event and in the GET response', async () => {
    const { market, tokens, receiver, ask, arrivals } = await openScene();
    await market.control('POST', '/quick-replies', { enabled: true, before: true, marked: true });
    const negotiationID = await ask();
    await arrivals(negotiationID, 2);
    const path = `/v4/negotiations/${negotiationID}/messages`;
    const { json } = await market.call(tokens, 'GET', path);
    expect(json).toMatchObject({ data: [{ messageType: 'quick_reply' }] });
    expect(receiver.received[0]?.body).toMatchObject({ data: { messageType: 'quick_reply' } });
  });

  test('is undone by a reset, which restores the command line’s setting', async () => {
    const { market, ask, threadOf } = await openScene({ quickReplies: true });
    await market.control('POST', '/quick-replies', { enabled: false });
    await market.control('POST', '/reset');
    const negotiationID = await ask();
    await market.advance(5);
    expect(await threadOf(negotiationID)).toHaveLength(1);
  });
});
