import { expect, test } from 'vitest';
import { openMarketplace } from './marketplace.ts';
import { openReceiver } from './receiver.ts';

/** Customer and business in messages of both sides. */
interface Written {
  readonly customer?: object;
  readonly business?: object;
}

test('A user webhook receives MessageCreated from both sides, for every business of the user', async () => {
  const market = await openMarketplace();
  const tokens = await market.connect();
  const receiver = await openReceiver();
  const hook = await market.call(tokens, 'POST', '/api/v4/users/webhooks', {
    webhookURL: receiver.url,
    eventTypes: ['MessageCreated'],
    enabled: true,
  });
  const { webhookID } = hook.json as { webhookID: string };
  const messages: object[] = [];
  for (const { businessID } of market.ready.businesses) {
    const { negotiationID } = (await market.control('POST', '/leads', { businessID })) as {
      negotiationID: string;
    };
    const asked = await market.control('POST', `/leads/${negotiationID}/messages`, {
      text: 'Hello?',
    });
    await receiver.atLeast(messages.length + 1);
    const path = `/api/v4/negotiations/${negotiationID}/messages`;
    const answered = (await market.call(tokens, 'POST', path, { text: 'Hi!' })).json;
    const [{ customer }, { business }] = [asked, answered] as [Written, Written];
    for (const message of [asked, answered] as object[])
      messages.push({ ...message, customer, business });
    await receiver.atLeast(messages.length);
  }
  // The deliveries of the business's own messages may lack their (empty) attachments.
  const data = receiver.received.map(({ body }) => (body as { data: object }).data);
  expect(receiver.received.map(({ body }) => body)).toEqual(
    messages.map((message, i) => ({
      event: {
        eventType: 'MessageCreated',
        description: expect.any(String) as string,
        webhookID,
        triggeredAt: expect.stringMatching(/Z$/) as string,
      },
      data: 'attachments' in (data[i] ?? {}) ? message : { ...message, attachments: undefined },
    })),
  );
});

test('User webhooks accept only user events, business webhooks only business events', async () => {
  const market = await openMarketplace();
  const tokens = await market.connect();
  const status = async (owner: string, eventType: string) =>
    (
      await market.call(tokens, 'POST', `/api/v4/${owner}/webhooks`, {
        webhookURL: 'http://127.0.0.1:9/',
        eventTypes: [eventType],
      })
    ).status;
  expect(await status('users', 'MessageCreatedV4')).toBe(400);
  expect(await status(`businesses/${market.business}`, 'MessageCreated')).toBe(400);
});
