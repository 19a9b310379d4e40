/** Webhooks of a service through a real hub into a real log. */
import { createHash, randomBytes } from 'node:crypto';
import { connect as connectSocket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { delivery } from '../../../contract/team/delivery.ts';
import { deskPaths } from '../../../contract/team/desk.ts';
import { computeDigest } from '../../../main/sealing/digest.ts';
import { rotateKeyring, sealOlderKeys } from '../../../main/sealing/keyring.ts';
import { openEnvelope } from '../../../main/sealing/seal.ts';
import { createTeamReader } from './support/reader.ts';
import { addDesktop, foundTeam, hubAt, startTestHub, type TestDesktop } from './support/hub.ts';

let test: Awaited<ReturnType<typeof startTestHub>>;
const lines: string[] = [];
beforeAll(async () => {
  test = await startTestHub({ lines });
});
afterAll(() => test.stop());

const account = 'a'.repeat(26);
const password = 'p'.repeat(43);
const basic = (secret = password) => `Basic ${Buffer.from(`hook:${secret}`).toString('base64')}`;

let owner: TestDesktop;
let path: string;
let team: string;
beforeEach(async () => {
  owner = await foundTeam(test.hub);
  const webhook = {
    path: randomBytes(32).toString('base64url'),
    username: 'hook',
    passwordDigest: createHash('sha256').update(password).digest('base64url'),
  };
  expect((await owner.post(deskPaths.webhook, { account, business: null, webhook })).status).toBe(
    200,
  );
  const found = await owner.team();
  team = found.team;
  path = found.webhooks[0]?.path ?? '';
});

const event = (text: string) =>
  JSON.stringify({
    event: { eventType: 'MessageCreatedV4', triggeredAt: randomBytes(4).toString('hex') },
    data: { messageID: '1', text },
  });

const send = (
  body: string,
  {
    to = test.hub.address + path,
    authorization = basic(),
    method = 'POST',
    type = 'application/json',
  } = {},
) =>
  fetch(to, {
    method,
    body,
    headers: { 'content-type': type, ...(authorization !== '' && { authorization }) },
  });

const entries = async () => {
  const reader = await createTeamReader(test, owner);
  try {
    return (await reader.entries('in')).map(({ subject, data }) => {
      const opened = openEnvelope(owner.keyring()!, subject, data);
      if (!opened.ok) throw new Error(opened.code);
      return { subject, delivery: delivery.parse(JSON.parse(opened.text.toString('utf8'))) };
    });
  } finally {
    await reader.close();
  }
};

it('seals a delivery so that members read it, and the log, the disk and our lines do not', async () => {
  const body = event('canary Where is my plumber');
  expect((await send(body)).status).toBe(200);
  const [entry, ...others] = await entries();
  expect(others).toEqual([]);
  expect(entry?.subject.startsWith(`in.${account}.`)).toBe(true);
  expect(entry?.delivery).toMatchObject({ method: 'POST', target: '', body });
  const { execFileSync } = await import('node:child_process');
  const found = execFileSync('sh', [
    '-c',
    `grep -rc canary ${test.nats.folder} | grep -v ':0$' || true`,
  ]);
  expect(found.toString()).toBe('');
  expect(lines.join('\n')).not.toContain('canary');
});

it('accepts a repeated delivery once, at two hubs at the same time, and every update of a price', async () => {
  const other = await hubAt(test.nats, test.keys);
  const answers = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((n) =>
      send(event('once'), { to: (n % 2 ? test.hub : other).address + path }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(await entries()).toHaveLength(1);
  for (const price of ['A', 'B', 'A']) {
    const answer = await send(JSON.stringify({ leadID: '1', leadPrice: price }), {
      to: `${test.hub.address}${path}/v1/lead/update`,
      method: 'PUT',
    });
    expect(answer.status).toBe(200);
  }
  const updates = (await entries()).filter((each) => each.delivery.method === 'PUT');
  expect(updates.map((each) => each.delivery.target)).toEqual(Array(3).fill('/v1/lead/update'));
  await other.stop();
});

it('refuses what it must, with its status', async () => {
  const to = (rest: string) => test.hub.address + rest;
  const unknown = path.replace(/.{43}$/, 'x'.repeat(43));
  const statuses: [number, Promise<Response>][] = [
    [404, send('{}', { to: to(unknown) })],
    [404, send('{}', { to: to(path.replace(team, 'nobody')) })],
    [404, send('{}', { to: to('/elsewhere') })],
    [401, send('{}', { authorization: basic('wrong') })],
    [401, send('{}', { authorization: '' })],
    [401, send('{}', { authorization: `Bearer ${password}` })],
    [400, send('{"a":')],
    [415, send('{}', { type: 'text/plain' })],
    [413, send(JSON.stringify('x'.repeat(256 * 1024)))],
    [405, fetch(to(path), { method: 'DELETE', headers: { authorization: basic() } })],
    [200, send(JSON.stringify('x'.repeat(256 * 1024 - 2)))],
  ];
  for (const [status, answer] of statuses) expect((await answer).status).toBe(status);
});

it('has a webhook for each business of an account, which any member adds and removes', async () => {
  const member = await addDesktop(test.hub, owner);
  const business = 'b'.repeat(26);
  const webhook = {
    path: randomBytes(32).toString('base64url'),
    username: 'hook',
    passwordDigest: createHash('sha256').update(password).digest('base64url'),
  };
  const set = (to: typeof webhook | null) =>
    member.post(deskPaths.webhook, { account, business, webhook: to });
  expect((await set(webhook)).status).toBe(200);
  const { webhooks } = await member.team();
  expect(webhooks.map((each) => each.business)).toEqual([null, business]);
  const to = test.hub.address + (webhooks[1]?.path ?? '');
  expect((await send(event('of the business'), { to })).status).toBe(200);
  expect((await send(event('of the account'))).status).toBe(200);
  expect((await entries()).map(({ subject }) => subject.split('.')[1])).toEqual([account, account]);
  expect((await set(null)).status).toBe(200);
  expect((await send(event('late'), { to })).status).toBe(404);
  expect((await member.team()).webhooks).toHaveLength(1);
});

it('brings in the deliveries of a business by the account that was named last, which alone removes it', async () => {
  const business = 'c'.repeat(26);
  const other = 'd'.repeat(26);
  const webhook = {
    path: randomBytes(32).toString('base64url'),
    username: 'hook',
    passwordDigest: createHash('sha256').update(password).digest('base64url'),
  };
  const set = (of: string, to: typeof webhook | null) =>
    owner.post(deskPaths.webhook, { account: of, business, webhook: to });
  const to = `${test.hub.address}/in/${team}/${webhook.path}`;
  for (const of of [account, other]) {
    expect((await set(of, webhook)).status).toBe(200);
    expect((await send(event(`by ${of}`), { to })).status).toBe(200);
  }
  expect((await set(account, null)).status).toBe(200);
  expect((await send(event('still there'), { to })).status).toBe(200);
  const accounts = (await entries()).map(({ subject }) => subject.split('.')[1]);
  expect(accounts).toEqual([account, other, other]);
  expect((await set(other, null)).status).toBe(200);
  expect((await send(event('gone'), { to })).status).toBe(404);
});

it('refuses deliveries at a webhook of a removed desktop once the key has changed', async () => {
  const member = await addDesktop(test.hub, owner);
  const webhook = {
    path: randomBytes(32).toString('base64url'),
    username: 'hook',
    passwordDigest: createHash('sha256').update(password).digest('base64url'),
  };
  // No other desktop knows of this business, so none replaces its webhook.
  const business = 'b'.repeat(26);
  await member.post(deskPaths.webhook, { account, business, webhook });
  const to = `${test.hub.address}/in/${team}/${webhook.path}`;
  const deliver = async (): Promise<Response> => {
    // This hub then knows the present state of the team.
    await owner.team();
    return send(event('forged'), { to });
  };
  await owner.post(deskPaths.revoke, { desktop: member.desktop });
  // The others set their webhooks when they have the new key, which may take until an owner is there.
  expect((await deliver()).status).toBe(200);
  const next = rotateKeyring(owner.keyring()!);
  const rotated = await owner.post(deskPaths.rotate, {
    ...{ key: 2, publicKey: next.keys[2]!.publicKey, wraps: { [owner.desktop]: 'x' } },
    older: sealOlderKeys(next, {}).toString('base64url'),
    before: computeDigest((await owner.team()).older),
  });
  expect(rotated.status).toBe(200);
  const refused = await deliver();
  expect(refused.status).toBe(503);
  // A genuine delivery comes again, when another desktop may have set the webhook.
  expect(refused.headers.get('retry-after')).toBe('5');
  expect((await send(event('forged'), { to, authorization: basic('wrong') })).status).toBe(401);
  expect((await send(event('genuine'))).status).toBe(200);
});

it('forgets a removed webhook at once, at another hub within seconds', async () => {
  expect(
    (await owner.post(deskPaths.webhook, { account, business: null, webhook: null })).status,
  ).toBe(200);
  expect((await send(event('late'))).status).toBe(404);
});

it('answers 503 while the log is away, and accepts the repeated delivery once', async () => {
  expect((await send(event('before'))).status).toBe(200);
  await test.nats.kill();
  const began = performance.now();
  const answer = await send(event('during'));
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(performance.now() - began).toBeLessThan(9_000);
  await test.nats.restart();
  await expect.poll(async () => (await send(event('during'))).status).toBe(200);
  expect(await entries()).toHaveLength(2);
});

it('holds its health and its metrics apart from the services, without names', async () => {
  await send(event('counted'));
  const metrics = await (await fetch(`${test.hub.metricsAddress}/metrics`)).text();
  expect(metrics).toMatch(/hub_deliveries_total\{status="200"\} \d+/);
  expect(metrics).not.toContain(team);
  expect((await fetch(`${test.hub.metricsAddress}/health`)).status).toBe(200);
  expect((await fetch(`${test.hub.address}/metrics`)).status).toBe(404);
});

it('accepts deliveries promptly while strangers pipeline, stay silent or never read', async () => {
  const { port } = new URL(test.hub.address);
  const sockets = Array.from({ length: 300 }, (_, n) => {
    const socket = connectSocket(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    if (n % 3 === 0) socket.write('GET /x HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(50));
    if (n % 3 === 1) socket.write('POST /in/');
    socket.pause();
    return socket;
  });
  const times: number[] = [];
  for (let n = 0; n < 30; n += 1) {
    const began = performance.now();
    expect((await send(event(`busy ${n}`))).status).toBe(200);
    times.push(performance.now() - began);
  }
  for (const socket of sockets) socket.destroy();
  expect(Math.max(...times)).toBeLessThan(4_000);
});
