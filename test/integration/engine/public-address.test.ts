/** Deliveries through the professional's public address, behind a real web server. */
import { expect, it, onTestFinished } from 'vitest';
import { startEngine, temporaryFolder, type EngineHere } from './support/engine.ts';
import { accountID, openMarketplace } from './support/marketplace.ts';
import { openWebServer } from './tunnel/web-server.ts';

const openServer = async (...how: Parameters<typeof openWebServer>) => {
  const server = await openWebServer(...how);
  onTestFinished(server.close);
  return server;
};

const reportOf = async (engine: EngineHere) => {
  const { reports } = await engine.ask('connection.report', {});
  return reports.find((report) => report.accountID === accountID);
};
const tunnelOf = async (engine: EngineHere) => (await engine.ask('tunnel.report', {})).tunnel;

const listening = (engine: EngineHere) =>
  engine.until('the receiver listens', async () => (await reportOf(engine))?.receiver.port ?? null);

const useAddress = async (engine: EngineHere, address: string): Promise<void> => {
  const { setup } = await tunnelOf(engine);
  const kind = address === '' ? 'off' : 'address';
  expect(await engine.ask('tunnel.setUp', { setup: { ...setup, kind, address } })).toEqual({
    mistakes: [],
  });
};

/** Waits until every business has one active webhook at `address`. */
const registeredAt = (engine: EngineHere, address: string) =>
  engine.until(`every webhook leads to ${address}`, async () => {
    const { owners } = await engine.ask('webhooks.list', { accountID });
    const ofBusinesses = owners.filter(({ businessID }) => businessID !== null);
    const isThere = ofBusinesses.every(
      ({ state, webhooks }) =>
        state === 'active' &&
        webhooks.length === 1 &&
        webhooks.every(({ url }) => address.startsWith(url)),
    );
    return ofBusinesses.length === 2 && isThere ? ofBusinesses : null;
  });

const proven = (engine: EngineHere, outcome: 'arrived' | 'failed') =>
  engine.until(`a test event has ${outcome}`, async () => {
    const { roundTrip, isChecking } = await tunnelOf(engine);
    return roundTrip?.outcome === outcome && !isChecking ? roundTrip : null;
  });

it('a public address is checked by a test event, moves the webhooks when it changes, and survives a restart', async () => {
  const marketplace = await openMarketplace({ businesses: 2 });
  const folder = temporaryFolder();
  const first = await startEngine(marketplace, folder);
  const port = await listening(first);
  const bare = await openServer(port);
  const below = await openServer(port, '/leads');

  await useAddress(first, ` ${bare.address}/ `);
  expect(await proven(first, 'arrived')).toMatchObject({ ms: expect.any(Number) as number });
  await registeredAt(first, bare.address);
  await marketplace.request('Wilma');
  await first.until('Wilma came in', async () => first.leadOf('Wilma'));

  await useAddress(first, below.address);
  await registeredAt(first, below.address);
  await proven(first, 'arrived');
  bare.close();
  await marketplace.request('Xaver');
  await first.until('Xaver came in', async () => first.leadOf('Xaver'));
  await first.stop();

  const again = await startEngine(marketplace, folder);
  expect(await listening(again)).toBe(port);
  expect(await tunnelOf(again)).toMatchObject({ address: below.address });
  await registeredAt(again, below.address);
  await marketplace.request('Yolanda');
  await again.until('Yolanda came in', async () => again.leadOf('Yolanda'));

  await useAddress(again, '');
  await registeredAt(again, `http://127.0.0.1:${port}`);
});

it('a public address that stops working is reported, and works again when its server is back', async () => {
  const marketplace = await openMarketplace({ businesses: 2, listNegotiations: true });
  const engine = await startEngine(marketplace);
  const port = await listening(engine);
  const server = await openServer(port);
  await useAddress(engine, server.address);
  await proven(engine, 'arrived');
  await registeredAt(engine, server.address);
  expect(await tunnelOf(engine)).toMatchObject({ isWorking: true });
  expect((await reportOf(engine))?.receiver.reachable).toBe(true);

  server.close();
  await engine.ask('tunnel.check', {});
  expect(await proven(engine, 'failed')).toMatchObject({ why: 'refused' });
  expect(await tunnelOf(engine)).toMatchObject({ state: { state: 'up' }, isWorking: false });
  expect((await reportOf(engine))?.receiver.reachable).toBe(false);

  await openServer(port, '', server.port);
  await engine.ask('tunnel.check', {});
  expect(await tunnelOf(engine)).toMatchObject({ isWorking: true });
  expect((await reportOf(engine))?.receiver.reachable).toBe(true);
});

it('after the computer sleeps, a webhook that the service lost is registered again', async () => {
  const marketplace = await openMarketplace({ businesses: 2 });
  const engine = await startEngine(marketplace);
  const port = await listening(engine);
  const here = `http://127.0.0.1:${port}`;
  const [owner] = await registeredAt(engine, here);
  const [webhook] = owner?.webhooks ?? [];
  const businessID = owner?.businessID ?? null;
  const { accessToken, ready } = marketplace;
  const token = await accessToken(null);
  const gone = await fetch(
    `${ready.baseUrl}/v4/businesses/${businessID}/webhooks/${webhook?.webhookID}`,
    { method: 'DELETE', headers: { authorization: `Bearer ${token.ok ? token.value : ''}` } },
  );
  expect(gone.ok).toBe(true);
  engine.send({ type: 'wake' });
  await registeredAt(engine, here);
});
