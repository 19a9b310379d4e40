import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { succeed } from '../../../../../../../contract/errors.ts';
import type { PublicProfile } from '../../../../../../../contract/profile.ts';
import {
  createLegacyClient,
  type LegacyClient,
} from '../../../../../../../main/engine/marketplaces/pro-integration/legacy/service/client.ts';
import type { TokenSource } from '../../../../../../../main/engine/platform/http/transport.ts';
import { oddRecords } from '../../../../support/odd-fields.ts';
import { onDisk, testLog } from '../../../../support/store.ts';
import {
  eagerClock,
  evenRandom,
  json,
  type Asked,
  type Respond,
} from '../../../../support/http.ts';

/** A legacy service that answers with `respond`, and a client of it. */
const legacyService = async (
  respond: Respond,
  changes: (origin: string) => Partial<PublicProfile> = () => ({}),
  token: TokenSource = () => Promise.resolve(succeed('token-1')),
) => {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      asked.push({ method, path, headers, body });
      respond({ method, path, headers, body }, response, asked.length);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clock = eagerClock();
  const log = testLog();
  const client: LegacyClient = createLegacyClient({
    profile: {
      name: 'Old service',
      environment: 'production',
      interface: 'legacy',
      baseUrl: origin,
      accountInfoPath: '/v2/get-service-info',
      scopes: ['messages'],
      ...changes(origin),
    },
    token,
    clock,
    random: evenRandom,
    log,
    flush: onDisk,
  });
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await client.close();
  });
  return { client, asked, log, clock };
};
const sent: Respond = (_asked, response) => json(response, 200, { status: 'success' });
const info = {
  business_pk: '555',
  client_id: 'client-1',
  scope: ['messages'],
  business_name: 'Lee Plumbing',
};

describe('a legacy reply', () => {
  it('is posted once to the lead of its business', async () => {
    const { client, asked } = await legacyService(sent);
    expect(await client.sendMessage('b/1', 'l.2', 'On my way')).toEqual({
      ok: true,
      value: { status: 'success' },
    });
    expect(asked).toMatchObject([
      {
        method: 'POST',
        path: '/v2/business/b%2F1/lead/l%2E2/message',
        headers: { authorization: 'Bearer token-1', 'content-type': 'application/json' },
        body: '{"text":"On my way"}',
      },
    ]);
  });

  it.each([
    ['staging', '/staging/v2/business/b/lead/l/message'],
    ['production', '/v2/business/b/lead/l/message'],
    ['sandbox', '/v2/business/b/lead/l/message'],
  ] as const)('of a %s profile goes to %s', async (environment, path) => {
    const { client, asked } = await legacyService(sent, (origin) => ({
      environment,
      stagingUrl: `${origin}/staging/`,
    }));
    await client.sendMessage('b', 'l', 'Hello');
    expect(asked[0]?.path).toBe(path);
  });

  it('keeps the path of the base URL', async () => {
    const { client, asked } = await legacyService(sent, (origin) => ({
      baseUrl: `${origin}/api/`,
    }));
    await client.sendMessage('b', 'l', 'Hello');
    expect(asked[0]?.path).toBe('/api/v2/business/b/lead/l/message');
  });

  it.each<[string, object, string]>([
    ['an unknown status', { status: 'QUEUED_FOR_REVIEW', more: 1 }, 'QUEUED_FOR_REVIEW'],
    ['no status', {}, ''],
  ])('counts as sent when the service answers with %s', async (_, body, status) => {
    const { client } = await legacyService((_asked, response) => json(response, 200, body));
    expect(await client.sendMessage('b', 'l', 'Hi')).toEqual({ ok: true, value: { status } });
  });

  it.each<[string, Respond, string]>([
    ['a cut connection', (_asked, response) => void response.socket?.destroy(), 'outcome_unknown'],
    ['503', (_asked, response) => json(response, 503, {}), 'service_unavailable'],
    ['an empty 202', (_asked, response) => void response.writeHead(202).end(), 'unexpected_answer'],
    ['429', (_asked, response) => json(response, 429, {}), 'rate_limited'],
    ['404', (_asked, response) => json(response, 404, {}), 'gone'],
    ['400', (_asked, response) => json(response, 400, { message: 'No text.' }), 'rejected'],
  ])('is never repeated after %s', async (_, respond, code) => {
    const { client, asked } = await legacyService(respond);
    expect(await client.sendMessage('b', 'l', 'Hi')).toMatchObject({ ok: false, error: { code } });
    expect(asked).toHaveLength(1);
  });

  it('is sent again with a new token after INVALID_TOKEN', async () => {
    const rejections: (string | null)[] = [];
    const { client, asked } = await legacyService(
      (_asked, response, nth) =>
        nth === 1
          ? json(response, 401, { error: 'INVALID_TOKEN' })
          : json(response, 200, { status: 'success' }),
      undefined,
      (rejected) => {
        rejections.push(rejected);
        return Promise.resolve(succeed(rejected === null ? 'old' : 'new'));
      },
    );
    expect(await client.sendMessage('b', 'l', 'Hi')).toMatchObject({ ok: true });
    expect(rejections).toEqual([null, 'old']);
    expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
  });
});

describe('legacy account info', () => {
  it('returns the business of the token, under its new names', async () => {
    const { client, asked } = await legacyService((_asked, response) => json(response, 200, info));
    expect(await client.fetchAccountInfo()).toEqual({
      ok: true,
      value: { businessID: '555', businessName: 'Lee Plumbing' },
    });
    expect(asked).toMatchObject([{ method: 'GET', path: '/v2/get-service-info', body: '' }]);
  });

  it.each<[string, object, object]>([
    ['a number for an id', { ...info, business_pk: 555 }, { businessID: '555' }],
    ['nothing but the id', { business_pk: '555' }, { businessName: '' }],
  ])('is understood from %s', async (_, body, value) => {
    const { client } = await legacyService((_asked, response) => json(response, 200, body));
    expect(await client.fetchAccountInfo()).toMatchObject({ ok: true, value });
  });

  it('is not requested when the profile has no path for it', async () => {
    const { client, asked } = await legacyService(sent, () => ({ accountInfoPath: undefined }));
    expect(await client.fetchAccountInfo()).toMatchObject({
      ok: false,
      error: { code: 'not_found' },
    });
    expect(asked).toEqual([]);
  });
});

describe('an error of the legacy interface', () => {
  it.each<[number, unknown, string, string | undefined]>([
    [401, { error: 'INVALID_TOKEN' }, 'reconnect_needed', 'INVALID_TOKEN'],
    [403, { error: 'INSUFFICIENT_SCOPE' }, 'scope_missing', 'INSUFFICIENT_SCOPE'],
    [400, { code: 'INSUFFICIENT_SCOPE' }, 'scope_missing', 'INSUFFICIENT_SCOPE'],
    [401, { error: { code: 'INSUFFICIENT_SCOPE' } }, 'scope_missing', 'INSUFFICIENT_SCOPE'],
    [
      400,
      { error: 'INVALID_REQUEST', error_description: 'No text.' },
      'rejected',
      'INVALID_REQUEST: No text.',
    ],
    [400, { message: 'No text.' }, 'rejected', 'No text.'],
    [403, { error: 'not yours' }, 'forbidden', 'not yours'],
    [409, {}, 'conflict', undefined],
    [500, null, 'service_unavailable', undefined],
  ])('%i %j fails as %s', async (status, body, code, detail) => {
    const { client } = await legacyService((_asked, response) => json(response, status, body));
    const answer = await client.fetchAccountInfo();
    expect(answer).toMatchObject({ ok: false, error: { code, status } });
    expect(!answer.ok && answer.error.detail).toBe(detail);
  });

  it('429 pauses every call until Retry-After is over', async () => {
    const { client, asked, clock } = await legacyService(
      (_asked, response) => void response.writeHead(429, { 'retry-after': '30' }).end(),
    );
    await client.sendMessage('b', 'l', 'Hi');
    expect(client.pausedUntil()).toBe(clock.now() + 30_000);
    expect(await client.fetchAccountInfo()).toMatchObject({ error: { code: 'rate_limited' } });
    expect(asked).toHaveLength(1);
  });

  it('503 on a read is retried after its Retry-After', async () => {
    const { client, asked, clock } = await legacyService((_asked, response, nth) =>
      nth === 1 ? json(response, 503, {}, { 'retry-after': '2' }) : json(response, 200, info),
    );
    expect(await client.fetchAccountInfo()).toMatchObject({ ok: true });
    expect([asked.length, clock.waits]).toEqual([2, [2_000]]);
  });

  it('is logged without text, token, address, or ID', async () => {
    const { client, log } = await legacyService((_asked, response) => json(response, 500, {}));
    await client.sendMessage('business-canary', 'lead-canary', 'text-canary');
    expect(log.lines).toHaveLength(1);
    expect(JSON.stringify(log.lines)).not.toMatch(/canary|token-1|127\.0\.0\.1/);
  });
});

describe('a lookup by the legacy interface', () => {
  it.each([
    ['pros', '/v2/pros', { kind: 'businesses', searchQuery: 'tap' }],
    [
      'discoveryLitePros',
      '/v1/partners/discoverylite/pros',
      { kind: 'olderBusinesses', searchQuery: 'tap' },
    ],
    ['filteredPros', '/v2/filtered-pros', { kind: 'filtered', userQuery: 'tap' }],
    ['categoryRecommendations', '/v2/category/recommendation', { kind: 'recommendations' }],
    ['homecareChecklist', '/v2/homecare/checklist', { kind: 'homecare' }],
    ['autocomplete', '/v2/autocomplete', { kind: 'keywords', searchQuery: 'tap' }],
  ] as const)(
    'of %s requests %s and returns the answer as received',
    async (_name, path, asking) => {
      const body = { results: [{ service_pk: '1', new_field: true }] };
      const { client, asked } = await legacyService((_asked, response) =>
        json(response, 200, body),
      );
      const place = {
        zipCode: '94103',
        recommendationType: 'popular',
        utmSource: 'cma-x',
        limit: 5,
      };
      const lookup = await client.lookUp({ ...place, ...asking });
      expect(lookup?.answer).toEqual({ ok: true, value: { status: 200, body, records: [] } });
      const { method, path: address = '', headers } = asked[0] ?? {};
      const url = new URL(address, 'http://127.0.0.1');
      expect([method, url.pathname]).toEqual(['GET', path]);
      const query = Object.fromEntries(url.searchParams);
      if (path !== '/v2/autocomplete')
        expect(query).toMatchObject({ zipCode: '94103', utm_source: 'cma-x' });
      expect(headers?.authorization).toBe('Bearer token-1');
    },
  );

  it('returns a bare list as received', async () => {
    const { client } = await legacyService((_asked, response) => json(response, 200, ['plumber']));
    const lookup = await client.lookUp({ kind: 'keywords', searchQuery: 'plu', limit: 5 });
    expect(lookup?.answer).toMatchObject({ value: { body: ['plumber'] } });
  });

  it('of a lead requests nothing, because the interface has no endpoint for it', async () => {
    const { client, asked } = await legacyService((_asked, response) => json(response, 200, {}));
    expect(await client.lookUp({ kind: 'negotiation', negotiationID: '5' })).toBeNull();
    expect(asked).toEqual([]);
  });
});

describe('an answer of the legacy interface with one odd field', () => {
  it('is read as far as possible, or fails as unexpected_answer', async () => {
    let answered: unknown = info;
    const { client } = await legacyService((_asked, response) => json(response, 200, answered));
    for (const { what, record } of oddRecords({ ...info, status: 'success' })) {
      answered = record;
      for (const answer of [
        await client.fetchAccountInfo(),
        await client.sendMessage('1', '2', 'Hi'),
      ]) {
        expect(answer.ok || answer.error.code, what).toSatisfy(
          (outcome) => outcome === true || outcome === 'unexpected_answer',
        );
      }
    }
    answered = [{ business_pk: 5, business_name: ['Ace', 'Sons'], scope: [['messages, more']] }];
    expect(await client.fetchAccountInfo()).toEqual({
      ok: true,
      value: { businessID: '5', businessName: 'Ace, Sons' },
    });
  });
});
