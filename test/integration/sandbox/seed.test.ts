import { beforeAll, describe, expect, test } from 'vitest';
import { defaultOptions } from '../../../sandbox/options.ts';
import { startSandbox } from '../../../sandbox/sandbox.ts';
import { createClient, openMarketplace, type Marketplace } from './marketplace.ts';

interface Lead {
  readonly negotiationID: string;
  readonly createdAt: string;
  readonly business: { readonly businessID: string };
  readonly estimate: { readonly unitName?: string; readonly unitQuantity?: number };
  readonly request: {
    readonly description?: string | null;
    readonly category: { readonly name: string };
    readonly location: { readonly city: string; readonly state: string };
    readonly details: readonly { readonly question: string; readonly answer: string }[];
  };
}
interface Message {
  readonly from: string;
  readonly text: string;
  readonly sentAt: string;
}

async function readLeads(market: Marketplace): Promise<Lead[]> {
  const tokens = await market.connect();
  const leads: Lead[] = [];
  for (const { businessID } of market.ready.businesses)
    for (let offset: number | null = 0; offset !== null;) {
      const { json } = await market.call(
        tokens,
        'GET',
        `/v4/businesses/${businessID}/negotiations?limit=100&offset=${offset}`,
      );
      const page = json as { data: Lead[]; pagination: { next: number | null } };
      leads.push(...page.data);
      offset = page.pagination.next;
    }
  return leads;
}

async function readEverything(market: Marketplace) {
  const leads = await readLeads(market);
  const threads: Message[][] = [];
  for (const { negotiationID } of leads)
    threads.push(
      ((await market.control('GET', `/leads/${negotiationID}/messages`)) as { data: Message[] })
        .data,
    );
  return { leads, threads };
}

/** Values that depend on the seed, not on the start time. */
const removeTimes = ({ leads, threads }: Awaited<ReturnType<typeof readEverything>>) => ({
  leads: leads.map(({ negotiationID, request }) => [negotiationID, request.description]),
  threads: threads.map((thread) => thread.map(({ from, text }) => [from, text])),
});

test('The same seed gives the same leads, ids and texts; another seed gives others', async () => {
  const of = async (seed: number) => {
    const market = await openMarketplace({ seed, listNegotiations: true });
    const start = removeTimes(await readEverything(market));
    const added = (await market.control('POST', '/leads', {})) as Lead;
    const message = (await market.control('POST', `/leads/${added.negotiationID}/messages`, {
      text: 'Hello?',
    })) as { messageID: string };
    return [start, added.negotiationID, added.request.description, message.messageID];
  };
  const first = await of(7);
  expect(await of(7)).toEqual(first);
  const other = await of(8);
  first.forEach((part, i) => expect(other[i]).not.toEqual(part));
});

describe('Seeded leads', () => {
  test('have the requested number, all businesses, and ages up to 90 days', async () => {
    const market = await openMarketplace({ listNegotiations: true });
    const { leads, threads } = await readEverything(market);
    expect(leads).toHaveLength(24);
    expect(new Set(leads.map(({ business }) => business.businessID)).size).toBe(3);
    const hours = leads.map(({ createdAt }) => (Date.now() - Date.parse(createdAt)) / 3_600_000);
    expect(Math.max(...hours)).toBeLessThan(90 * 24);
    expect(Math.max(...hours)).toBeGreaterThan(60 * 24);
    expect(Math.min(...hours)).toBeGreaterThan(0);
    expect(hours.filter((age) => age < 1).length).toBeGreaterThanOrEqual(2);
    expect(hours.filter((age) => age < 24).length).toBeGreaterThanOrEqual(5);
    for (const [i, thread] of threads.entries()) {
      const times = thread.map(({ sentAt }) => Date.parse(sentAt));
      expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
      for (const time of times) {
        expect(time).toBeGreaterThanOrEqual(Date.parse(leads[i]?.createdAt ?? ''));
        expect(time).toBeLessThanOrEqual(Date.now());
      }
    }
  });

  test('have different texts and the requested number of messages, and four in ten wait for a reply', async () => {
    const market = await openMarketplace({
      listNegotiations: true,
      businesses: 8,
      leads: 2000,
      messages: 6,
    });
    const { leads, threads } = await readEverything(market);
    const described = leads.flatMap(({ request }) => request.description || []);
    expect(new Set(described).size).toBe(described.length);
    expect(new Set(leads.map(({ negotiationID }) => negotiationID)).size).toBe(2000);
    const mean = threads.reduce((sum, { length }) => sum + length, 0) / 2000;
    expect(mean).toBeGreaterThan(5.5);
    expect(mean).toBeLessThan(6.5);
    const waiting = threads.filter((thread) => thread.at(-1)?.from !== 'Business').length / 2000;
    expect(waiting).toBeGreaterThan(0.3);
    expect(waiting).toBeLessThan(0.5);
  });

  describe('are consistent:', () => {
    let leads: readonly Lead[] = [];
    beforeAll(async () => {
      const options = { listNegotiations: true, businesses: 8, leads: 800, messages: 0 };
      const sandbox = await startSandbox({ ...defaultOptions, ...options });
      leads = await readLeads(createClient(sandbox.ready));
      await sandbox.close();
    });
    const findAnswer = ({ request }: Lead, question: string) =>
      request.details.find((detail) => detail.question === question)?.answer;

    /** Allowed answers for phrases in a description. */
    const fitting: readonly (readonly [RegExp, string, readonly string[]])[] = [
      [/\b(three bedroom|tres recámaras)\b/i, 'Number of bedrooms', ['3 bedrooms']],
      [/\bfour bedroom house\b/i, 'Number of bedrooms', ['4 bedrooms']],
      [/\bone bedroom condo with two cats\b/i, 'Pets', ['Cat(s)']],
      [/\b(every other week|every two weeks|cada dos semanas)\b/i, 'How often?', ['Every 2 weeks']],
      [/\bweekly\b/i, 'How often?', ['Every week']],
      [/\bhouse across town\b/i, 'Size of the move', ['1 &ndash; 2 bedrooms']],
      [/\bwithout an elevator\b/i, 'Stairs at pickup', ['2 flights']],
      [/\btoilet\b/i, 'Where is it?', ['Bathroom']],
      [/\bwater heater is leaking\b/i, 'Where is it?', ['Basement', 'Garage']],
      [/\bheat pump\b/i, 'Type of system', ['Heat pump']],
      [/\btwo bedrooms and the hallway\b/i, 'How many rooms need painting?', ['3 rooms']],
      [/\bwalls only\b/i, 'What needs to be painted?', ['Walls']],
      [/\b65 inch TV\b/i, 'What kind of help do you need?', ['TV mounting']],
      [/\bEV charger\b/i, 'What do you need?', ['New installation']],
    ];

    test('answers match the description', () => {
      for (const [wrote, question, answers] of fitting) {
        const found = leads
          .filter(({ request }) => wrote.test(request.description ?? ''))
          .flatMap((lead) => findAnswer(lead, question) ?? []);
        expect(found, `nobody wrote ${wrote}`).not.toEqual([]);
        expect(
          found.filter((answer) => !answers.includes(answer)),
          `${wrote}`,
        ).toEqual([]);
      }
    });

    test('an estimate by the room is for the customer’s number of rooms', () => {
      const counted = leads.flatMap((lead) => {
        const rooms = /^(\d) room/.exec(
          findAnswer(lead, 'How many rooms need painting?') ?? '',
        )?.[1];
        return rooms && lead.estimate.unitName ? [[Number(rooms), lead.estimate.unitQuantity]] : [];
      });
      expect(counted.length).toBeGreaterThan(20);
      for (const [rooms, quantity] of counted) expect(quantity).toBe(rooms);
    });

    test('customers live in a few cities of one region', () => {
      const places = leads.map(({ request }) => request.location);
      expect(new Set(places.map(({ state }) => state)).size).toBe(1);
      expect(new Set(places.map(({ city }) => city)).size).toBeGreaterThan(2);
      expect(new Set(places.map(({ city }) => city)).size).toBeLessThan(7);
    });
  });

  test('are generated on demand: a hundred thousand start in seconds', async () => {
    const before = performance.now();
    const market = await openMarketplace({ leads: 100_000, messages: 10, listNegotiations: true });
    const tokens = await market.connect();
    const path = `/v4/businesses/${market.business}/negotiations?limit=100&offset=20000`;
    const { json } = await market.call(tokens, 'GET', path);
    expect(json).toMatchObject({ data: { length: 100 } });
    expect(performance.now() - before).toBeLessThan(30_000);
  });

  test('can be none, or have no messages', async () => {
    const none = await readEverything(await openMarketplace({ leads: 0, listNegotiations: true }));
    expect(none.leads).toEqual([]);
    const silent = await readEverything(
      await openMarketplace({ messages: 0, listNegotiations: true }),
    );
    expect(silent.threads.flat()).toEqual([]);
  });
});
