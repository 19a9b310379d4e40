import { describe, expect, test } from 'vitest';
import { openMarketplace } from './marketplace.ts';
import { openReceiver } from './receiver.ts';

interface Message {
  readonly messageID: string;
  readonly from: string;
  readonly text: string;
  readonly sentAt: string;
}

describe('A conversation', () => {
  async function openThread(count: number) {
    const market = await openMarketplace();
    const tokens = await market.connect();
    const { negotiationID } = (await market.control('POST', '/leads', {
      businessID: market.business,
    })) as { negotiationID: string };
    const path = `/api/v4/negotiations/${negotiationID}/messages`;
    const sent: Message[] = [];
    for (let i = 0; i < count; i++)
      sent.push(
        (await market.control('POST', `/leads/${negotiationID}/messages`, {
          text: `Message ${i}`,
        })) as Message,
      );
    const readPage = async (query = '') =>
      (await market.call(tokens, 'GET', path + query)).json as {
        data: Message[];
        pagination: { limit: number };
      };
    return { market, tokens, path, sent, page: readPage, negotiationID };
  }

  test('accepts the professional’s text and returns the message record', async () => {
    const { market, tokens, path, page, negotiationID } = await openThread(1);
    const answer = await market.call(tokens, 'POST', path, { text: 'I can come on Friday.' });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      messageID: expect.stringMatching(/^\d{18}$/) as string,
      negotiationID,
      from: 'Business',
      business: {
        businessID: market.business,
        displayName: market.ready.businesses[0]?.name,
      },
      text: 'I can come on Friday.',
      attachments: [],
      sentAt: expect.stringMatching(/Z$/) as string,
    });
    expect((await page()).data.map(({ from }) => from).sort()).toEqual(['Business', 'Customer']);
    const held = (await market.control('GET', `/leads/${negotiationID}/messages`)) as {
      data: Message[];
    };
    expect(held.data.map(({ text }) => text)).toEqual(['Message 0', 'I can come on Friday.']);
    const stats = (await market.control('GET', '/stats')) as { messages: unknown };
    expect(stats.messages).toEqual({ received: 1 });
  });

  test.each([
    ['no text', {}],
    ['an empty text', { text: '' }],
    ['a text that is none', { text: 7 }],
    ['a text of 16,385 characters', { text: 'x'.repeat(16_385) }],
    ['a text of 5 MB', { text: 'x'.repeat(5_000_000) }],
  ])('refuses %s', async (_what, body) => {
    const { market, tokens, path } = await openThread(0);
    const answer = await market.call(tokens, 'POST', path, body);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ errors: [{ field: 'text' }] });
  });

  test('accepts a text of 16,384 characters', async () => {
    const { market, tokens, path } = await openThread(0);
    expect((await market.call(tokens, 'POST', path, { text: 'x'.repeat(16_384) })).status).toBe(
      200,
    );
  });

  test('returns the newest ten messages, or up to twenty by limit', async () => {
    const { page, sent, market, tokens, path } = await openThread(25);
    const texts = async (query?: string) =>
      (await page(query)).data.map(({ text }) => text).reverse();
    const all = sent.map(({ text }) => text);
    expect(await texts()).toEqual(all.slice(-10));
    expect(await texts('?limit=20')).toEqual(all.slice(-20));
    expect((await page('?limit=1')).pagination).toEqual({ limit: 1 });
    for (const bad of ['0', '21', '-1', '1.5', 'all'])
      expect((await market.call(tokens, 'GET', `${path}?limit=${bad}`)).status).toBe(400);
  });

  test('is paged backward by sentBefore and forward by sentAfter', async () => {
    const { page, sent } = await openThread(25);
    const seen: Message[] = [];
    let before = '';
    for (;;) {
      const { data } = await page(`?limit=20${before && `&sentBefore=${before}`}`);
      if (data.length === 0) break;
      seen.unshift(...data.reverse());
      before = seen[0]?.sentAt ?? '';
    }
    expect(seen).toEqual(sent);
    const after = await page(`?sentAfter=${sent[22]?.sentAt}`);
    expect(after.data.reverse()).toEqual(sent.slice(23));
    const window = await page(`?sentAfter=${sent[1]?.sentAt}&sentBefore=${sent[4]?.sentAt}`);
    expect(window.data.reverse()).toEqual(sent.slice(2, 4));
  });

  test('rejects an invalid time', async () => {
    const { market, tokens, path } = await openThread(0);
    expect((await market.call(tokens, 'GET', `${path}?sentAfter=yesterday`)).status).toBe(400);
  });

  test('requires the scope of each call', async () => {
    const { market, path } = await openThread(0);
    const reader = await market.connect({ scope: 'supply::messages.read' });
    expect((await market.call(reader, 'GET', path)).status).toBe(200);
    const answer = await market.call(reader, 'POST', path, { text: 'Hi' });
    expect(answer.status).toBe(401);
    expect(answer.json).toMatchObject({
      detail: expect.stringContaining('supply::messages.write') as string,
    });
  });
});

test('With traffic on, leads arrive and customers answer replies', async () => {
  const market = await openMarketplace({ traffic: 60, leads: 0 });
  const tokens = await market.connect();
  const ids = new Set<string>();
  const receiver = await openReceiver();
  for (const { businessID } of market.ready.businesses)
    await market.call(tokens, 'POST', `/v4/businesses/${businessID}/webhooks`, {
      webhookURL: receiver.url,
      eventTypes: ['NegotiationCreatedV4'],
    });
  while (ids.size < 5) {
    await market.advance(5);
    for (const { body } of receiver.received)
      ids.add((body as { data: { negotiationID: string } }).data.negotiationID);
  }
  const before = new Map<string, number>();
  const readThread = async (id: string) =>
    ((await market.control('GET', `/leads/${id}/messages`)) as { data: Message[] }).data;
  for (const id of ids) {
    await market.call(tokens, 'POST', `/v4/negotiations/${id}/messages`, {
      text: 'My estimate is $240. Does Friday at 10:00 work?',
    });
    before.set(id, (await readThread(id)).length);
  }
  await market.advance(20);
  const answered = [];
  for (const id of ids) {
    const later = (await readThread(id)).slice(before.get(id));
    if (later.some(({ from }) => from === 'Customer')) answered.push(id);
  }
  expect(answered.length).toBeGreaterThanOrEqual(2);
});

test('With --most-waiting, traffic pauses while that many leads wait, and resumes after a reply', async () => {
  const market = await openMarketplace({
    traffic: 60,
    leads: 0,
    maxWaiting: 3,
    listNegotiations: true,
  });
  const tokens = await market.connect();
  const listIDs = async (): Promise<readonly string[]> => {
    const ids = market.ready.businesses.map(async ({ businessID }) => {
      const path = `/v4/businesses/${businessID}/negotiations?limit=50`;
      const { json } = await market.call(tokens, 'GET', path);
      return (json as { data: { negotiationID: string }[] }).data;
    });
    return (await Promise.all(ids)).flat().map(({ negotiationID }) => negotiationID);
  };
  for (let minute = 0; minute < 10; minute++) await market.advance(60);
  const full = await listIDs();
  expect(full).toHaveLength(3);
  let later = full;
  for (let round = 0; round < 30 && later.length === 3; round++) {
    for (const id of full)
      await market.call(tokens, 'POST', `/v4/negotiations/${id}/messages`, { text: 'On my way.' });
    await market.advance(60);
    later = await listIDs();
  }
  expect(later.length).toBeGreaterThan(3);
});

test('In practice, no more than eight leads wait for a reply over hours', async () => {
  const market = await openMarketplace({
    traffic: 60,
    leads: 24,
    maxWaiting: 8,
    seed: 6,
    listNegotiations: true,
  });
  const tokens = await market.connect();
  let advanced = 0;
  const advance = async (seconds: number): Promise<void> => {
    await market.advance(seconds);
    advanced += seconds * 1000;
  };
  const listWaiting = async (): Promise<readonly string[]> => {
    const found: string[] = [];
    for (const { businessID } of market.ready.businesses) {
      const path = `/v4/businesses/${businessID}/negotiations?limit=100`;
      const { json } = await market.call(tokens, 'GET', path);
      type Listed = { negotiationID: string; createdAt: string; status: string };
      for (const { negotiationID, createdAt, status } of (json as { data: Listed[] }).data) {
        if (status !== 'Open') continue;
        if (Date.now() + advanced - Date.parse(createdAt) > 14 * 86_400_000) continue;
        const { data } = (await market.control('GET', `/leads/${negotiationID}/messages`)) as {
          data: Message[];
        };
        if (data.at(-1)?.from !== 'Business') found.push(negotiationID);
      }
    }
    return found;
  };
  for (let round = 0; round < 17; round++) {
    const now = await listWaiting();
    expect(now.length).toBeLessThanOrEqual(8);
    for (const id of now.slice(0, 3))
      await market.call(tokens, 'POST', `/v4/negotiations/${id}/messages`, { text: 'On my way.' });
    for (let step = 0; step < 6; step++) await advance(round % 2 ? 5 : 60);
  }
});
