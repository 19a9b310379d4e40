import { describe, expect, it } from 'vitest';
import type {
  LookupRequest,
  LookupResult,
  ParsedRecord,
} from '../../../../contract/commands/lookup.ts';
import { findGeneration } from '../../../../main/engine/marketplaces/choose.ts';
import { toRow } from '../../../../main/engine/platform/store/ids.ts';
import { findStoredLead } from '../../../../main/engine/leads/stored-lead.ts';
import { createLookupCommands } from '../../../../main/engine/tools/lookup.ts';
import { accountID, noon } from '../support/store.ts';
import { json, testService, type Respond } from '../support/http.ts';
import { testIngest } from '../support/ingest.ts';
import { message, negotiation, rfc } from '../support/records.ts';

const v4 = findGeneration('v4');

const utmSource = 'cma-hearthline';

/** The commands of an engine with an empty inbox, whose service answers with `respond`. */
const bench = async (respond: Respond) => {
  const service = await testService(respond);
  const engine = testIngest();
  const fetched: number[] = [];
  const commands = createLookupCommands({
    store: engine.store,
    clock: engine.clock,
    ingest: engine.ingest,
    findLookUp: () => service.client.lookUp,
    findService: () => service.client,
    findReader: () => v4.intake.reader,
    fetchSoon: (_accountID, lead) => void fetched.push(lead),
  });
  return { ...service, ...engine, fetched, commands };
};

/** Runs a request through the command against a service that answers with `respond`. */
const lookUp = async (request: LookupRequest, respond: Respond) => {
  const all = await bench(respond);
  const answer = await all.commands['lookup.run']({ accountID, request });
  if (!answer.ok) throw new Error(answer.error.code);
  return { ...all, result: answer.value };
};

/** Lists the leads and messages in an answer as the app parsed them. */
const listParsedRecords = ({ outcome }: LookupResult): readonly ParsedRecord[] => {
  if (outcome.state === 'failed') throw new Error(outcome.error.code);
  return outcome.parsedRecords;
};

const found: Respond = (_asked, response) => json(response, 200, { data: [] });

it.each<[LookupRequest, string, string, unknown]>([
  [
    { kind: 'categories', searchQuery: 'tap & sink' },
    'GET',
    '/api/v4/categories/search?searchQuery=tap+%26+sink',
    null,
  ],
  [{ kind: 'negotiation', negotiationID: 'n1' }, 'GET', '/api/v4/negotiations/n1', null],
  [
    { kind: 'conversation', negotiationID: 'n1' },
    'GET',
    '/api/v4/negotiations/n1/messages?limit=20',
    null,
  ],
  [{ kind: 'user' }, 'GET', '/api/v4/users/self', null],
  [
    { kind: 'keywords', searchQuery: 'pl', limit: 5 },
    'GET',
    '/api/v4/keywords/search?searchQuery=pl&limit=5',
    null,
  ],
  [
    {
      kind: 'recommendations',
      zipCode: '78701',
      recommendationType: 'popular',
      utmSource,
      limit: 5,
    },
    'GET',
    '/api/v4/categories/recommendations?zipCode=78701&recommendationType=popular&utmData%5Butm_source%5D=cma-hearthline&limit=5',
    null,
  ],
  [
    { kind: 'homecare', zipCode: '78701', propertyType: 'house', utmSource },
    'GET',
    '/api/v4/categories/homecare?zipCode=78701&propertyType=house&utmData%5Butm_source%5D=cma-hearthline',
    null,
  ],
  [
    { kind: 'homecare', zipCode: '78701', utmSource },
    'GET',
    '/api/v4/categories/homecare?zipCode=78701&utmData%5Butm_source%5D=cma-hearthline',
    null,
  ],
  [
    { kind: 'businesses', searchQuery: 'plumber', zipCode: '78701', utmSource, limit: 5 },
    'POST',
    '/api/v4/businesses/search',
    {
      searchQuery: 'plumber',
      zipCode: '78701',
      utmData: { utm_source: 'cma-hearthline' },
      limit: 5,
    },
  ],
  [
    { kind: 'filtered', userQuery: 'my tap drips', zipCode: '78701', utmSource, limit: 5 },
    'POST',
    '/api/v4/businesses/search-filtered',
    {
      userQuery: 'my tap drips',
      zipCode: '78701',
      utmData: { utm_source: 'cma-hearthline' },
      limit: 5,
    },
  ],
  [
    { kind: 'reviewsOfOne', businessID: '12', limit: 5, offset: 10 },
    'GET',
    '/api/v4/businesses/12/reviews?limit=5&offset=10',
    null,
  ],
  [
    { kind: 'reviewsOfSeveral', businessIDs: ['12', '13'], limit: 5, offset: 0 },
    'GET',
    '/api/v4/reviews/?limit=5&offset=0&businessIDs=12&businessIDs=13',
    null,
  ],
])('a lookup requests the documented path: %j', async (request, method, path, body) => {
  const { asked, origin, result } = await lookUp(request, found);
  expect(asked).toMatchObject([{ method, path }]);
  expect(asked[0]?.body).toBe(body === null ? '' : JSON.stringify(body));
  expect(result.request).toEqual({
    method,
    url: origin + path,
    body: body === null ? null : JSON.stringify(body),
  });
});

it('an answer is shown whole, with unknown fields, its status, and its traceID', async () => {
  const body = {
    data: [{ keywordID: 7, name: 'Tap', isNew: { in: 'no documentation' } }],
    traceID: 't1',
  };
  const { result } = await lookUp(
    { kind: 'keywords', searchQuery: 'tap', limit: 5 },
    (_a, response) => json(response, 203, body),
  );
  expect(result.outcome).toEqual({
    state: 'answered',
    status: 203,
    traceID: 't1',
    body,
    parsedRecords: [],
  });
});

it('an answer that is not a list, or not even an object, is shown as it came', async () => {
  for (const body of [[], 'none', 3, null, { nothing: true }]) {
    const { result } = await lookUp({ kind: 'categories', searchQuery: 'tap' }, (_a, response) =>
      json(response, 200, body),
    );
    expect(result.outcome).toEqual({
      state: 'answered',
      status: 200,
      traceID: null,
      body,
      parsedRecords: [],
    });
  }
});

it('a rejection is shown with the service’s text, its traceID, and the request', async () => {
  const { result, origin } = await lookUp(
    { kind: 'categories', searchQuery: 'tap' },
    (_asked, response) => json(response, 400, { detail: 'Too vague.', traceID: 't-9' }),
  );
  expect(result).toMatchObject({
    request: { method: 'GET', url: `${origin}/api/v4/categories/search?searchQuery=tap` },
    outcome: {
      state: 'failed',
      error: { code: 'rejected', status: 400, detail: 'Too vague.', traceID: 't-9' },
    },
  });
});

it('a search by POST is retried after a lost connection and after a 503', async () => {
  const { asked, result } = await lookUp(
    { kind: 'businesses', searchQuery: 'tap', zipCode: '78701', utmSource, limit: 5 },
    (_asked, response, nth) => {
      if (nth === 1) response.socket?.destroy();
      else if (nth === 2) json(response, 503, {});
      else json(response, 200, { data: [] });
    },
  );
  expect(asked).toHaveLength(3);
  expect(result.outcome).toMatchObject({ state: 'answered', status: 200 });
});

it('a search whose connection stays lost fails as offline, not as an unknown outcome', async () => {
  const { result } = await lookUp(
    { kind: 'filtered', userQuery: 'tap', zipCode: '78701', utmSource, limit: 5 },
    (_asked, response) => response.socket?.destroy(),
  );
  expect(result.outcome).toMatchObject({ state: 'failed', error: { code: 'offline' } });
});

it('the shown request does not contain the access token', async () => {
  const { result } = await lookUp({ kind: 'categories', searchQuery: 'tap' }, found);
  expect(JSON.stringify(result)).not.toContain('token-1');
});

it('a disconnected account must be reconnected first', async () => {
  const { store, clock, ingest } = testIngest();
  const { 'lookup.run': run } = createLookupCommands({
    store,
    clock,
    ingest,
    findLookUp: () => null,
    findService: () => null,
    findReader: () => v4.intake.reader,
    fetchSoon: () => undefined,
  });
  expect(
    await run({ accountID, request: { kind: 'categories', searchQuery: 'tap' } }),
  ).toMatchObject({ ok: false, error: { code: 'reconnect_needed' } });
});

describe('a lead that is looked up', () => {
  const record = negotiation('5', { colour: 'blue', leadPrice: '$25.00' });
  const request = { kind: 'negotiation', negotiationID: '5' } as const;
  const service: Respond = (_asked, response) => json(response, 200, record);

  it('shows the record, how each field would be used, and that it is not in the inbox', async () => {
    const { result, store } = await lookUp(request, service);
    const [one] = listParsedRecords(result);
    expect(one).toMatchObject({ of: 'lead', reason: null, leadID: null, negotiationID: '5' });
    expect(JSON.parse(one?.record ?? '')).toEqual(record);
    expect(one?.columns.find(({ name }) => name === 'price_cents')).toMatchObject({
      value: 2_500,
      came: '$25.00',
    });
    expect(one?.fields).toContainEqual({ path: 'colour', use: 'kept' });
    expect(one?.fields).toContainEqual({ path: 'customer.lastName', use: 'column' });
    expect(store.prepare('SELECT count(*) AS n FROM leads').get()).toEqual({ n: 0 });
  });

  it.each([
    ['', record],
    [', even if dated years ahead', { ...record, createdAt: '2031-05-05T12:00:00Z' }],
  ])(
    'is added to the inbox as previewed, and its messages fetched soon%s',
    async (_what, found) => {
      const respond: Respond = (_asked, response) => json(response, 200, found);
      const { result, commands, view, store, fetched } = await lookUp(request, respond);
      const added = await commands['lookup.addLead']({ accountID, negotiationID: '5' });
      const [lead] = view('all');
      expect(added).toEqual({ ok: true, value: { leadID: lead?.leadID } });
      const number = (lead && toRow(lead.leadID)) ?? 0;
      const row = findStoredLead(store, number);
      for (const { name, value } of listParsedRecords(result)[0]?.columns ?? [])
        expect([name, row?.[name as keyof typeof row]]).toEqual([name, value]);
      expect(fetched).toEqual([number]);
      const again = await commands['lookup.run']({ accountID, request });
      expect(again.ok && listParsedRecords(again.value)[0]?.leadID).toBe(lead?.leadID);
    },
  );

  it('notifies when added if it is recent, but not if it is from long before the connection', async () => {
    const { commands, news, store } = await bench((asked, response) => {
      const isOld = asked.path.endsWith('/old');
      const createdAt = rfc(isOld ? noon - 90 * 86_400_000 : noon - 60_000);
      json(response, 200, negotiation(isOld ? 'old' : 'gap', { createdAt }));
    });
    store.prepare('UPDATE accounts SET connected_at = ?').run(noon - 7 * 86_400_000);
    for (const negotiationID of ['gap', 'old'])
      expect(await commands['lookup.addLead']({ accountID, negotiationID })).toMatchObject({
        ok: true,
      });
    expect(news).toHaveLength(1);
    expect(news[0]).toMatchObject({ kind: 'lead', at: noon - 60_000 });
  });

  it('that is unreadable is shown with the reason and not added', async () => {
    const { result, commands, view } = await lookUp(request, (_asked, response) =>
      json(response, 200, { status: 'Open' }),
    );
    expect(listParsedRecords(result)).toMatchObject([
      { reason: expect.stringContaining('negotiationID') as string, columns: [], leadID: null },
    ]);
    expect(await commands['lookup.addLead']({ accountID, negotiationID: '5' })).toMatchObject({
      ok: false,
      error: {
        code: 'unexpected_answer',
        detail: expect.stringContaining('negotiationID') as string,
      },
    });
    expect(view('all')).toEqual([]);
  });

  it.each([
    [404, 'gone'],
    [403, 'forbidden'],
  ])('answered with %i fails as %s, both on lookup and when added', async (status, code) => {
    const { result, commands } = await lookUp(request, (_asked, response) =>
      json(response, status, { title: 'No', detail: 'Not here.', traceID: 't-1' }),
    );
    const error = { code, status, detail: 'Not here.', traceID: 't-1' };
    expect(result.outcome).toMatchObject({ state: 'failed', error });
    expect(await commands['lookup.addLead']({ accountID, negotiationID: '5' })).toMatchObject({
      ok: false,
      error,
    });
  });

  it('without the needed scope fails and names the scope', async () => {
    const { result } = await lookUp(request, (_asked, response) =>
      json(
        response,
        401,
        { title: 'Unauthorized', detail: 'Missing supply::negotiations.read' },
        { 'content-type': 'application/problem+json' },
      ),
    );
    expect(result.outcome).toMatchObject({
      state: 'failed',
      error: { code: 'scope_missing', detail: 'Missing supply::negotiations.read' },
    });
  });
});

describe('a message that is looked up', () => {
  /** A conversation of 45 messages, which the service returns 20 at a time, newest first. */
  const all = Array.from({ length: 45 }, (_, n) =>
    message(`m${n}`, '5', n % 2 === 0 ? 'Customer' : 'Business', `Text ${n}`, noon + n * 60_000),
  );
  const pages: Respond = ({ path }, response) => {
    const query = new URL(path, 'http://x').searchParams;
    const before = Date.parse(query.get('sentBefore') ?? rfc(noon * 2));
    const after = Date.parse(query.get('sentAfter') ?? rfc(0));
    const data = all
      .filter(
        ({ sentAt }) => Date.parse(String(sentAt)) < before && Date.parse(String(sentAt)) > after,
      )
      .slice(-20);
    json(response, 200, { data, pagination: { limit: 20 } });
  };
  const request = { kind: 'message', messageID: 'm3', negotiationID: '5' } as const;

  it('is found on an older page of its conversation', async () => {
    const { result, asked } = await lookUp(request, pages);
    expect(listParsedRecords(result)).toMatchObject([
      { of: 'message', negotiationID: '5', leadID: null },
    ]);
    const [one] = listParsedRecords(result);
    expect(JSON.parse(one?.record ?? '')).toEqual(all[3]);
    expect(one?.columns.map(({ name, value }) => [name, value])).toEqual([
      ['message_id', 'm3'],
      ['negotiation_id', '5'],
      ['side', 'business'],
      ['author', 'Ace Plumbing'],
      ['text', 'Text 3'],
      ['sent_at', noon + 180_000],
    ]);
    expect(asked.length).toBeLessThanOrEqual(4);
  });

  it('is shown as sent now if it is dated years ahead', async () => {
    const data = [message('m3', '5', 'Customer', 'Hi', Date.UTC(2031, 4, 5))];
    const { result } = await lookUp(request, (_asked, response) => json(response, 200, { data }));
    expect(listParsedRecords(result)[0]?.columns).toContainEqual(
      expect.objectContaining({ name: 'sent_at', value: noon }),
    );
  });

  it('can be found without its lead only when it is already stored', async () => {
    const { commands, deliver, asked } = await bench(pages);
    const alone = { kind: 'message', messageID: 'm3' } as const;
    expect(await commands['lookup.run']({ accountID, request: alone })).toMatchObject({
      ok: false,
      error: { code: 'not_found' },
    });
    expect(asked).toEqual([]);
    deliver('MessageCreatedV4', all[3]);
    const answer = await commands['lookup.run']({ accountID, request: alone });
    expect(answer.ok && listParsedRecords(answer.value)).toMatchObject([
      { of: 'message', leadID: expect.any(String) as string },
    ]);
  });

  it('that is not in the conversation is not found', async () => {
    const { result } = await lookUp({ ...request, messageID: 'm99' }, pages);
    expect(result.outcome).toMatchObject({ state: 'failed', error: { code: 'not_found' } });
  });

  it('is searched for on at most 50 pages', async () => {
    let sent = 0;
    const { result, asked } = await lookUp({ ...request, messageID: 'x' }, (_asked, response) => {
      const data = Array.from({ length: 20 }, () => {
        sent += 1;
        return message(`s${sent}`, '5', 'Customer', 'Hi', noon - sent * 60_000);
      });
      json(response, 200, { data, pagination: { limit: 20 } });
    });
    expect(result.outcome).toMatchObject({ state: 'failed', error: { code: 'not_found' } });
    expect(asked).toHaveLength(50);
  });

  it('lists for every field whether it is stored, shown, or only kept', async () => {
    const whole = {
      ...message('m1', '5', 'Customer', 'Hello', noon),
      business: { businessID: 'b1', displayName: 'Ace Plumbing' },
      attachments: [{ fileName: 'a.png', url: 'https://x/a.png' }],
      colour: 'blue',
    };
    const { result } = await lookUp(
      { kind: 'conversation', negotiationID: '5' },
      (_asked, response) => json(response, 200, { data: [whole] }),
    );
    const uses = Object.fromEntries(
      (listParsedRecords(result)[0]?.fields ?? []).map(({ path, use }) => [path, use]),
    );
    expect(uses).toEqual({
      messageID: 'column',
      negotiationID: 'column',
      from: 'column',
      'customer.customerID': 'kept',
      'customer.displayName': 'column',
      'business.businessID': 'kept',
      'business.displayName': 'kept',
      text: 'column',
      'attachments.0.fileName': 'shown',
      'attachments.0.url': 'shown',
      sentAt: 'column',
      colour: 'kept',
    });
  });
});
