/** The log in JetStream: refusals by name, lost answers, lost consumers, and a cluster whose nodes are killed. */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccount, createUser, encodeUser } from '@nats-io/jwt';
import { afterEach, expect, it, vi } from 'vitest';
import { createBackoff } from '../../../main/clock/backoff.ts';
import {
  createJetStreamLog,
  type JetStreamLogOptions,
} from '../../../main/engine/team/log/jetstream.ts';
import type { LogState } from '../../../contract/team/log-state.ts';
import type { TeamLog } from '../../../main/engine/team/log/team-log.ts';
import { findFreePort } from '../../ports.ts';
import { startCluster, startProxy } from '../../team/cluster.ts';
import { certificate, key } from '../../unit/reach/support/certificate.ts';
import { bytes, follow, mustBe, publishSurely, textOf, whenUp } from '../../team/log-contract.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});
const cluster = async (options: Parameters<typeof startCluster>[0] = {}) => {
  const started = await startCluster(options);
  open.push(started.close);
  return started;
};
type Where = Pick<JetStreamLogOptions, 'servers' | 'credentials'> & Partial<JetStreamLogOptions>;
const connect = (where: Where): { log: TeamLog; states: LogState[] } => {
  const log = createJetStreamLog({
    inboxPrefix: '_INBOX.desktop',
    reconnect: createBackoff({ first: 50, max: 500, jitter: 1 }),
    answerMs: 2000,
    doubtMs: 500,
    ...where,
  });
  open.push(log.close);
  const states: LogState[] = [];
  log.onState((state) => states.push(state));
  return { log, states };
};
const isSeen = (states: readonly LogState[], state: LogState): Promise<void> =>
  vi.waitFor(() => expect(states).toContainEqual(state));

/** A user of an account that no server knows. */
const strangerCredentials = async () => {
  const keys = createUser();
  const jwt = await encodeUser('stranger', keys, createAccount(), {}, {});
  return { jwt, seed: new TextDecoder().decode(keys.getSeed()) };
};

it('an old server is refused, and the state names both versions', async () => {
  const port = await findFreePort();
  const old = createServer((socket) => {
    const info = {
      server_id: 'old',
      version: '2.9.10',
      proto: 1,
      max_payload: 1024,
      headers: true,
    };
    socket.write(`INFO ${JSON.stringify(info)}\r\n`);
    socket.on('data', (data) => data.includes('PING') && socket.write('PONG\r\n'));
    socket.on('error', () => {});
  });
  await once(old.listen(port, '127.0.0.1'), 'listening');
  open.push(() => old.close());
  const credentials = await strangerCredentials();
  const { log, states } = connect({ servers: [`nats://127.0.0.1:${port}`], credentials });
  await isSeen(states, { name: 'refused_version', found: '2.9.10', needed: '2.14' });
  expect(await log.publish('fact.a.b', bytes('a'))).toEqual({ ok: false, code: 'unavailable' });
});

it('unknown credentials are refused, and revoked ones lose their connection', async () => {
  const { addresses, member, revoke } = await cluster();
  const stranger = connect({ servers: addresses, credentials: await strangerCredentials() });
  await isSeen(stranger.states, { name: 'refused' });
  const credentials = await member();
  const { log, states } = connect({ servers: addresses, credentials });
  await whenUp(log);
  const stop = new AbortController();
  const waiting = log.read(0, { most: 1, waitMs: 60_000, signal: stop.signal });
  await revoke(credentials);
  await isSeen(states, { name: 'revoked' });
  stop.abort();
  expect(await waiting).toEqual({ ok: false, code: 'unavailable' });
  expect(states).not.toContainEqual({ name: 'refused' });
});

it('a certificate of another authority is refused, and TLS is never given up', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tls-'));
  open.push(() => rmSync(folder, { recursive: true }));
  const [keyFile, file] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  writeFileSync(keyFile, key);
  writeFileSync(file, certificate);
  const tls = `tls { cert_file: "${file}", key_file: "${keyFile}", handshake_first: true }`;
  const { addresses, member } = await cluster({ tls });
  const servers = addresses.map((address) => address.replace('nats:', 'tls:'));
  const credentials = await member();
  const foreign = connect({ servers, credentials });
  await isSeen(foreign.states, { name: 'wrong_certificate', why: 'unknown_authority' });
  const { log } = connect({ servers, credentials, ca: certificate });
  await whenUp(log);
  const plain = await cluster();
  const stripped = connect({
    servers: plain.addresses.map((address) => address.replace('nats:', 'tls:')),
    credentials: await plain.member(),
  });
  await isSeen(stripped.states, { name: 'down' });
  expect(stripped.states).not.toContainEqual({ name: 'up' });
});

it('reconnects wait longer after each failure, and start over after a connection', async () => {
  const { addresses, member, kill, start, ready } = await cluster();
  const failures: number[] = [];
  const reconnect = (count: number): number => {
    failures.push(count);
    return 20;
  };
  const { log, states } = connect({ servers: addresses, credentials: await member(), reconnect });
  await whenUp(log);
  for (let time = 1; time <= 2; time += 1) {
    failures.length = 0;
    await kill(0);
    await vi.waitFor(() => expect(failures.slice(0, 4)).toEqual([1, 2, 3, 4]));
    start(0);
    await ready();
    await vi.waitFor(() => expect(states.at(-1)).toEqual({ name: 'up' }));
  }
});

it('an attempt whose answer got lost is unknown, and the last entry settles it', async () => {
  const { addresses, member } = await cluster();
  const proxy = await startProxy(Number(new URL(addresses[0] ?? '').port));
  open.push(proxy.close);
  const { log } = connect({
    servers: [`nats://127.0.0.1:${proxy.port}`],
    credentials: await member(),
    answerMs: 300,
  });
  await whenUp(log);
  proxy.mute(true);
  const attempt = { expectedLast: 0 };
  expect(await log.publish('claim.lead', bytes('ana'), attempt)).toMatchObject({ code: 'unknown' });
  proxy.mute(false);
  await vi.waitFor(async () => {
    const last = await mustBe(log.getLast('claim.lead'));
    expect(last.entry && textOf(last.entry)).toBe('ana');
  });
});

it('a reader whose consumer disappeared goes on without a loss', async () => {
  const { addresses, member, dropConsumers } = await cluster();
  const credentials = await member();
  const { log } = connect({ servers: addresses, credentials });
  const { log: publisher } = connect({ servers: addresses, credentials });
  await Promise.all([whenUp(log), whenUp(publisher)]);
  const reading = follow(log, 0, 300);
  for (let at = 0; at < 300; at += 1) {
    if (at % 60 === 30) await dropConsumers();
    await publishSurely(publisher, `fact.dropped.${at}`, `${at}`);
  }
  expect((await reading).map(textOf)).toEqual(Array.from({ length: 300 }, (_each, at) => `${at}`));
});

it('a reader notices an entry that got lost on its way, and reads it again', async () => {
  const { addresses, member } = await cluster();
  const proxy = await startProxy(Number(new URL(addresses[0] ?? '').port));
  open.push(proxy.close);
  const credentials = await member();
  const { log } = connect({ servers: [`nats://127.0.0.1:${proxy.port}`], credentials });
  const { log: publisher } = connect({ servers: addresses, credentials });
  await Promise.all([whenUp(log), whenUp(publisher)]);
  const reading = follow(log, 0, 30);
  for (let at = 0; at < 30; at += 1) {
    const lost = at % 10 === 5 ? proxy.loseEntry() : null;
    await publishSurely(publisher, `fact.lost.${at}`, `${at}`);
    await lost;
  }
  expect((await reading).map(textOf)).toEqual(Array.from({ length: 30 }, (_each, at) => `${at}`));
});

it('a cluster whose leaders are killed and cut off loses, doubles and reorders nothing', async () => {
  const { addresses, member, leader, kill, start, ready, isolate } = await cluster({ nodes: 3 });
  const credentials = await member();
  const logs = await Promise.all(
    Array.from({ length: 3 }, async () => whenUp(connect({ servers: addresses, credentials }).log)),
  );
  const [publisher, ...readers] = logs as [TeamLog, TeamLog, TeamLog];
  const count = 200;
  const reading = Promise.all(readers.map((log) => follow(log, 0, count)));
  for (let at = 0; at < count; at += 1) {
    if (at % 100 === 50) {
      const node = await leader();
      if (at < 100) {
        await kill(node);
        start(node);
      } else isolate(node, true);
    }
    if (at % 100 === 80) for (const node of [0, 1, 2]) isolate(node, false);
    await publishSurely(publisher, `fact.killed.${at}`, `${at}`);
  }
  await ready();
  const texts = Array.from({ length: count }, (_each, at) => `${at}`);
  for (const entries of await reading) {
    expect(entries.map(textOf)).toEqual(texts);
    expect(entries.map(({ sequence }) => sequence)).toEqual(texts.map((_text, at) => at + 1));
  }
}, 120_000);
