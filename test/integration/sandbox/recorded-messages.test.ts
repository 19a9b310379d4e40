/** Messages and legacy calls, as in production. */
import { describe, expect, test } from 'vitest';
import { createLead, createPartner } from './legacy-partner.ts';
import { openMarketplace, type Marketplace } from './marketplace.ts';
import { openReceiver } from './receiver.ts';

interface Message {
  readonly messageID: string;
  readonly from: string;
  readonly text?: string;
  readonly sentAt: string;
  readonly attachments: readonly { readonly url: string; readonly mimeType: string }[];
}
interface Lead {
  readonly negotiationID: string;
  readonly createdAt: string;
  readonly request: { readonly description?: string | null };
}

const readThread = async (market: Marketplace, negotiationID: string) =>
  (
    (await market.control('GET', `/leads/${negotiationID}/messages`)) as {
      data: readonly Message[];
    }
  ).data;

async function readThreads() {
  const market = await openMarketplace({ businesses: 1, leads: 100, listNegotiations: true });
  const tokens = await market.connect();
  const path = `/v4/businesses/${market.business}/negotiations?limit=100`;
  const { data } = (await market.call(tokens, 'GET', path)).json as { data: Lead[] };
  const threads = [];
  for (const lead of data)
    threads.push({ lead, thread: await readThread(market, lead.negotiationID) });
  const photo = threads.flatMap(({ thread }) => thread).find((it) => it.attachments.length > 0);
  const url = new URL(photo?.attachments[0]?.url ?? 'http://no.photo');
  expect((await market.call(tokens, 'GET', url.pathname)).headers['content-type']).toBe(
    photo?.attachments[0]?.mimeType,
  );
  return threads;
}

let reading: ReturnType<typeof readThreads> | undefined;
/** Fetched once, for all tests. */
const threads = () => (reading ??= readThreads());
const messages = async () => (await threads()).flatMap(({ thread }) => thread);

describe('Of a hundred conversations', () => {
  test('some have photos, with a text, an empty text, or none', async () => {
    const photos = (await messages()).filter(({ attachments }) => attachments.length > 0);
    expect(photos.every(({ from }) => from === 'Customer')).toBe(true);
    expect(photos.some(({ text }) => Boolean(text))).toBe(true);
    expect(photos.some(({ text }) => text === '')).toBe(true);
    expect(photos.some(({ text }) => text === undefined)).toBe(true);
    const wordless = (await messages()).filter(({ text }) => !text);
    expect(wordless.every(({ attachments }) => attachments.length > 0)).toBe(true);
  });

  test('some messages have line breaks, always CR LF', async () => {
    const broken = (await messages()).flatMap(({ text = '' }) => (text.includes('\n') ? text : []));
    expect(broken.length).toBeGreaterThan(5);
    for (const text of broken) expect(text).toMatch(/^([^\r\n]*\r\n)+[^\r\n]+$/);
  });

  test('some begin with the exact description of the request', async () => {
    const again = (await threads()).filter(
      ({ lead, thread }) =>
        lead.request.description && lead.request.description === thread[0]?.text,
    );
    expect(again.length).toBeGreaterThan(10);
    expect(again.length).toBeLessThan(50);
    for (const { thread } of again) expect(thread[0]?.from).toBe('Customer');
  });
});

test('A script can send a photo without a text, and repeat a description before its lead', async () => {
  const market = await openMarketplace();
  const tokens = await market.connect();
  const receiver = await openReceiver();
  await market.call(tokens, 'POST', `/v4/businesses/${market.business}/webhooks`, {
    webhookURL: receiver.url,
    eventTypes: ['NegotiationCreatedV4', 'MessageCreatedV4'],
  });
  await market.control('POST', '/deliveries/policy', { messageFirst: true });
  const { negotiationID } = (await market.control('POST', '/leads', {
    businessID: market.business,
    description: 'Paint the study.',
    descriptionMessage: true,
  })) as Lead;
  await market.advance(1);
  await receiver.atLeast(1);
  await market.advance(1);
  await receiver.atLeast(2);
  await market.control('POST', `/leads/${negotiationID}/messages`, { photo: true });
  const received = await receiver.atLeast(3);
  expect(received.map(({ body }) => body)).toMatchObject([
    { event: { eventType: 'MessageCreatedV4' }, data: { text: 'Paint the study.' } },
    { event: { eventType: 'NegotiationCreatedV4' }, data: { negotiationID } },
    { event: { eventType: 'MessageCreatedV4' }, data: { attachments: { length: 1 } } },
  ]);
  const { text = '' } = (received[2]?.body as { data: Message }).data;
  expect(text).toBe('');
});

test('The description is repeated a second after its lead', async () => {
  const market = await openMarketplace();
  const { negotiationID, createdAt, request } = (await market.control('POST', '/leads', {
    businessID: market.business,
    description: 'Paint the study.',
    descriptionMessage: true,
  })) as Lead;
  expect(await readThread(market, negotiationID)).toEqual([]);
  await market.advance(1);
  const [message, ...more] = await readThread(market, negotiationID);
  expect(message).toMatchObject({ from: 'Customer', text: request.description });
  const later = Date.parse(message?.sentAt ?? '') - Date.parse(createdAt);
  expect(later).toBeGreaterThanOrEqual(1000);
  expect(later).toBeLessThan(3000);
  expect(more).toEqual([]);
});

test('Simulated customers send photos and repeat their request', async () => {
  const market = await openMarketplace({ traffic: 60, leads: 0, businesses: 1 });
  const tokens = await market.connect();
  const receiver = await openReceiver();
  await market.call(tokens, 'POST', `/v4/businesses/${market.business}/webhooks`, {
    webhookURL: receiver.url,
    eventTypes: ['NegotiationCreatedV4', 'MessageCreatedV4'],
  });
  type Event = { event: { eventType: string }; data: Lead & Message };
  const isEnough = () => {
    const all = receiver.received.map(({ body }) => body as Event);
    const descriptions = all.flatMap(({ data }) => data.request?.description || []);
    const messages = all.filter(({ event }) => event.eventType === 'MessageCreatedV4');
    return (
      messages.some(({ data }) => descriptions.includes(data.text ?? '')) &&
      messages.some(({ data }) => !data.text && data.attachments.length > 0)
    );
  };
  while (!isEnough()) {
    await market.advance(20);
    await receiver.atLeast(receiver.received.length);
  }
  expect(isEnough()).toBe(true);
});

describe('The legacy calls to the partner', () => {
  async function openPartner() {
    const market = await openMarketplace();
    const partner = await openReceiver();
    await market.control('POST', '/partner', {
      baseUrl: partner.url,
      username: 'a',
      password: 'b',
    });
    await createPartner(market).connect();
    return { market, partner };
  }

  test('include attachments of requests and messages, like v4', async () => {
    const { market, partner } = await openPartner();
    let count = 0;
    const sent = async () => (await partner.atLeast(++count)).at(-1)?.body as object;
    const isWithFiles = ({ request }: { request?: { attachments?: object[] } }) =>
      request?.attachments !== undefined;
    let leadID;
    let lead: object;
    do {
      leadID = await createLead(market);
      lead = await sent();
    } while (!isWithFiles(lead));
    const record = await market.call(await market.connect(), 'GET', `/v4/negotiations/${leadID}`);
    const { attachments } = (record.json as { request: { attachments: object[] } }).request;
    expect(lead).toMatchObject({ leadID, request: { attachments } });
    await market.control('POST', `/leads/${leadID}/messages`, { text: 'Look', photo: true });
    const [message] = await readThread(market, leadID);
    expect(await sent()).toMatchObject({
      leadID,
      message: { text: 'Look', attachments: message?.attachments },
    });
  });

  test('send a review to /v1/review', async () => {
    const { market, partner } = await openPartner();
    const { reviewID } = (await market.control('POST', '/reviews', {
      businessID: market.business,
      rating: 4,
      text: 'Careful and quick.',
    })) as { reviewID: string };
    const [call] = await partner.atLeast(1);
    expect(call).toMatchObject({
      method: 'POST',
      path: '/v1/review',
      body: {
        businessID: market.business,
        review: { reviewID, rating: 4, text: 'Careful and quick.' },
      },
    });
  });
});
