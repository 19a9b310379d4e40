/** Joining, leaving and credentials at a real hub with a real nats-server. */
import { connect, jwtAuthenticator } from '@nats-io/transport-node';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deskJoined, deskPaths, buildInboxPrefix } from '../../../contract/team/desk.ts';
import { signRequest } from '../../../main/http/signed-request.ts';
import { parseConfig } from '../../../hub/config.ts';
import { addDesk } from '../../../hub/desk.ts';
import { createMetrics } from '../../../hub/metrics.ts';
import { openRecords, recordsStream, type Records } from '../../../hub/records.ts';
import { openTeamAccounts } from '../../../hub/team-accounts.ts';
import { createTeams } from '../../../hub/teams.ts';
import { systemClock } from '../../../main/clock/clock.ts';
import { computeDigest } from '../../../main/sealing/digest.ts';
import { rotateKeyring, sealOlderKeys, wrapNewestKey } from '../../../main/sealing/keyring.ts';
import {
  addDesktop,
  createDesktop,
  foundTeam,
  hubAt,
  startTestHub,
  type TestDesktop,
} from './support/hub.ts';

let test: Awaited<ReturnType<typeof startTestHub>>;
beforeAll(async () => {
  test = await startTestHub();
});
afterAll(() => test.stop());

/** Of a request to the log, which is a second by default. */
const patience = { timeout: 30_000 };

const connectAs = async ({ desktop, user, credential }: TestDesktop) => {
  const { credential: made } = await credential();
  return connect({
    servers: [...(made?.servers ?? [])],
    authenticator: jwtAuthenticator(made?.jwt ?? '', user.getSeed()),
    inboxPrefix: buildInboxPrefix(desktop),
    reconnect: false,
  });
};

/** Starts another hub's desk. @param change of its access to the records */
const startDesk = async (change: (records: Records) => Partial<Records>) => {
  const nats = { servers: [test.nats.address], replicas: 1 as const };
  const accounts = await openTeamAccounts(test.keys, nats);
  const records = await openRecords(accounts.own, 1);
  const none = (): void => undefined;
  const log = { info: none, warn: none, error: none };
  const lines = `address: http://127.0.0.1:1\nkeys: x\nnats: { servers: ['${test.nats.address}'] }`;
  const teams = createTeams({ records, accounts, clock: systemClock, log });
  const app = fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) =>
    done(null, body),
  );
  addDesk(app, {
    ...{ teams, config: parseConfig(lines, {}), log, clock: systemClock, keep: none },
    ...{ records: { ...records, ...change(records) }, keys: test.keys, metrics: createMetrics() },
  });
  return {
    address: await app.listen({ host: '127.0.0.1', port: 0 }),
    accounts,
    stop: async () => {
      await app.close();
      await accounts.close();
    },
  };
};

/** Starts a hub's desk that dies after it has stored the record of a desktop or an invitation. */
const startDyingDesk = () =>
  startDesk(({ write }) => ({
    write: async (kind, ...record) => {
      const sequence = await write(kind, ...record);
      if (kind === 'desktop' || kind === 'invitation') throw new Error('the hub died');
      return sequence;
    },
  }));

it('makes the first desktop an owner who reads and writes the log', async () => {
  const owner = await foundTeam(test.hub);
  const team = await owner.team();
  expect(team.members).toMatchObject([{ role: 'owner' }]);
  expect(team.keys).toEqual([{ key: 1, publicKey: owner.keyring()?.keys[1]?.publicKey }]);
  const connection = await connectAs(owner);
  expect((await connection.request('team.hours', 'x', patience)).json()).toMatchObject({
    stream: 'TEAM',
  });
  await connection.close();
});

it('brings a desktop in by one secret, six digits and an owner, at either of two hubs', async () => {
  const other = await hubAt(test.nats, test.keys);
  const owner = await foundTeam(test.hub);
  const { link, invitation, person } = await owner.invite();
  const ben = createDesktop(other);
  expect(deskJoined.parse((await ben.join(link)).body)).toEqual({ confirmed: false });
  expect((await ben.credential()).answer.code).toBe('stranger');
  expect((await owner.team()).invitations).toMatchObject([
    { invitation, person, joining: { desktop: ben.desktop, wrapping: ben.wrapping } },
  ]);
  expect((await owner.confirm(invitation, ben)).status).toBe(200);
  expect((await ben.join(link)).body).toEqual({ confirmed: true });
  await ben.team();
  expect(ben.keyring()).toEqual(owner.keyring());
  const connection = await connectAs(ben);
  expect((await connection.request('fact.a.starred', 'x', patience)).json()).toMatchObject({
    stream: 'TEAM',
  });
  await expect(connection.request('team.hours', 'x', patience)).rejects.toThrow(/permission/i);
  await connection.close();
  await other.stop();
});

it('refuses an invitation with a wrong secret, used, withdrawn, too old, or of another team', async () => {
  const owner = await foundTeam(test.hub);
  const { link, invitation } = await owner.invite();
  const thief = createDesktop(test.hub);
  const wrong = `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`.replace(/.{3}$/, 'AAA');
  expect((await thief.join(wrong)).code).toBe('no_invitation');
  expect((await thief.join(link.replace('#', '#x'))).code).toBe('no_invitation');
  await createDesktop(test.hub).join(link);
  expect((await thief.join(link)).code).toBe('expired');
  expect((await owner.confirm(invitation, thief)).code).toBe('conflict');
  expect((await owner.post(deskPaths.withdraw, { invitation })).status).toBe(200);
  const second = await owner.invite();
  const withdrawn = await owner.post(deskPaths.withdraw, { invitation: second.invitation });
  expect(withdrawn.status).toBe(200);
  expect((await thief.join(second.link)).code).toBe('expired');

  let ahead = 0;
  const clock = { now: () => Date.now() + ahead, steady: Date.now, after: () => () => undefined };
  const later = await hubAt(test.nats, test.keys, { clock });
  const third = await owner.invite();
  ahead = 48 * 3_600_000 + 1_000;
  expect((await createDesktop(later, { clock }).join(third.link)).code).toBe('expired');
  await later.stop();
});

it('refuses unsigned, late, repeated and foreign requests, and members what owners may', async () => {
  const owner = await foundTeam(test.hub);
  const ben = await addDesktop(test.hub, owner);
  const send = (authorization: string) =>
    fetch(test.hub.address + deskPaths.team, { headers: { authorization } });
  expect((await send('Hearthline x.y')).status).toBe(401);
  const request = { method: 'GET', path: deskPaths.team, body: '' } as const;
  const late = await send(signRequest(ben.signer, request, Date.now() - 61_000));
  expect(await late.json()).toMatchObject({
    error: { code: 'clock', now: expect.closeTo(Date.now(), -5) as number },
  });
  const header = signRequest(ben.signer, request, Date.now());
  expect((await send(header)).status).toBe(200);
  expect(await (await send(header)).json()).toMatchObject({ error: { code: 'replayed' } });
  expect((await createDesktop(test.hub).ask('GET', deskPaths.team)).code).toBe('stranger');
  const bodies: [string, object][] = [
    [
      deskPaths.invite,
      { invitation: 'i', proofDigest: 'a'.repeat(43), person: 'p', role: 'owner' },
    ],
    [deskPaths.withdraw, { invitation: 'i' }],
    [
      deskPaths.confirm,
      {
        ...{ invitation: 'i', desktop: ben.desktop, wrapped: 'x', key: 1 },
        ...{ older: 'x', before: 'a'.repeat(43) },
      },
    ],
    [deskPaths.member, { person: ben.person, role: 'owner' }],
    [deskPaths.revoke, { desktop: owner.desktop }],
    [
      deskPaths.rotate,
      { key: 2, publicKey: 'a'.repeat(43), wraps: {}, older: 'x', before: computeDigest('') },
    ],
  ];
  for (const [path, body] of bodies)
    expect((await ben.post(path, body)).code, path).toBe('not_owner');
  for (const [path] of bodies)
    expect((await owner.post(path, { x: 1 })).code, path).toBe('malformed');
});

it('cuts a removed desktop before it confirms the removal, and rotates the key without it', async () => {
  const owner = await foundTeam(test.hub);
  const ben = await addDesktop(test.hub, owner);
  const connection = await connectAs(ben);
  const heard: string[] = [];
  connection.subscribe('live.>', { callback: (_error, { subject }) => void heard.push(subject) });
  await connection.flush();
  const ana = await connectAs(owner);
  ana.publish('live.before', 'x');
  await expect.poll(() => heard).toEqual(['live.before']);
  expect((await owner.post(deskPaths.revoke, { desktop: ben.desktop })).status).toBe(200);
  // However late the desktop notices, the server sends it nothing more.
  ana.publish('live.after', 'x');
  await ana.flush();
  await connection.closed();
  expect(heard).toEqual(['live.before']);
  await ana.close();
  expect((await ben.credential()).answer.code).toBe('revoked');

  const next = rotateKeyring(owner.keyring()!);
  const wraps = {
    [owner.desktop]: wrapNewestKey(next, owner.wrapping, owner.desktop)!.toString('base64url'),
  };
  const publicKey = next.keys[2]!.publicKey;
  const older = sealOlderKeys(next, {}).toString('base64url');
  const before = computeDigest((await owner.team()).older);
  const whole = { key: 2, publicKey, wraps, older, before };
  const refused = [{ key: 1 }, { wraps: {} }, { before: computeDigest('an earlier list') }];
  for (const change of refused)
    expect((await owner.post(deskPaths.rotate, { ...whole, ...change })).code).toBe('conflict');
  expect((await owner.post(deskPaths.rotate, whole)).status).toBe(200);
  const team = await owner.team();
  expect(owner.keyring()).toEqual(next);
  expect(team.keys.map(({ key }) => key)).toEqual([1, 2]);
  expect(team.desktops.map(({ desktop }) => desktop)).toEqual([owner.desktop]);
});

describe('two owners', () => {
  type Owner = Awaited<ReturnType<typeof addDesktop>>;
  const demote = (by: Owner, other: Owner) =>
    by.post(deskPaths.member, { person: other.person, role: 'member' });
  const remove = (by: Owner, other: Owner) => by.post(deskPaths.revoke, { desktop: other.desktop });

  it.each([
    ['demote each other', demote, demote],
    ['remove each other’s computers', remove, remove],
    ['demote and remove each other', demote, remove],
  ])('who %s at the same moment leave one with a computer', async (_, byAna, byBen) => {
    for (let round = 0; round < 4; round += 1) {
      const founder = await foundTeam(test.hub);
      const person = (await founder.team()).members[0]?.person ?? '';
      const ana = { ...founder, person };
      const ben = await addDesktop(test.hub, ana, 'owner');
      const answers = await Promise.all([byAna(ana, ben), byBen(ben, ana)]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const left = answers[0].status === 200 ? ana : ben;
      const team = await left.team();
      expect(team.members).toContainEqual({ person: left.person, role: 'owner' });
      expect(team.desktops.map(({ desktop }) => desktop)).toContain(left.desktop);
    }
  });

  it('who confirm a computer and change the key at the same moment leave none without the key', async () => {
    for (let round = 0; round < 8; round += 1) {
      const ana = await foundTeam(test.hub);
      const ben = await addDesktop(test.hub, ana, 'owner');
      await ben.team();
      const { link, invitation } = await ana.invite();
      const cara = createDesktop(test.hub);
      await cara.join(link);
      const next = rotateKeyring(ben.keyring()!);
      const before = computeDigest((await ben.team()).older);
      const rotate = () =>
        ben.post(deskPaths.rotate, {
          ...{ key: 2, publicKey: next.keys[2]!.publicKey, before },
          wraps: { [ana.desktop]: 'x', [ben.desktop]: 'x' },
          older: sealOlderKeys(next, {}).toString('base64url'),
        });
      const confirmed = ana.confirm(invitation, cara);
      await ben.team();
      const answers = await Promise.all([confirmed, ...Array.from({ length: 6 }, rotate)]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    }
  });
});

describe('an invitation that an owner withdraws', () => {
  type Step = () => Promise<unknown>;
  type Run = (store: Step, withdraw: Step, promote: Step) => Promise<unknown>;
  /** Has an owner confirm a desktop. @param run stores the desktop's record while another owner may act */
  const confirmDuring = async (run: Run) => {
    const [ana, cara] = [await foundTeam(test.hub), createDesktop(test.hub)];
    const ben = await addDesktop(test.hub, ana, 'owner');
    const { link, invitation, person } = await ana.invite();
    await cara.join(link);
    const withdraw = () => ben.post(deskPaths.withdraw, { invitation });
    const promote = () => ben.post(deskPaths.member, { person, role: 'owner' });
    const other = await startDesk(({ write }) => ({
      write: async (kind, ...record) => {
        let sequence: number | null = null;
        const store = async () => (sequence = await write(kind, ...record));
        await (kind === 'desktop' ? run(store, withdraw, promote) : store());
        return sequence;
      },
    }));
    ana.moveTo(other);
    const { code, status } = await ana.confirm(invitation, cara);
    await other.stop();
    const isMember = async () =>
      (await ben.team()).desktops.some(({ desktop }) => desktop === cara.desktop);
    return { code, status, withdraw, isMember };
  };

  it.each<[string, Run]>([
    ['before', (store, withdraw) => withdraw().then(store)],
    ['after', (store, withdraw) => store().then(withdraw)],
  ])('right %s the hub stores the confirmed desktop admits none', async (_, run) => {
    const { code, isMember } = await confirmDuring(run);
    expect(code).toBe('expired');
    expect(await isMember()).toBe(false);
  });

  it('admits none whose role changes while the hub removes it', async () => {
    let writes = 0;
    const { code, isMember } = await confirmDuring(async (store, withdraw, promote) => {
      writes += 1;
      if (writes === 1) await withdraw();
      if (writes === 2) expect(await promote()).toMatchObject({ status: 200 });
      await store();
    });
    expect(writes).toBe(3);
    expect(code).toBe('expired');
    expect(await isMember()).toBe(false);
  });

  it('after a confirmation failed halfway admits none', async () => {
    const { status, withdraw, isMember } = await confirmDuring(async (store) => {
      await store();
      throw new Error('the log servers do not answer');
    });
    expect(status).toBe(500);
    await withdraw();
    expect(await isMember()).toBe(false);
  });

  it('while the hub dies admits none', async () => {
    const [ana, cara] = [await foundTeam(test.hub), createDesktop(test.hub)];
    const { link, invitation } = await ana.invite();
    await cara.join(link);
    const dying = await startDyingDesk();
    ana.moveTo(dying);
    expect((await ana.confirm(invitation, cara)).status).toBe(500);
    expect((await ana.post(deskPaths.withdraw, { invitation })).status).toBe(500);
    ana.moveTo(test.hub);
    await dying.stop();
    await ana.team();
    const { desktops } = await ana.team();
    expect(desktops).toMatchObject([{ desktop: ana.desktop }]);
  });
});

it('gives an owner who comes back the role of the invitation', async () => {
  const ana = await foundTeam(test.hub);
  const ben = await addDesktop(test.hub, ana, 'owner');
  await ana.post(deskPaths.revoke, { desktop: ben.desktop });
  const roleOfBen = async () =>
    (await ana.team()).members.find(({ person }) => person === ben.person)?.role;
  expect(await roleOfBen()).toBe('member');
  const { link, invitation } = await ana.invite('owner', ben.person);
  const again = createDesktop(test.hub);
  await again.join(link);
  await ana.confirm(invitation, again);
  expect(await roleOfBen()).toBe('owner');
});

it('never admits a removed desktop again, and does not call the owner who confirms it removed', async () => {
  const [owner, ben] = [await foundTeam(test.hub), createDesktop(test.hub)];
  const { link, invitation } = await owner.invite();
  await ben.join(link);
  const dying = await startDyingDesk();
  owner.moveTo(dying);
  expect((await owner.confirm(invitation, ben)).status).toBe(500);
  owner.moveTo(test.hub);
  await dying.stop();
  await owner.post(deskPaths.revoke, { desktop: ben.desktop });
  expect((await owner.confirm(invitation, ben)).code).toBe('expired');
  expect((await ben.join((await owner.invite()).link)).code).toBe('revoked');
});

it('lets a desktop use one invitation only, because the withdrawal of another would remove it', async () => {
  const [owner, ben] = [await foundTeam(test.hub), createDesktop(test.hub)];
  const [first, second] = [await owner.invite(), await owner.invite()];
  await ben.join(first.link);
  expect((await ben.join(second.link)).code).toBe('conflict');
  await owner.confirm(first.invitation, ben);
  expect((await ben.join(second.link)).code).toBe('conflict');
  await owner.post(deskPaths.withdraw, { invitation: second.invitation });
  expect((await owner.team()).desktops).toMatchObject([{}, { desktop: ben.desktop }]);
});

it('lets a desktop use one of two invitations at once, and two desktops one each', async () => {
  const writing: (() => void)[] = [];
  // Both requests have read the records before one of them writes.
  const both = await startDesk(({ write }) => ({
    write: async (...record) => {
      if (writing.length < 2)
        await new Promise<void>((go) => {
          if (writing.push(go) === 2) for (const each of writing) each();
        });
      return write(...record);
    },
  }));
  const owner = await foundTeam(test.hub);
  const hub = { ...test.hub, address: both.address };
  const joinBoth = async (one: TestDesktop, other: TestDesktop) => {
    writing.splice(0);
    const links = [(await owner.invite()).link, (await owner.invite()).link] as const;
    const answers = await Promise.all([one.join(links[0]), other.join(links[1])]);
    return answers.map(({ status }) => status).toSorted();
  };
  const [ann, ben, cara] = [createDesktop(hub), createDesktop(hub), createDesktop(hub)];
  expect(await joinBoth(ann, ann)).toEqual([200, 409]);
  expect(await joinBoth(ben, cara)).toEqual([200, 200]);
  const { invitations } = await owner.team();
  expect(invitations.filter(({ joining }) => joining !== null)).toHaveLength(3);
  await both.stop();
});

it('lets a desktop join once the records that the hub reads are current, and pauses between its attempts', async () => {
  let lateUntil = 0;
  let tries = 0;
  const late = await startDesk(({ write }) => ({
    write: async (...record) => {
      tries += 1;
      return Date.now() < lateUntil ? null : write(...record);
    },
  }));
  const owner = await foundTeam(test.hub);
  const ann = createDesktop({ ...test.hub, address: late.address });
  const { link } = await owner.invite();
  lateUntil = Date.now() + 500;
  expect((await ann.join(link)).status).toBe(200);
  expect(tries).toBeLessThanOrEqual(12);
  await late.stop();
});

it('lets members leave, keeps one owner, and changes rights with the role', async () => {
  const owner = await foundTeam(test.hub);
  const ben = await addDesktop(test.hub, owner);
  const person = (await owner.team()).members.find(({ role }) => role === 'owner')?.person;
  expect((await owner.post(deskPaths.revoke, { desktop: owner.desktop })).code).toBe('last_owner');
  expect((await owner.post(deskPaths.member, { person, role: 'member' })).code).toBe('last_owner');
  const before = await connectAs(ben);
  expect((await owner.post(deskPaths.member, { person: ben.person, role: 'owner' })).status).toBe(
    200,
  );
  await before.closed();
  const after = await connectAs(ben);
  expect((await after.request('team.hours', 'x', patience)).json()).toMatchObject({
    stream: 'TEAM',
  });
  await after.close();
  expect((await owner.post(deskPaths.revoke, { desktop: owner.desktop })).status).toBe(200);
  expect((await ben.team()).desktops.map(({ desktop }) => desktop)).toEqual([ben.desktop]);
});

it('notices a copied desktop, and forgives a lost answer', async () => {
  const owner = await foundTeam(test.hub);
  await owner.credential();
  const copiedAt = owner.seen();
  const lost = await owner.credential({ seen: copiedAt });
  const repeated = await owner.credential({ seen: copiedAt, attempt: lost.attempt });
  expect(repeated.credential?.number).toBe(lost.credential?.number);
  expect((await owner.credential({ seen: copiedAt })).answer.code).toBe('copied');
  expect((await owner.credential({ seen: lost.credential?.number ?? 0 })).answer.status).toBe(200);
});

it('issues a credential only for the rights that the desktop has by then', async () => {
  const owner = await foundTeam(test.hub);
  const [ben, cara] = [await addDesktop(test.hub, owner), await addDesktop(test.hub, owner)];
  const change = ({ person }: { readonly person: string }, role: string) =>
    owner.post(deskPaths.member, { person, role });
  let work = async (): Promise<unknown> => undefined;
  const other = await startDesk(({ read }) => ({
    read: async (kind, ...id) => {
      const found = await read(kind, ...id);
      const now = work;
      // The hub has just read a desktop's rights.
      if (kind === 'member') work = async () => undefined;
      if (kind === 'member') await now();
      return found;
    },
  }));
  ben.moveTo(other);
  cara.moveTo(other);
  /** Changes the records while a desktop's credential is issued. */
  const askDuring = async (asking: TestDesktop, now: () => Promise<unknown>) => {
    work = now;
    return asking.credential();
  };

  for (const each of [ben, cara]) expect((await change(each, 'owner')).status).toBe(200);
  expect((await askDuring(ben, () => change(ben, 'member'))).credential?.role).toBe('member');
  const revoke = () => owner.post(deskPaths.revoke, { desktop: ben.desktop });
  expect((await askDuring(ben, revoke)).answer.code).toBe('revoked');
  // A desktop deletes the team's data when it is revoked, not when the hub has lost its records.
  const lose = () =>
    other.accounts.own.jsm.streams.purge(recordsStream, {
      filter: `hub.desktop.*.${cara.desktop}`,
    });
  expect((await askDuring(cara, lose)).answer.code).toBe('stranger');
  await other.stop();
});

it('removes a desktop whose credential was issued by a hub with a faster clock', async () => {
  const owner = await foundTeam(test.hub);
  const ben = await addDesktop(test.hub, owner);
  const behind = { ...systemClock, now: () => Date.now() - 5_000 };
  const other = await hubAt(test.nats, test.keys, { clock: behind });
  owner.moveTo(other);
  const connection = await connectAs(ben);
  expect((await owner.post(deskPaths.revoke, { desktop: ben.desktop })).status).toBe(200);
  await expect.poll(() => connection.isClosed()).toBe(true);
  await other.stop();
});

it('takes the rights of an owner whose credential was issued by a hub with a faster clock', async () => {
  const owner = await foundTeam(test.hub);
  const ben = await addDesktop(test.hub, owner, 'owner');
  const behind = { ...systemClock, now: () => Date.now() - 5_000 };
  const other = await hubAt(test.nats, test.keys, { clock: behind });
  owner.moveTo(other);
  const change = (role: string) => owner.post(deskPaths.member, { person: ben.person, role });
  const setHours = async () => {
    const connection = await connectAs(ben);
    return { connection, hours: connection.request('team.hours', 'x', patience) };
  };
  const before = await setHours();
  await before.hours;
  expect((await change('member')).status).toBe(200);
  await expect.poll(() => before.connection.isClosed()).toBe(true);
  const demoted = await setHours();
  await expect(demoted.hours).rejects.toThrow(/permission/i);
  expect((await change('owner')).status).toBe(200);
  await expect.poll(() => demoted.connection.isClosed()).toBe(true);
  const again = await setHours();
  expect((await again.hours).json()).toMatchObject({ stream: 'TEAM' });
  await again.connection.close();
  await other.stop();
});

it('works on after the NATS server was killed, and still refuses a removed desktop', async () => {
  const owner = await foundTeam(test.hub);
  const ben = await addDesktop(test.hub, owner);
  const { credential } = await ben.credential();
  await owner.post(deskPaths.revoke, { desktop: ben.desktop });
  await test.nats.kill();
  expect((await owner.credential()).answer).toMatchObject({ status: 503, code: 'unavailable' });
  await test.nats.restart();
  await expect.poll(async () => (await owner.ask('GET', deskPaths.team)).status).toBe(200);
  const connection = await connectAs(owner);
  expect((await connection.request('team.hours', 'x', patience)).json()).toMatchObject({
    stream: 'TEAM',
  });
  await connection.close();
  const late = connect({
    servers: test.nats.address,
    authenticator: jwtAuthenticator(credential?.jwt ?? '', ben.user.getSeed()),
    reconnect: false,
  });
  await expect(late).rejects.toThrow(/authorization|revoked/i);
});
