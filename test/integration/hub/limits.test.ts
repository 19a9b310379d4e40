/** A team's limits at a real hub and its log servers: each is exceeded. Facts: test/unit/engine/team. */
import { createUser } from '@nats-io/nkeys';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, jwtAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  apiPrefix,
  listConsumers,
  deskPaths,
  maxDesktops,
  buildInboxPrefix,
} from '../../../contract/team/desk.ts';
import { createDesktopToken, maxLogSize, maxEntryLength } from '../../../hub/credentials.ts';
import { openRecords } from '../../../hub/records.ts';
import { openTeamAccounts, type TeamAccounts } from '../../../hub/team-accounts.ts';
import { systemClock } from '../../../main/clock/clock.ts';
import { toBase32 } from '../../../main/sealing/base32.ts';
import { foundTeam, startTestHub } from './support/hub.ts';

/** The hub's time, which a test can stop: what waits then waits until it goes on. */
const createTime = () => {
  let stoppedAt: number | null = null;
  const waiting = new Set<() => void>();
  return {
    clock: {
      now: systemClock.now,
      steady: () => stoppedAt ?? systemClock.steady(),
      after: (ms: number, work: () => void) => {
        if (stoppedAt === null) return systemClock.after(ms, work);
        waiting.add(work);
        return () => waiting.delete(work);
      },
    },
    stop: () => (stoppedAt = systemClock.steady()),
    go: () => {
      stoppedAt = null;
      for (const work of waiting) work();
      waiting.clear();
    },
  };
};
const time = createTime();

let test: Awaited<ReturnType<typeof startTestHub>>;
let accounts: TeamAccounts;
beforeAll(async () => {
  test = await startTestHub({ clock: time.clock });
  accounts = await openTeamAccounts(test.keys, { servers: [test.nats.address], replicas: 1 });
});
afterAll(async () => {
  await accounts.close();
  await test.stop();
});

const account = 'a'.repeat(26);
const maxInFlight = 1_000;

/** A team with a webhook. */
const newTeam = async () => {
  const owner = await foundTeam(test.hub);
  const webhook = {
    path: randomBytes(32).toString('base64url'),
    username: 'hook',
    passwordDigest: createHash('sha256').update('secret').digest('base64url'),
  };
  expect((await owner.post(deskPaths.webhook, { account, business: null, webhook })).status).toBe(
    200,
  );
  const { team, webhooks } = await owner.team();
  const authorization = `Basic ${btoa('hook:secret')}`;
  return {
    team,
    deliver: async (text: string): Promise<number> => {
      const answer = await fetch(test.hub.address + webhooks[0]?.path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ data: text }),
      });
      return answer.status;
    },
  };
};

const signIn = async (team: string) => {
  const user = createUser();
  const id = user.getPublicKey();
  const issued = Math.floor(Date.now() / 1000);
  const times = { issued, expires: issued + 3600 };
  const token = await createDesktopToken(test.keys, { team, id, role: 'member' }, times);
  const connection = await connect({
    servers: test.nats.address,
    authenticator: jwtAuthenticator(token, user.getSeed()),
    inboxPrefix: buildInboxPrefix(id),
    reconnect: false,
  });
  return { connection, consumers: listConsumers(id) };
};

const metric = async (name: string): Promise<number> => {
  const text = await (await fetch(`${test.hub.metricsAddress}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `)) ?? '';
  return Number(line.split(' ').at(-1));
};

it('the metrics count desktops by how far they are behind, and duties, without names', async () => {
  const { team } = await newTeam();
  const { js } = await accounts.getConnection(team);
  const { connection: late, consumers } = await signIn(team);
  const jsm = await jetstreamManager(late, { checkAPI: false, apiPrefix });
  await jsm.consumers.add('TEAM', {
    mem_storage: true,
    name: consumers[0] ?? '',
    ack_policy: 'none',
  });
  const numbers = Array.from({ length: 150 }, (_, n) => n);
  await Promise.all(numbers.map((n) => js.publish(`fact.a.f${n}`, 'x')));
  await js.publish(`duty.poll.${account}`, 'ana', { ttl: '60s' });
  expect(await metric('hub_desktops{behind="1000"}')).toBe(1);
  expect(await metric('hub_duties_held')).toBe(1);
  const text = await (await fetch(`${test.hub.metricsAddress}/metrics`)).text();
  expect(text).not.toContain(team);
  await late.close();
});

it('a team may have 5,000 webhooks, more records than a server returns at once', async () => {
  const owner = await foundTeam(test.hub);
  const { team } = await owner.team();
  const records = await openRecords(accounts.own, 1);
  const webhook = { path: 'p'.repeat(43), username: 'hook', passwordDigest: 'd'.repeat(43) };
  const add = (of: string) =>
    owner.post(deskPaths.webhook, { account: of, business: null, webhook });
  const ids = Array.from({ length: 4_999 }, (_, n) => toBase32(Buffer.from(`${n}`.padEnd(16))));
  const record = { account, ...webhook, by: owner.desktop };
  // Few at once, because each write waits five seconds for its answer.
  const left = ids.values();
  const writeLeft = async (): Promise<void> => {
    for (const id of left) await records.write('webhook', team, id, record, 0);
  };
  await Promise.all(Array.from({ length: 50 }, writeLeft));
  expect((await add(account)).status).toBe(200);
  expect((await owner.team()).webhooks).toHaveLength(5_000);
  expect((await add('b'.repeat(26))).code).toBe('too_many');
}, 60_000);

it('60 desktops with all their consumers leave room for a backup, and the next connection is refused', async () => {
  const { team } = await newTeam();
  const connections: NatsConnection[] = [];
  const config = { mem_storage: true, ack_policy: 'none' } as const;
  for (let n = 0; n < maxDesktops; n += 1) {
    const { connection, consumers } = await signIn(team);
    connections.push(connection);
    const jsm = await jetstreamManager(connection, { checkAPI: false, apiPrefix });
    for (const name of consumers) await jsm.consumers.add('TEAM', { ...config, name });
  }
  const { jsm } = await accounts.getConnection(team);
  await jsm.consumers.add('TEAM', { ...config, name: 'backup' });
  // The server's word may be lost, because it closes at once.
  await expect(signIn(team)).rejects.toThrow();
  await connections.pop()?.close();
  // The server may notice a closed connection late.
  const { connection: replaced } = await vi.waitFor(() => signIn(team));
  await Promise.all([replaced, ...connections].map((each) => each.close()));
});

it('an entry that is longer than a sealed delivery ends the connection, whatever its client thinks', async () => {
  const { team } = await newTeam();
  const { jsm } = await accounts.getConnection(team);
  const before = (await jsm.streams.info('TEAM')).state.last_seq;
  const { connection } = await signIn(team);
  if (connection.info) Object.assign(connection.info, { max_payload: 2 ** 30 });
  const closed = connection.closed();
  connection.publish('fact.a.b', new Uint8Array(maxEntryLength + 1));
  expect(await closed).toBeInstanceOf(Error);
  expect((await jsm.streams.info('TEAM')).state.last_seq).toBe(before);
});

it('a log of 256 MB takes nothing more, and the hub says so', async () => {
  const { team, deliver } = await newTeam();
  const { js, jsm } = await accounts.getConnection(team);
  const entry = new Uint8Array(256 * 1024);
  let number = 0;
  let isFull = false;
  const fill = async (): Promise<void> => {
    while (!isFull)
      await js.publish(`fact.a.f${number++}`, entry).catch((thrown: { readonly code?: number }) => {
        expect(thrown.code).toBe(10_077);
        isFull = true;
      });
  };
  await Promise.all([fill(), fill(), fill(), fill()]);
  const { bytes } = (await jsm.streams.info('TEAM')).state;
  expect(bytes).toBeLessThanOrEqual(maxLogSize);
  expect(bytes).toBeGreaterThan(maxLogSize - entry.length * 2);
  const { connection: member } = await signIn(team);
  await expect(
    jetstream(member, { apiPrefix }).publish('fact.a.more', entry),
  ).rejects.toMatchObject({ code: 10_077 });
  await member.close();
  expect(await deliver('x'.repeat(250_000))).toBe(503);
  expect(await metric('hub_publishes_refused_total{reason="full"}')).toBeGreaterThan(0);
  await expect
    .poll(() => metric('hub_fullest_log_ratio'), { timeout: 30_000, interval: 1_000 })
    .toBeGreaterThan(0.99);
}, 120_000);

it('1,000 deliveries wait for a log that is away, and the next are refused at once', async () => {
  const { deliver } = await newTeam();
  expect(await deliver('before')).toBe(200);
  await test.nats.kill();
  time.stop();
  const many = Array.from({ length: maxInFlight + 200 }, async (_, n) => deliver(`late ${n}`));
  await Promise.race(many);
  expect(await metric('hub_deliveries_in_flight')).toBe(maxInFlight);
  const health = await fetch(`${test.hub.metricsAddress}/health`);
  expect(health.status).toBe(503);
  time.go();
  expect(new Set(await Promise.all(many))).toEqual(new Set([503]));
  expect(await metric('hub_deliveries_in_flight')).toBe(0);
  await test.nats.restart();
  await expect.poll(() => deliver('after')).toBe(200);
  expect((await fetch(`${test.hub.metricsAddress}/health`)).status).toBe(200);
}, 120_000);
