/** Webhooks and deliveries between an engine and the sandbox. */
import { expect, it } from 'vitest';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startEngine, temporaryFolder, type EngineHere } from './support/engine.ts';
import { accountID, openMarketplace } from './support/marketplace.ts';

/** The professional's program: records event and credentials of its deliveries. */
const openProgram = async () => {
  const got: { authorization: string; eventType: string }[] = [];
  let heard = (): void => undefined;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { event } = JSON.parse(body) as { event: { eventType: string } };
      got.push({
        authorization: request.headers.authorization ?? '',
        eventType: event.eventType,
      });
      response.writeHead(204).end();
      heard();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hear`,
    got,
    next: () => new Promise<void>((resolve) => (heard = resolve)),
  };
};

const owners = async (engine: EngineHere) =>
  (await engine.ask('webhooks.list', { accountID })).owners;

const stands = async (engine: EngineHere) => {
  const active = await engine.until('every business has an active webhook', async () => {
    const listed = (await owners(engine)).filter(({ businessID }) => businessID !== null);
    return listed.length > 0 && listed.every(({ state }) => state === 'active') ? listed : null;
  });
  // Waits for the checks of the start, which would repair what a test changes.
  await engine.ask('webhooks.repair', { accountID });
  return active;
};

it('a webhook made by hand delivers with its credentials, can be disabled, enabled, deleted and restored, and its password is never stored', async () => {
  const marketplace = await openMarketplace({ businesses: 1 });
  const folder = temporaryFolder();
  const engine = await startEngine(marketplace, folder);
  const [business] = await stands(engine);
  const program = await openProgram();
  const target = { accountID, businessID: business?.businessID ?? '' };
  const credentials = { username: 'front', password: 'canary-password-4711' };
  const { webhook } = await engine.ask('webhooks.create', {
    ...target,
    url: program.url,
    eventTypes: ['NegotiationCreatedV4'],
    enabled: true,
    credentials,
  });
  expect(webhook).toMatchObject({
    url: program.url,
    authType: 'Basic',
    enabled: true,
    ours: false,
  });
  const named = { ...target, webhookID: webhook.webhookID };

  const first = program.next();
  await marketplace.request('Wilma');
  await first;
  expect(program.got).toEqual([
    {
      authorization: `Basic ${btoa('front:canary-password-4711')}`,
      eventType: 'NegotiationCreatedV4',
    },
  ]);

  await engine.ask('webhooks.enable', { ...named, enabled: false });
  await marketplace.request('Xaver');
  await engine.until('the app has heard of it', () => engine.leadOf('Xaver'));
  await engine.ask('webhooks.enable', { ...named, enabled: true });
  await engine.ask('webhooks.removeCredentials', named);
  const second = program.next();
  await marketplace.request('Yvonne');
  await second;
  expect(program.got.at(-1)?.authorization).toBe('');
  expect(program.got).toHaveLength(2);

  expect(await engine.ask('webhooks.delete', named)).toEqual({ restorable: true });
  expect((await owners(engine))[0]?.webhooks).toHaveLength(1);
  await engine.ask('webhooks.restore', named);
  expect((await owners(engine))[0]?.webhooks.map(({ url }) => url)).toContain(program.url);
  await engine.stop();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const file of files.filter((each) => each.isFile())) {
    const kept = readFileSync(join(file.parentPath, file.name));
    expect(kept.includes(credentials.password), file.name).toBe(false);
  }
});

it('a webhook of the user receives events of every business', async () => {
  const marketplace = await openMarketplace({ businesses: 2 });
  const engine = await startEngine(marketplace);
  await stands(engine);
  const program = await openProgram();
  await engine.ask('webhooks.create', {
    accountID,
    businessID: null,
    url: program.url,
    eventTypes: ['MessageCreated'],
    enabled: true,
  });
  const heard = program.next();
  await marketplace.write(await marketplace.request('Wilma'), 'Are you there?');
  await heard;
  expect(program.got[0]?.eventType).toBe('MessageCreated');
});

it('a missing webhook is found and repaired, and leads arrive again', async () => {
  const marketplace = await openMarketplace({ businesses: 1 });
  const engine = await startEngine(marketplace);
  const [business] = await stands(engine);
  const token = await marketplace.accessToken(null);
  const own = business?.webhooks.find(({ ours }) => ours);
  const path = `/api/v4/businesses/${business?.businessID}/webhooks/${own?.webhookID}`;
  const removed = await fetch(marketplace.account.profile.baseUrl + path, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token.ok ? token.value : ''}` },
  });
  expect(removed.ok).toBe(true);
  expect((await owners(engine))[0]).toMatchObject({ state: 'missing', webhooks: [] });
  expect(await engine.ask('webhooks.repair', { accountID })).toEqual({
    businesses: [{ name: business?.name, repaired: true, reason: null }],
  });
  expect((await owners(engine))[0]).toMatchObject({ state: 'active' });
  await marketplace.request('Wilma');
  await engine.until('the lead is there', () => engine.leadOf('Wilma'));
});

it('changed credentials of the app’s webhook are found and repaired', async () => {
  const marketplace = await openMarketplace({ businesses: 1 });
  const engine = await startEngine(marketplace);
  const [business] = await stands(engine);
  const webhookID = business?.webhooks.find(({ ours }) => ours)?.webhookID ?? '';
  const named = { accountID, businessID: business?.businessID ?? '', webhookID };
  const credentials = { username: 'else', password: 'where' };
  await engine.ask('webhooks.setCredentials', { ...named, credentials });
  expect((await owners(engine))[0]?.state).toBe('unknown_credentials');
  await engine.ask('webhooks.repair', { accountID });
  expect((await owners(engine))[0]?.state).toBe('active');
  await marketplace.request('Wilma');
  await engine.until('the lead is there', () => engine.leadOf('Wilma'));
});

it('a test delivery arrives, returns its duration, and is listed', async () => {
  const marketplace = await openMarketplace({ businesses: 1 });
  const engine = await startEngine(marketplace);
  const [business] = await stands(engine);
  const { afterMs, deliveryID } = await engine.ask('webhooks.test', {
    accountID,
    businessID: business?.businessID ?? '',
  });
  expect(afterMs).toBeGreaterThanOrEqual(0);
  const opened = await engine.ask('deliveries.get', { accountID, deliveryID: deliveryID ?? '' });
  expect(opened.body).toContain('Test Business for Webhooks');
  const { deliveries } = await engine.ask('deliveries.list', {
    accountID,
    filter: 'all',
    limit: 9,
  });
  expect(deliveries).toContainEqual(opened.delivery);
});
