/** The calls for webhooks on both paths (conformance.md, H and I). */
import { describe, expect, it } from 'vitest';
import { succeed } from '../../../../../../../contract/errors.ts';
import type { ServiceClient } from '../../../../../../../main/engine/marketplaces/pro-integration/v4/service/client.ts';
import { testClock } from '../../../../support/store.ts';
import { json, testService } from '../../../../support/http.ts';

const hook = {
  webhookURL: 'https://partner.test/hear',
  eventTypes: ['MessageCreated'],
  enabled: false,
  auth: { username: 'front', password: 'desk' },
};

describe.each([
  [
    'a business',
    '/api/v4/businesses/b1/webhooks',
    (it: ServiceClient) => it.getWebhookCalls('b1', 'person'),
  ],
  ['the user', '/api/v4/users/webhooks', (it: ServiceClient) => it.userWebhooks],
] as const)('the webhooks of %s', (_whose, path, of) => {
  it('are read, created, and changed with exactly the specified calls', async () => {
    const service = await testService((asked, response) => {
      const isList = asked.method === 'GET' && asked.path === path;
      const record = { webhookID: 'w1', ...hook, auth: undefined, authType: 'Basic' };
      if (isList) return json(response, 200, { data: [record], pagination: { limit: 10 } });
      if (asked.method === 'GET' || asked.method === 'POST') return json(response, 200, record);
      response.writeHead(204).end();
    });
    const calls = of(service.client);
    await calls.list();
    await calls.get('w1');
    await calls.create(hook);
    await calls.enable('w1', true);
    await calls.setAuth('w1', hook.auth);
    await calls.removeAuth('w1');
    await calls.remove('w1');
    expect(
      service.asked.map(({ method, path: where, body }) => [
        method,
        where,
        body === '' ? null : (JSON.parse(body) as unknown),
      ]),
    ).toEqual([
      ['GET', path, null],
      ['GET', `${path}/w1`, null],
      ['POST', path, hook],
      ['PUT', `${path}/w1`, { enabled: true }],
      ['PUT', `${path}/w1/auth`, hook.auth],
      ['DELETE', `${path}/w1/auth`, null],
      ['DELETE', `${path}/w1`, null],
    ]);
  });

  it('keep unknown event kinds and authentication types', async () => {
    const record = { webhookID: '9', authType: 'Signed', eventTypes: ['RoofFellInV9'] };
    const service = await testService((_asked, response) =>
      json(response, 200, { data: [{ ...record, extra: 1 }] }),
    );
    expect(await of(service.client).list()).toMatchObject({ ok: true, value: [record] });
  });
});

describe('while so many requests are made that polling must wait', () => {
  const busyService = async () => {
    const service = await testService(
      (asked, response) => {
        if (asked.method === 'DELETE') return void response.writeHead(204).end();
        json(response, 200, { webhookID: 'w1', eventTypes: [], data: [] });
      },
      () => Promise.resolve(succeed('token-1')),
      // Time stands still, so a request that must wait is never sent.
      { clock: testClock() },
    );
    // As many as an account may send at once, apart from the share kept for the professional.
    const polls = Array.from({ length: 50 }, (_, n) =>
      service.client.fetchNegotiation(`n${n}`, 'background'),
    );
    await Promise.all(polls);
    service.asked.length = 0;
    return service;
  };

  it.each([
    ['a business', (it: ServiceClient) => it.getWebhookCalls('b1', 'person')],
    ['the user', (it: ServiceClient) => it.userWebhooks],
  ])('a person’s calls for the webhooks of %s are made right away', async (_whose, of) => {
    const service = await busyService();
    const calls = of(service.client);
    await calls.list();
    await calls.get('w1');
    await calls.create(hook);
    await calls.enable('w1', true);
    await calls.setAuth('w1', hook.auth);
    await calls.removeAuth('w1');
    await calls.remove('w1');
    expect(service.asked).toHaveLength(7);
  });

  it('a test delivery is requested right away, and the regular check waits', async () => {
    const service = await busyService();
    void service.client.getWebhookCalls('b1', 'background').list();
    await service.client.getWebhookCalls('b1', 'person').test();
    expect(service.asked.map(({ method }) => method)).toEqual(['POST']);
  });
});

it('a test delivery is requested once, and any success counts', async () => {
  const service = await testService((_asked, response) => void response.writeHead(200).end());
  expect(await service.client.getWebhookCalls('b1', 'person').test()).toEqual({
    ok: true,
    value: undefined,
  });
  expect(service.asked).toMatchObject([
    { method: 'POST', path: '/api/v4/businesses/b1/webhooks/test-negotiation' },
  ]);
});
