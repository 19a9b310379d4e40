/** The webhook states of the specification, for both owners. */
import { describe, expect, test } from 'vitest';
import { formatBasic, openMarketplace } from './marketplace.ts';
import { openReceiver } from './receiver.ts';

const credentials = { username: 'front', password: 'a-secret-that-nobody-reads' };

describe.each([
  ['business', 'MessageCreatedV4'],
  ['user', 'MessageCreated'],
] as const)('The webhook of a %s', (owner, eventType) => {
  /** A marketplace, one lead, and a reference webhook that receives every event of its owner. */
  async function openScene() {
    const market = await openMarketplace();
    const tokens = await market.connect();
    const receiver = await openReceiver();
    const base = `/api/v4/${owner === 'business' ? `businesses/${market.business}` : 'users'}/webhooks`;
    const call = (method: string, path = '', json?: unknown) =>
      market.call(tokens, method, base + path, json);
    const create = async (path: string, more: object = {}) => {
      const answer = await call('POST', '', {
        webhookURL: receiver.url + path,
        eventTypes: [eventType],
        ...more,
      });
      expect(answer.status).toBe(201);
      return answer.json as { webhookID: string; enabled: boolean; authType: string };
    };
    const witness = await create('/witness', { enabled: true });
    const lead = (await market.control('POST', '/leads', { businessID: market.business })) as {
      negotiationID: string;
    };
    let messages = 0;
    /** Sends a message and returns its deliveries, except those to the reference webhook. */
    const write = async () => {
      const before = receiver.received.length;
      await market.control('POST', `/leads/${lead.negotiationID}/messages`, { text: 'Hello?' });
      messages += 1;
      const isDone = () =>
        receiver.received.filter(({ path }) => path === '/witness').length === messages;
      while (!isDone()) await receiver.atLeast(receiver.received.length + 1);
      const { data } = (await market.control('GET', '/deliveries')) as { data: unknown[] };
      await receiver.atLeast(data.length);
      return receiver.received.slice(before).filter(({ path }) => path !== '/witness');
    };
    return { call, create, write, witness };
  }

  test('created disabled delivers nothing until it is enabled, and nothing once it is disabled again', async () => {
    const { call, create, write } = await openScene();
    const { webhookID, enabled } = await create('/hook', { enabled: false });
    expect(enabled).toBe(false);
    expect(await write()).toEqual([]);
    const turned = await call('PUT', `/${webhookID}`, { enabled: true });
    expect(turned.json).toMatchObject({ webhookID, enabled: true });
    expect(await write()).toMatchObject([{ path: '/hook' }]);
    await call('PUT', `/${webhookID}`, { enabled: false });
    expect(await write()).toEqual([]);
  });

  test('can be created without credentials, and is enabled by default', async () => {
    const { call, create, write } = await openScene();
    const { webhookID, ...created } = await create('/hook');
    expect(created).toMatchObject({ enabled: true, authType: 'None' });
    expect((await call('GET', `/${webhookID}`)).json).toMatchObject(created);
    const [delivery] = await write();
    expect(delivery?.headers).not.toHaveProperty('authorization');
  });

  test('sends later credentials with each delivery until they are removed, and never returns them', async () => {
    const { call, create, write } = await openScene();
    const { webhookID } = await create('/hook');
    const answers = [
      await call('PUT', `/${webhookID}/auth`, credentials),
      await call('GET', `/${webhookID}`),
      await call('GET'),
    ];
    expect(answers[1]?.json).toMatchObject({ authType: 'Basic' });
    for (const { status, text } of answers) {
      expect(status).toBe(200);
      expect(text).not.toContain(credentials.password);
      expect(text).not.toContain(credentials.username);
    }
    const [delivery] = await write();
    expect(delivery?.headers['authorization']).toBe(
      formatBasic(credentials.username, credentials.password),
    );
    expect((await call('DELETE', `/${webhookID}/auth`)).status).toBe(204);
    expect((await call('GET', `/${webhookID}`)).json).toMatchObject({ authType: 'None' });
    const [bare] = await write();
    expect(bare?.headers).not.toHaveProperty('authorization');
  });

  test('rejects invalid credentials and keeps the current ones', async () => {
    const { call, create, write } = await openScene();
    const { webhookID } = await create('/hook', { auth: credentials });
    for (const body of [{}, { username: 'only' }, { password: 'only' }, 'front:desk'])
      expect((await call('PUT', `/${webhookID}/auth`, body)).status).toBe(400);
    const [delivery] = await write();
    expect(delivery?.headers['authorization']).toBe(
      formatBasic(credentials.username, credentials.password),
    );
  });

  test('delivers nothing once removed, and is neither listed nor found', async () => {
    const { call, create, write, witness } = await openScene();
    const { webhookID } = await create('/hook');
    expect((await call('DELETE', `/${webhookID}`)).status).toBe(204);
    expect(await write()).toEqual([]);
    const { data } = (await call('GET')).json as { data: { webhookID: string }[] };
    expect(data.map((one) => one.webhookID)).toEqual([witness.webhookID]);
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '', { enabled: true }],
      ['PUT', '/auth', credentials],
      ['DELETE', '/auth', undefined],
      ['DELETE', '', undefined],
    ] as const)
      expect((await call(method, `/${webhookID}${path}`, body)).status).toBe(404);
  });
});
