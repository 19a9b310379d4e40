import { expect, it } from 'vitest';
import type { LookupRequest } from '../../../../contract/commands/lookup.ts';
import { lookupCommands } from '../../../../main/engine/tools/lookup.ts';
import { accountID, testClock } from '../support/store.ts';
import { json, testService, type Respond } from '../support/http.ts';

const utmSource = 'cma-hearthline';

/** Runs a request through the command against a service that answers with `respond`. */
const lookUp = async (request: LookupRequest, respond: Respond) => {
  const service = await testService(respond);
  const { 'lookup.run': run } = lookupCommands({
    client: () => service.client,
    clock: testClock(),
  });
  const answer = await run({ accountID, request });
  if (!answer.ok) throw new Error(answer.error.code);
  return { ...service, result: answer.value };
};

const found: Respond = (_asked, response) => json(response, 200, { data: [] });

it.each<[LookupRequest, string, string, unknown]>([
  [
    { kind: 'categories', searchQuery: 'tap & sink' },
    'GET',
    '/api/v4/categories/search?searchQuery=tap+%26+sink',
    null,
  ],
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
])('a lookup asks its path: %j', async (request, method, path, body) => {
  const { asked, origin, result } = await lookUp(request, found);
  expect(asked).toMatchObject([{ method, path }]);
  expect(asked[0]?.body).toBe(body === null ? '' : JSON.stringify(body));
  expect(result.request).toEqual({
    method,
    url: origin + path,
    body: body === null ? null : JSON.stringify(body),
  });
});

it('an answer is given whole, unknown fields and all, with its status and traceID', async () => {
  const body = {
    data: [{ keywordID: 7, name: 'Tap', isNew: { in: 'no document' } }],
    traceID: 't1',
  };
  const { result } = await lookUp(
    { kind: 'keywords', searchQuery: 'tap', limit: 5 },
    (_a, response) => json(response, 203, body),
  );
  expect(result.outcome).toEqual({ state: 'answered', status: 203, traceID: 't1', body });
});

it('an answer that is no list, or not even an object, is given as it came', async () => {
  for (const body of [[], 'none', 3, null, { nothing: true }]) {
    const { result } = await lookUp({ kind: 'categories', searchQuery: 'tap' }, (_a, response) =>
      json(response, 200, body),
    );
    expect(result.outcome).toEqual({ state: 'answered', status: 200, traceID: null, body });
  }
});

it('a refusal comes with what the service said, its traceID and what was sent', async () => {
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

it('a search by POST is tried again after 503 and a lost connection: it only asks', async () => {
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

it('a search whose connection stays lost is offline, never a reply of unknown outcome', async () => {
  const { result } = await lookUp(
    { kind: 'filtered', userQuery: 'tap', zipCode: '78701', utmSource, limit: 5 },
    (_asked, response) => response.socket?.destroy(),
  );
  expect(result.outcome).toMatchObject({ state: 'failed', error: { code: 'offline' } });
});

it('what was sent names no token', async () => {
  const { result } = await lookUp({ kind: 'categories', searchQuery: 'tap' }, found);
  expect(JSON.stringify(result)).not.toContain('token-1');
});

it('a disconnected account is told to reconnect', async () => {
  const { 'lookup.run': run } = lookupCommands({ client: () => null, clock: testClock() });
  expect(
    await run({ accountID, request: { kind: 'categories', searchQuery: 'tap' } }),
  ).toMatchObject({ ok: false, error: { code: 'reconnect_needed' } });
});
