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

const poll = (read: () => unknown) => expect.poll(read);

/** An owner's and a member's desktop. */
const newTeam = async () => {
  const [ana, ben] = [openDesktop(), openDesktop()];
  const { link } = await test.hub.createTeam();
  const invitation = link.replace(/^https?:\/\/[^/]+/, test.hub.address);
  ok(await ana.handlers['team.join']({ invitation }));
  const invited = ok(await ana.handlers['team.invite']({ person: null, role: 'member' }));
  ok(await ben.handlers['team.join']({ invitation: invited.link }));
  const { invitations } = ok(await ana.handlers['team.people']({}));
  const digits = invitations[0]?.joining?.digits ?? '';
  ok(await ana.handlers['team.confirm']({ invitation: invited.invitation, digits }));
  await poll(() => ben.getHub() !== null).toBe(true);
  const { address, signer } = ana.getHub() ?? {};
  const broker = createBroker({
    ...{ address: address ?? '', signer: signer ?? null },
    ...{ fetch, clock: systemClock },
  });
  return { ana, ben, broker };
};

it('the team’s accounts come to each desktop, end for all, and go with the team', async () => {
  const { ana, ben, broker } = await newTeam();
  for (const profile of [service.profile, service.legacyProfile])
    ok(await broker.exchange(await codeFor(service, profile)));
  for (const each of [ana, ben]) each.hearOfChange();
  const connected = (role: string) => [
    ['legacy', 'connected', role],
    ['v4', 'connected', role],
  ];
  await poll(() => ana.accounts().toSorted()).toEqual(connected('owner'));
  await poll(() => ben.accounts().toSorted()).toEqual(connected('member'));

  const account = ben.connect.listAccounts().find((each) => each.interface === 'v4');
  if (account === undefined) throw new Error('Ben has no account');
  const { accountID } = account;
  const token = ok(await ben.connect.getAccessToken(accountID, null));
  expect(await service.call('/api/v4/businesses', token)).toBe(200);

  expect(await ben.connect.disconnect(accountID)).toMatchObject({ error: { code: 'owner_only' } });
  ok(await ana.connect.disconnect(accountID));
  ben.hearOfChange();
  await poll(() => ben.accounts().toSorted()).toEqual([
    ['legacy', 'connected', 'member'],
    ['v4', 'disconnected', 'member'],
  ]);
  expect(await ben.connect.getAccessToken(accountID, null)).toMatchObject({ ok: false });

  ok(await ben.handlers['team.leave']({ isHubGone: false }));
  await poll(ben.accounts).toEqual([]);
}, 120_000);

it('two accounts of a business rank alike on each desktop, whichever it learned of first', async () => {
  const { ana, ben, broker } = await newTeam();
  const users = await service.control<{ data: { userID: string; email: string }[] }>(
    'GET',
    '/users',
  );
  const [pat, sam] = users.data;
  const signIn = async (email: string | undefined) =>
    ok(await broker.exchange(await codeFor(service, service.profile, email)));
  const ranks = ({ connect }: typeof ana) =>
    connect
      .listAttachedAccounts()
      .toSorted((one, other) => (one.teamSince ?? 0) - (other.teamSince ?? 0))
      .map(({ userID, connected, lacksScopes }) => [userID, connected, lacksScopes]);
  const rankAlike = async (expected: readonly unknown[]) => {
    for (const each of [ana, ben]) {
      each.hearOfChange();
      await poll(() => ranks(each)).toEqual(expected);
    }
  };

  await signIn(sam?.email);
  ana.hearOfChange();
  await poll(() => ranks(ana)).toEqual([[sam?.userID, true, false]]);
  await signIn(pat?.email);
  const both = [
    [sam?.userID, true, false],
    [pat?.userID, true, false],
  ];
  await rankAlike(both);

  await service.control('POST', '/tokens/revoke', { userID: sam?.userID });
  const account = ana.connect.listAttachedAccounts().find(({ userID }) => userID === sam?.userID);
  if (account === undefined) throw new Error('Ana has no account of Sam');
  const { accountID } = account;
  const token = ok(await ana.connect.getAccessToken(accountID, null));
  expect(await ana.connect.getAccessToken(accountID, token)).toMatchObject({ ok: false });
  await rankAlike([[sam?.userID, false, false], both[1]]);
  await signIn(sam?.email);
  await rankAlike(both);
}, 120_000);
