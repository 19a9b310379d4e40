/** The desktop's own modules at a real hub: its log and its broker. */
import { connect, jwtAuthenticator } from '@nats-io/transport-node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  apiPrefix,
  listConsumers,
  deskPaths,
  buildInboxPrefix,
} from '../../../contract/team/desk.ts';
import { connectAs } from '../../../hub/connections.ts';
import { createSystemUserToken } from '../../../hub/credentials.ts';
import { systemClock } from '../../../main/clock/clock.ts';
import { createBroker } from '../../../main/connect/broker.ts';
import { createJetStreamLog } from '../../../main/engine/team/log/jetstream.ts';
import type { LogState } from '../../../contract/team/log-state.ts';

import { codeFor } from './support/codes.ts';
import { startService, type Service } from '../connect/support/service.ts';
import { addDesktop, foundTeam, startTestHub, type TestDesktop } from './support/hub.ts';

let test: Awaited<ReturnType<typeof startTestHub>>;
let service: Service;
beforeAll(async () => {
  service = await startService();
  test = await startTestHub({ services: [service.profile, service.legacyProfile] });
});
afterAll(async () => {
  await test.stop();
  await service.close();
});

const logOf = async ({ desktop, user, credential }: TestDesktop) => {
  const { credential: made } = await credential();
  const states: string[] = [];
  const log = createJetStreamLog({
    servers: made?.servers ?? [],
    credentials: { jwt: made?.jwt ?? '', seed: new TextDecoder().decode(user.getSeed()) },
    inboxPrefix: buildInboxPrefix(desktop),
    apiPrefix,
    consumers: listConsumers(desktop),
  });
  log.onState(({ name }: LogState) => states.push(name));
  await expect.poll(() => states.at(-1)).toBe('up');
  return { log, states };
};

it('lets two desktops share a log with every right they need, until one is removed', async () => {
  const owner = await foundTeam(test.hub);
  const ben = await addDesktop(test.hub, owner);
  const [ana, second] = [await logOf(owner), await logOf(ben)];
  const heard: string[] = [];
  second.log.hear('live.>', (subject, data) =>
    heard.push(`${subject} ${Buffer.from(data).toString()}`),
  );

  const claimed = await second.log.publish('claim.a', Buffer.from('ben'), {
    expectedLast: 0,
    ttlMs: 60_000,
  });
  expect(claimed.ok).toBe(true);
  expect(await ana.log.publish('claim.a', Buffer.from('ana'), { expectedLast: 0 })).toEqual({
    ok: false,
    code: 'conflict',
  });
  expect((await ana.log.publish('team.hours', Buffer.from('x'))).ok).toBe(true);
  expect(await second.log.publish('team.hours', Buffer.from('x'))).toEqual({
    ok: false,
    code: 'forbidden',
  });
  const read = await second.log.read(0, { most: 100, waitMs: 30_000 });
  const subjects = read.ok ? read.entries.map(({ subject }) => subject) : [];
  expect(subjects).toEqual([
    'team.epoch',
    'team.roster',
    'team.roster',
    'team.roster',
    'claim.a',
    'team.hours',
  ]);
  const last = await ana.log.getLast('claim.a');
  expect(last.ok && Buffer.from(last.entry?.data ?? []).toString()).toBe('ben');
  expect(await ana.log.getBounds()).toMatchObject({ ok: true, first: 1, last: subjects.length });
  const snapshot = new Uint8Array(2_000_000).fill(7);
  expect((await ana.log.putSnapshot(Buffer.from('head'), snapshot)).ok).toBe(true);
  expect(await second.log.getSnapshot()).toMatchObject({ ok: true, data: snapshot });
  await expect
    .poll(() => {
      ana.log.announce('live.a', Buffer.from('looks'));
      return heard[0];
    })
    .toBe('live.a looks');

  await owner.post(deskPaths.revoke, { desktop: ben.desktop });
  await expect.poll(() => second.states.at(-1)).toBe('revoked');
  await Promise.all([ana.log.close(), second.log.close()]);
});

it('reads the log at each of many starts within a minute, although its old consumers exist', async () => {
  const owner = await foundTeam(test.hub);
  await addDesktop(test.hub, owner);
  for (let starts = 1; starts <= 2 * listConsumers(owner.desktop).length; starts += 1) {
    const { log } = await logOf(owner);
    const read = await log.read(0, { most: 1, waitMs: 30_000 });
    expect(read).toMatchObject({ ok: true, entries: [{ sequence: 1 }] });
    await log.close();
  }
});

const connectTo = async ({ desktop, user, credential }: TestDesktop) => {
  const { credential: made } = await credential();
  return connect({
    servers: [...(made?.servers ?? [])],
    authenticator: jwtAuthenticator(made?.jwt ?? '', user.getSeed()),
    inboxPrefix: buildInboxPrefix(desktop),
  });
};

/** Subjects that a desktop subscribes to, as the server knows them. */
const inboxesOf = async ({ desktop }: TestDesktop): Promise<readonly string[]> => {
  const config = { servers: [test.nats.address], replicas: 1 as const };
  const system = await connectAs(
    config,
    test.keys.systemUser,
    await createSystemUserToken(test.keys),
  );
  const options = JSON.stringify({ subscriptions: true, limit: 1_000 });
  const answer = await system.nats.request('$SYS.REQ.SERVER.PING.CONNZ', options, {
    timeout: 30_000,
  });
  await system.nats.close();
  const { data } = answer.json<{
    data: { connections: { subscriptions_list?: string[] }[] };
  }>();
  const all = data.connections.flatMap(({ subscriptions_list: list = [] }) => list);
  return all.filter((subject) => subject.startsWith(`${buildInboxPrefix(desktop)}.`));
};

it('hears answers at an inbox that no other desktop can name, because each may aim there', async () => {
  const owner = await foundTeam(test.hub);
  const ben = await addDesktop(test.hub, owner);
  const { log } = await logOf(owner);
  expect((await log.read(0, { most: 100, waitMs: 30_000 })).ok).toBe(true);
  expect((await log.putSnapshot(Buffer.from('head'), Buffer.from('sealed'))).ok).toBe(true);
  const [attacker, careless] = [await connectTo(ben), await connectTo(owner)];

  // The server sends an answer to any inbox whose name is known.
  const aimed = careless.subscribe(`${buildInboxPrefix(owner.desktop)}.known`, { max: 1 });
  await careless.flush();
  attacker.publish(`${apiPrefix}.STREAM.INFO.TEAM`, '', {
    reply: `${buildInboxPrefix(owner.desktop)}.known`,
  });
  for await (const message of aimed) expect(message.json()).toHaveProperty('config.name', 'TEAM');
  await careless.close();

  // A stored snapshot shows an id of the owner's client, whose other ids begin with the same 12 letters.
  const stored = await attacker.request(
    `${apiPrefix}.STREAM.MSG.GET.OBJ_TEAM`,
    JSON.stringify({ last_by_subj: '$O.TEAM.C.>' }),
    { timeout: 30_000 },
  );
  const { message } = stored.json<{ message: { subject: string } }>();
  const start = message.subject.split('.').at(-1)?.slice(0, 12) ?? '';
  expect(start).toHaveLength(12);
  const inboxes = await inboxesOf(owner);
  expect(inboxes.length).toBeGreaterThan(1);
  for (const inbox of inboxes) {
    const [secret = '', ...rest] = inbox
      .slice(buildInboxPrefix(owner.desktop).length + 1)
      .split('.');
    expect(secret).toMatch(/^[\w-]{22}$/);
    expect(secret.startsWith(start)).toBe(false);
    expect(rest.join('.').startsWith(start)).toBe(true);
  }
  await Promise.all([attacker.close(), log.close()]);
});

it("serves the desktop's broker: exchange, tokens, accounts and the end", async () => {
  const owner = await foundTeam(test.hub);
  const ben = await addDesktop(test.hub, owner);
  const brokerOf = ({ signer }: TestDesktop) =>
    createBroker({ address: test.hub.address, signer, fetch, clock: systemClock });
  const [first, second] = [brokerOf(owner), brokerOf(ben)];
  for (const profile of [service.profile, service.legacyProfile]) {
    const request = await codeFor(service, profile);
    expect(await second.exchange(request)).toMatchObject({
      ok: false,
      error: { code: 'owner_needed' },
    });
    const exchanged = await first.exchange(request);
    if (!exchanged.ok) throw new Error(exchanged.error.message);
    const { account, accessToken } = exchanged.value;
    expect(await second.fetchToken({ account, refused: null })).toMatchObject({
      ok: true,
      value: { accessToken },
    });
    const renewed = await second.fetchToken({ account, refused: accessToken });
    expect(renewed.ok && renewed.value.accessToken).not.toBe(accessToken);
    expect(await first.disconnect({ account })).toEqual({ ok: true, value: {} });
    expect((await second.fetchToken({ account, refused: null })).ok).toBe(false);
  }
  const accounts = await second.fetchAccounts();
  expect(accounts.ok && accounts.value.accounts.map(({ state }) => state)).toEqual([
    'disconnected',
    'disconnected',
  ]);
});
