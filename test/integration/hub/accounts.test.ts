/** The rights of desktops at a real nats-server: each forbidden subject and request is tried. */
import { createUser, type KeyPair } from '@nats-io/nkeys';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { Objm } from '@nats-io/obj';
import { connect, jwtAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { apiPrefix, inboxOf, type Role } from '../../../contract/team/desk.ts';
import { desktopToken, longestEntry } from '../../../hub/credentials.ts';
import { deriveKeys } from '../../../hub/keys.ts';
import { openTeamAccounts, type TeamAccounts } from '../../../hub/team-accounts.ts';
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
    await accounts.connection(team);
  }
});
afterAll(async () => {
  await accounts.close();
  await nats.stop();
});
afterEach(() => Promise.all(open.splice(0).map((each) => each.close())));

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

const signIn = async (
  role: Role,
  {
    team = 'ours',
    user = createUser(),
    token = '',
  }: { team?: string; user?: KeyPair; token?: string } = {},
) => {
  const id = user.getPublicKey();
  token ||= await desktopToken(keys, { team, id, user: id, role }, inAnHour());
  const connection = await connect({
    servers: nats.address,
    authenticator: jwtAuthenticator(token, user.getSeed()),
    inboxPrefix: inboxOf(id),
    reconnect: false,
  });
  open.push(connection);
  const refused: string[] = [];
  void (async () => {
    for await (const status of connection.status())
      if (status.type === 'error') refused.push(status.error.message);
  })();
  return { connection, refused, id, user, token };
};

const streamState = async () =>
  (await (await accounts.connection('ours')).jsm.streams.info('TEAM', { subjects_filter: '>' }))
    .state;

it('lets a member publish, claim a subject once, follow and keep a snapshot', async () => {
  const { connection } = await signIn('member');
  const js = jetstream(connection, { apiPrefix });
  const jsm = await jetstreamManager(connection, { checkAPI: false, apiPrefix });
  const subjects = ['in.a.k', 'fact.a.starred', 'reply.a.r', 'claim.a', 'turn.a', 'duty.poll.a'];
  const sent = [];
  for (const subject of subjects) sent.push(await js.publish(subject, subject));
  await expect(
    js.publish('claim.a', 'again', { expect: { lastSubjectSequence: 0 } }),
  ).rejects.toThrow('wrong last sequence');
  const created = await jsm.consumers.add('TEAM', { mem_storage: true, name: 'reader' });
  const consumer = js.consumers.getConsumerFromInfo(created);
  const seen = [];
  for await (const message of await consumer.fetch({ max_messages: 7, expires: 2_000 }))
    seen.push(message.subject);
  expect(seen).toEqual(['team.epoch', ...subjects]);
  const store = await new Objm(jsm.jetstream()).open('TEAM', false);
  await store.putBlob({ name: 'snapshot' }, new Uint8Array(300_000));
  await store.putBlob({ name: 'snapshot' }, new Uint8Array(9_000_000));
  expect((await store.getBlob('snapshot'))?.length).toBe(9_000_000);
});

it("lets only owners publish what is the team's, and nobody what is the hub's", async () => {
  const member = await signIn('member');
  const owner = await signIn('owner');
  const publish = (connection: NatsConnection, subject: string) =>
    connection.request(subject, 'x', { timeout: 1_000 });
  await expect(publish(member.connection, 'team.hours')).rejects.toThrow(/permission/i);
  expect((await publish(owner.connection, 'team.hours')).json()).toMatchObject({ stream: 'TEAM' });
  for (const subject of ['team.epoch', 'team.roster'])
    await expect(publish(owner.connection, subject)).rejects.toThrow(/permission/i);
});

const forbidden = [
  ...['STREAM.PURGE.TEAM', 'STREAM.DELETE.TEAM', 'STREAM.UPDATE.TEAM', 'STREAM.CREATE.MINE'],
  ...['STREAM.MSG.DELETE.TEAM', 'STREAM.LIST', 'STREAM.NAMES', 'STREAM.SNAPSHOT.TEAM', 'INFO'],
  ...['STREAM.RESTORE.TEAM', 'STREAM.LEADER.STEPDOWN.TEAM', 'STREAM.PEER.REMOVE.TEAM'],
  ...['CONSUMER.LIST.TEAM', 'CONSUMER.NAMES.TEAM', 'STREAM.DELETE.OBJ_TEAM', 'ACCOUNT.PURGE.X'],
  ...['CONSUMER.DURABLE.CREATE.TEAM.x', 'CONSUMER.LEADER.STEPDOWN.TEAM.reader'],
];
it.each([apiPrefix, '$JS.API'])(
  'refuses every other request of JetStream by %s',
  async (prefix) => {
    for (const name of ['owner', 'member'] as const) {
      const { connection } = await signIn(name);
      for (const request of forbidden)
        await expect(
          connection.request(`${prefix}.${request}`, '', { timeout: 1_000 }),
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
    `${inboxOf(other.id)}.>`,
    'fact.>',
    '$SYS.>',
    '$JS.>',
  ])
    one.connection.subscribe(subject, { callback: () => undefined });
  for (const subject of [
    `${inboxOf(other.id)}.x`,
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
  const { connection } = await signIn('member');
  const jsm = await jetstreamManager(connection, { checkAPI: false, apiPrefix });
  await jsm.consumers.add('TEAM', {
    mem_storage: true,
    name: 'empty',
    filter_subject: 'fact.none',
  });
  connection.publish('fact.z.empty', '');
  await connection.flush();
  const before = await streamState();
  const targets = [
    ...['$JS.API.STREAM.DELETE.TEAM', 'log.STREAM.DELETE.TEAM', '$JS.API.STREAM.PURGE.TEAM'],
    ...['team.hours', 'team.roster', 'fact.injected', '$JS.API.STREAM.LEADER.STEPDOWN.TEAM'],
  ];
  for (const reply of targets) {
    // Answers with an empty body are what deletes a stream.
    connection.publish(`${apiPrefix}.DIRECT.GET.TEAM.fact.z.empty`, '', { reply });
    const pull = JSON.stringify({ batch: 1, no_wait: true });
    connection.publish(`${apiPrefix}.CONSUMER.MSG.NEXT.TEAM.empty`, pull, { reply });
    connection.publish(`${apiPrefix}.STREAM.INFO.TEAM`, '', { reply });
    connection.publish('fact.z.acknowledged', 'x', { reply });
    await jsm.consumers
      .add('TEAM', { deliver_subject: reply, filter_subject: 'fact.z.empty', mem_storage: true })
      .catch(() => undefined);
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
  const jsm = await jetstreamManager(stranger.connection, { checkAPI: false, apiPrefix });
  expect((await jsm.streams.info('TEAM')).state.messages).toBe(1);
  const ours = await streamState();
  await jetstream(stranger.connection, { apiPrefix }).publish('fact.a.starred', 'theirs');
  expect((await streamState()).last_seq).toBe(ours.last_seq);
});

it('refuses entries that are too large, and roll-ups', async () => {
  const { connection } = await signIn('member');
  expect(connection.info?.max_payload).toBe(longestEntry);
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
