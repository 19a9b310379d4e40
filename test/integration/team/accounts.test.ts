/** The accounts of a team on its desktops, with a real hub, its nats-server, and the practice marketplace. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../../main/clock/clock.ts';
import { startService, type Service } from '../connect/support/service.ts';
import { codeFor } from '../hub/support/codes.ts';
import { createBroker } from '../../../main/connect/broker.ts';
import { startTestHub } from '../hub/support/hub.ts';
import { ok, openDesktop } from './support/desktop.ts';

let service: Service;
let test: Awaited<ReturnType<typeof startTestHub>>;
beforeAll(async () => {
  service = await startService();
  test = await startTestHub({ services: [service.profile, service.legacyProfile] });
});
afterAll(async () => {
  await test.stop();
  await service.close();
});

it('the team’s accounts come to each desktop, end for all, and go with the team', async () => {
  const [ana, ben] = [openDesktop(), openDesktop()];
  const { link } = await test.hub.createTeam();
  const invitation = link.replace(/^https?:\/\/[^/]+/, test.hub.address);
  ok(await ana.handlers['team.join']({ invitation }));
  const invited = ok(await ana.handlers['team.invite']({ person: null, role: 'member' }));
  ok(await ben.handlers['team.join']({ invitation: invited.link }));
  const { invitations } = ok(await ana.handlers['team.people']({}));
  const desktop = invitations[0]?.joining?.desktop ?? '';
  ok(await ana.handlers['team.confirm']({ invitation: invited.invitation, desktop }));
  await expect.poll(() => ben.hub() !== null, { timeout: 20_000 }).toBe(true);

  const { address, signer } = ana.hub() ?? {};
  const broker = createBroker({
    ...{ address: address ?? '', signer: signer ?? null },
    ...{ fetch, clock: systemClock },
  });
  for (const profile of [service.profile, service.legacyProfile])
    ok(await broker.exchange(await codeFor(service, profile)));
  for (const each of [ana, ben]) each.hearOfChange();
  const connected = (role: string) => [
    ['legacy', 'connected', role],
    ['v4', 'connected', role],
  ];
  const poll = (read: () => unknown) => expect.poll(read, { timeout: 20_000 });
  await poll(() => ana.accounts().toSorted()).toEqual(connected('owner'));
  await poll(() => ben.accounts().toSorted()).toEqual(connected('member'));

  const account = ben.connect.accounts().find((each) => each.interface === 'v4');
  if (account === undefined) throw new Error('Ben has no account');
  const { accountID } = account;
  const token = ok(await ben.connect.accessToken(accountID, null));
  expect(await service.call('/api/v4/businesses', token)).toBe(200);

  expect(await ben.connect.disconnect(accountID)).toMatchObject({ error: { code: 'owner_only' } });
  ok(await ana.connect.disconnect(accountID));
  ben.hearOfChange();
  await poll(() => ben.accounts().toSorted()).toEqual([
    ['legacy', 'connected', 'member'],
    ['v4', 'disconnected', 'member'],
  ]);
  expect(await ben.connect.accessToken(accountID, null)).toMatchObject({ ok: false });

  ok(await ben.handlers['team.leave']({ isHubGone: false }));
  await poll(ben.accounts).toEqual([]);
}, 120_000);
