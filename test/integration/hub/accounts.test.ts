/** The rights of desktops at a real nats-server: each forbidden subject and request is tried. */
import { createUser, type KeyPair } from '@nats-io/nkeys';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, jwtAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  apiPrefix,
  listConsumers,
  buildInboxPrefix,
  type Role,
} from '../../../contract/team/desk.ts';
import { createDesktopToken, maxEntryLength } from '../../../hub/credentials.ts';
import { deriveKeys } from '../../../hub/keys.ts';
import { openTeamAccounts, type TeamAccounts } from '../../../hub/team-accounts.ts';
import { fetchSnapshot, storeSnapshot } from '../../../main/engine/team/log/snapshots.ts';
import { startNats, type TestNats } from './support/nats.ts';

const keys = deriveKeys(randomBytes(32));
let nats: TestNats;
let accounts: TeamAccounts;
const open: NatsConnection[] = [];

beforeAll(async () => {
  nats = await startNats(keys);
  accounts = await openTeamAccounts(keys, { servers: [nats.address], replicas: 1 });
  for (const team of ['ours', 'theirs']) {
    await accounts.push(team, {});
    await accounts.getConnection(team);
  }
});
afterAll(async () => {
  await accounts.close();
  await nats.stop();
});
afterEach(() => Promise.all(open.splice(0).map((each) => each.close())));

const inAnHour = () => {
  const issued = Math.floor(Date.now() / 1000);
  return { issued, expires: issued + 3600 };
};

const signIn = async (
  role: Role,
  {
    team = 'ours',
    user = createUser(),
    token = '',
  }: { team?: string; user?: KeyPair; token?: string } = {},
) => {
  const id = user.getPublicKey();
  token ||= await createDesktopToken(keys, { team, id, role }, inAnHour());
  const connection = await connect({
    servers: nats.address,
    authenticator: jwtAuthenticator(token, user.getSeed()),
    inboxPrefix: buildInboxPrefix(id),
    reconnect: false,
  });
  open.push(connection);
  const refused: string[] = [];
  void (async () => {
    for await (const status of connection.status())
      if (status.type === 'error') refused.push(status.error.message);
  })();
  const jsm = await jetstreamManager(connection, { checkAPI: false, apiPrefix });
  return { connection, jsm, refused, id, user, token, consumers: listConsumers(id) };
};

const streamState = async () =>
  (await (await accounts.getConnection('ours')).jsm.streams.info('TEAM', { subjects_filter: '>' }))
    .state;

it('lets a member publish, claim a subject once, follow and keep a snapshot', async () => {
  const { jsm, consumers } = await signIn('member');
  const js = jsm.jetstream();
  const subjects = [
    ...['in.a.k', 'fact.a.starred', 'reply.a.r', 'claim.a', 'turn.a', 'duty.poll.a'],
    'person.a.away',
  ];
  const sent = [];
  for (const subject of subjects) sent.push(await js.publish(subject, subject));
  await expect(
    js.publish('claim.a', 'again', { expect: { lastSubjectSequence: 0 } }),
  ).rejects.toThrow('wrong last sequence');
  const created = await jsm.consumers.add('TEAM', { mem_storage: true, name: consumers[0] ?? '' });
  const consumer = js.consumers.getConsumerFromInfo(created);
  const seen = [];
  for await (const message of await consumer.fetch({ max_messages: 8, expires: 30_000 }))
    seen.push(message.subject);
  expect(seen).toEqual(['team.epoch', ...subjects]);
  await storeSnapshot(js, Buffer.from('head'), new Uint8Array(300_000));
  const snapshot = randomBytes(9_000_000);
  await storeSnapshot(js, Buffer.from('head'), snapshot);
  expect(snapshot.equals((await fetchSnapshot(js, jsm.direct)) ?? Buffer.alloc(0))).toBe(true);
});

it("lets only owners publish what is the team's, and nobody what is the hub's", async () => {
  const member = await signIn('member');
  const owner = await signIn('owner');
  const publish = (connection: NatsConnection, subject: string) =>
    connection.request(subject, 'x', { timeout: 30_000 });
  await expect(publish(member.connection, 'team.hours')).rejects.toThrow(/permission/i);
  expect((await publish(owner.connection, 'team.hours')).json()).toMatchObject({ stream: 'TEAM' });
  for (const subject of ['team.epoch', 'team.roster'])
    await expect(publish(owner.connection, subject)).rejects.toThrow(/permission/i);
});

it('refuses consumers of other desktops, more than three, and all of the snapshots', async () => {
  const one = await signIn('member');
  const other = await signIn('member');
  const [own = ''] = one.consumers;
  const [theirs = ''] = other.consumers;
  const config = { mem_storage: true, ack_policy: 'none' } as const;
  for (const each of [one, other])
    for (const name of each.consumers) await each.jsm.consumers.add('TEAM', { ...config, name });
  const create = (name: string) =>
    JSON.stringify({ stream_name: 'TEAM', config: { ...config, name }, action: 'create' });
  const ask = (request: string, body = '') =>
    one.connection.request(`${apiPrefix}.CONSUMER.${request}`, body, { timeout: 30_000 });
  const requests: [string, string?][] = [
    ...[theirs, `${one.id}-4`, one.id, 'x'].flatMap((name): [string, string?][] => [
      [`CREATE.TEAM.${name}`, create(name)],
      [`DURABLE.CREATE.TEAM.${name}`, create(name)],
      [`INFO.TEAM.${name}`],
      [`DELETE.TEAM.${name}`],
      [`MSG.NEXT.TEAM.${name}`],
      [`RESET.TEAM.${name}`],
      [`PAUSE.TEAM.${name}`],
    ]),
    ['CREATE.TEAM', create('x')],
    [`CREATE.TEAM.${theirs}.fact.>`, create(theirs)],
    [`CREATE.TEAM.${own}.fact.>`, create(own)],
    [`CREATE.OBJ_TEAM.${own}`, create(own)],
    [`CREATE.OBJ_TEAM.${own}.$O.TEAM.C.x`, create(own)],
    [`MSG.NEXT.OBJ_TEAM.${own}`],
  ];
  for (const [request, body] of requests)
    await expect(ask(request, body), request).rejects.toThrow(/permission/i);
  // The server takes the name in the subject, not another one in the body.
  for (const name of [theirs, `${one.id}-4`]) {
    expect((await ask(`CREATE.TEAM.${own}`, create(name))).json()).toMatchObject({ name: own });
    const body = JSON.stringify({ stream_name: 'TEAM', config: { durable_name: name } });
    const answer = (await ask(`CREATE.TEAM.${own}`, body)).json();
    expect(answer).toMatchObject({ error: { code: 400 } });
  }
  const elsewhere = JSON.stringify({ stream_name: 'OBJ_TEAM', config: { ...config, name: own } });
  expect((await ask(`CREATE.TEAM.${own}`, elsewhere)).json()).toMatchObject({
    error: { code: 400 },
  });
  const durable = { durable_name: own, name: own, inactive_threshold: 3_600_000_000_000 };
  await one.jsm.consumers.delete('TEAM', own);
  await expect(one.jsm.consumers.add('TEAM', durable)).rejects.toMatchObject({ code: 10_153 });
  const { jsm } = await accounts.getConnection('ours');
  const names: string[] = [];
  for await (const { name } of jsm.consumers.list('TEAM')) names.push(name);
  expect(names.filter((name) => name.startsWith(one.id)).toSorted()).toEqual(
    one.consumers.slice(1),
  );
  expect(names).toEqual(expect.arrayContaining([...other.consumers]));
  expect((await other.jsm.consumers.info('TEAM', theirs)).delivered.consumer_seq).toBe(0);
  expect((await jsm.streams.info('OBJ_TEAM')).state.consumer_count).toBe(0);
});

it('brings the streams of an earlier version up to date', async () => {
  const { jsm } = await accounts.getConnection('theirs');
  const { consumer_limits: limits, ...older } = (await jsm.streams.info('TEAM')).config;
  await jsm.streams.update('TEAM', { ...older, consumer_limits: {} });
  const newer = await openTeamAccounts(keys, { servers: [nats.address], replicas: 1 });
  await newer.getConnection('theirs');
  expect((await jsm.streams.info('TEAM')).config.consumer_limits).toEqual(limits);
  await newer.close();
});

const forbidden = [
  ...['STREAM.PURGE.TEAM', 'STREAM.DELETE.TEAM', 'STREAM.UPDATE.TEAM', 'STREAM.CREATE.MINE'],
  ...['STREAM.MSG.DELETE.TEAM', 'STREAM.LIST', 'STREAM.NAMES', 'STREAM.SNAPSHOT.TEAM', 'INFO'],
  ...['STREAM.RESTORE.TEAM', 'STREAM.LEADER.STEPDOWN.TEAM', 'STREAM.PEER.REMOVE.TEAM'],
  ...['CONSUMER.LIST.TEAM', 'CONSUMER.NAMES.TEAM', 'STREAM.DELETE.OBJ_TEAM', 'ACCOUNT.PURGE.X'],
  ...['CONSUMER.LEADER.STEPDOWN.TEAM.reader', 'DIRECT.GET.TEAM', 'DIRECT.GET.TEAM.fact.a'],
  ...['DIRECT.GET.OBJ_TEAM.$O.TEAM.C.x', 'STREAM.INFO.OBJ_TEAM'],
];
it.each([apiPrefix, '$JS.API'])(
  'refuses every other request of JetStream by %s',
  async (prefix) => {
    for (const name of ['owner', 'member'] as const) {
      const { connection } = await signIn(name);
      for (const request of forbidden)
        await expect(
          connection.request(`${prefix}.${request}`, '', { timeout: 30_000 }),
          request,
        ).rejects.toThrow(/permission/i);
    }
  },
);

it("refuses others' inboxes, the log's live subjects and everything of the servers", async () => {
  const one = await signIn('member');
  const other = await signIn('member');
  for (const subject of [
    '>',
    '*.>',
    '_INBOX.>',
    `${buildInboxPrefix(other.id)}.>`,
    'fact.>',
    '$SYS.>',
    '$JS.>',
  ])
    one.connection.subscribe(subject, { callback: () => undefined });
  for (const subject of [
    `${buildInboxPrefix(other.id)}.x`,
    '$SYS.REQ.CLAIMS.UPDATE',
    'elsewhere',
    '$O.OTHER.C.x',
  ])
    one.connection.publish(subject, 'x');
  await one.connection.flush();
  await expect.poll(() => one.refused.length).toBe(11);
  expect(one.refused.every((text) => /permission/i.test(text))).toBe(true);
});

it('sends no answer of the server to a subject that a member may not publish', async () => {
  const { connection, jsm, consumers } = await signIn('member');
  const [pulled = '', pushed = ''] = consumers;
  const create = (name: string, config: object) => {
    const body = { stream_name: 'TEAM', config: { name, mem_storage: true, ...config } };
    const subject = `${apiPrefix}.CONSUMER.CREATE.TEAM.${name}`;
    return connection.request(subject, JSON.stringify(body), { timeout: 30_000 });
  };
  const created = await create(pulled, { filter_subjects: ['fact.none'] });
  expect(created.json()).toMatchObject({ name: pulled });
  // Its answer comes once it is stored.
  await connection.request('fact.z.empty', '', { timeout: 30_000 });
  const before = await streamState();
  const targets = [
    ...['$JS.API.STREAM.DELETE.TEAM', 'log.STREAM.DELETE.TEAM', '$JS.API.STREAM.PURGE.TEAM'],
    ...['team.hours', 'team.roster', 'fact.injected', '$JS.API.STREAM.LEADER.STEPDOWN.TEAM'],
  ];
  for (const reply of targets) {
    // Answers with an empty body are what deletes a stream.
    connection.publish(`${apiPrefix}.DIRECT.GET.OBJ_TEAM`, '{"last_by_subj":"x"}', { reply });
    const pull = JSON.stringify({ batch: 1, no_wait: true });
    connection.publish(`${apiPrefix}.CONSUMER.MSG.NEXT.TEAM.${pulled}`, pull, { reply });
    connection.publish(`${apiPrefix}.STREAM.INFO.TEAM`, '', { reply });
    connection.publish('fact.z.acknowledged', 'x', { reply });
    await create(pushed, { deliver_subject: reply, filter_subjects: ['fact.z.empty'] });
    await jsm.consumers.delete('TEAM', pushed).catch(() => undefined);
  }
  await connection.flush();
  await expect
    .poll(async () => (await streamState()).subjects?.['fact.z.acknowledged'])
    .toBe(targets.length);
  const after = await streamState();
  expect(Object.keys(after.subjects ?? {}).sort()).toEqual(
    [...Object.keys(before.subjects ?? {}), 'fact.z.acknowledged'].sort(),
  );
});

it('keeps teams apart', async () => {
  const stranger = await signIn('owner', { team: 'theirs' });
  expect((await stranger.jsm.streams.info('TEAM')).state.messages).toBe(1);
  const ours = await streamState();
  await jetstream(stranger.connection, { apiPrefix }).publish('fact.a.starred', 'theirs');
  expect((await streamState()).last_seq).toBe(ours.last_seq);
});

it('refuses entries that are too large, and roll-ups', async () => {
  const { connection } = await signIn('member');
  expect(connection.info?.max_payload).toBe(maxEntryLength);
  const js = jetstream(connection, { apiPrefix });
  const { headers } = await import('@nats-io/transport-node');
  const rollUp = headers();
  rollUp.set('Nats-Rollup', 'all');
  await expect(js.publish('fact.a.starred', 'x', { headers: rollUp })).rejects.toThrow(/rollup/i);
});

it('cuts a live connection when it is revoked, and refuses it from then on', async () => {
  const { connection, user, id, token } = await signIn('member');
  const other = await signIn('member');
  await accounts.push('ours', { [id]: Math.floor(Date.now() / 1000) });
  await connection.closed();
  await expect(signIn('member', { user, token })).rejects.toThrow(/authorization|revoked/i);
  await other.connection.flush();
});
