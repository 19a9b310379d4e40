/** Webhooks through the hub: engines of one team, a real hub with its nats-server, and the sandbox. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder, type EngineElsewhere } from '../engine/support/engine.ts';
import { accountID, openMarketplace } from '../engine/support/marketplace.ts';
import { addDesktop, foundTeam, startTestHub } from '../hub/support/hub.ts';
import { startMember } from './support/member.ts';

let test: Awaited<ReturnType<typeof startTestHub>>;
beforeAll(async () => {
  test = await startTestHub();
});
afterAll(() => test.stop());

const ownersOf = async (engine: EngineElsewhere) => {
  const { owners } = await engine.ask('webhooks.list', { accountID });
  return owners.filter(({ businessID }) => businessID !== null);
};
const states = async (engine: EngineElsewhere) => {
  const { reports } = await engine.ask('connection.report', {});
  return reports[0]?.webhooks.map(({ state }) => state);
};
const isActive = (engine: EngineElsewhere) =>
  expect.poll(() => states(engine), { timeout: 40_000 }).toEqual(['active']);

it('the hub takes the deliveries of all desktops by one webhook, which any of them repairs', async () => {
  const marketplace = await openMarketplace({ businesses: 1 });
  const owner = await foundTeam(test.hub);
  const member = await addDesktop(test.hub, owner);
  const ana = await startMember(marketplace, temporaryFolder(), owner);
  const ben = await startMember(marketplace, temporaryFolder(), member);
  for (const engine of [ana, ben]) {
    await isActive(engine);
    const [business] = await ownersOf(engine);
    expect(business?.webhooks).toMatchObject([{ ours: true, url: test.hub.address }]);
    const { tunnel } = await engine.ask('tunnel.report', {});
    expect(tunnel.setup.kind).toBe('hub');
    expect(await engine.ask('tunnel.check', {})).toMatchObject({
      roundTrip: { outcome: 'arrived', ms: expect.any(Number) as number },
    });
  }
  await marketplace.request('Wilma');
  for (const engine of [ana, ben]) {
    await engine.until('the lead is there', () => engine.leadOf('Wilma'));
    const { reports } = await engine.ask('connection.report', {});
    expect(reports[0]?.receiver).toMatchObject({
      reachable: true,
      lastDeliveryAt: expect.any(Number) as number,
    });
  }

  await ana.kill();
  const [business] = await ownersOf(ben);
  const token = await marketplace.accessToken(null);
  const { businessID, webhooks = [] } = business ?? {};
  const path = `/api/v4/businesses/${businessID}/webhooks/${webhooks[0]?.webhookID}`;
  const removed = await fetch(marketplace.account.profile.baseUrl + path, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token.ok ? token.value : ''}` },
  });
  expect(removed.ok).toBe(true);
  await ben.ask('webhooks.repair', { accountID });
  await isActive(ben);
  await marketplace.request('Fred');
  await ben.until('the lead is there', () => ben.leadOf('Fred'));
}, 120_000);
