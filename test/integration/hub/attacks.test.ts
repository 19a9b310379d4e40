/**
 * Hostile peers at a hub's own program. While each attacks, an honest service delivers: it is answered in time, and
 * the hub's memory and log stay small.
 */
import { DiscardPolicy } from '@nats-io/jetstream';
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { brokerPaths } from '../../../contract/team/broker.ts';
import { deskPaths, parseInvitation } from '../../../contract/team/desk.ts';
import { signRequest, type Signer } from '../../../main/http/signed-request.ts';
import { deriveKeys } from '../../../hub/keys.ts';
import { openRecords, recordsStream, type Records } from '../../../hub/records.ts';
import type { Hub } from '../../../hub/server.ts';
import { openTeamAccounts, type TeamAccounts } from '../../../hub/team-accounts.ts';
import { createTeams } from '../../../hub/teams.ts';
import { systemClock } from '../../../main/clock/clock.ts';
import { computeDigest } from '../../../main/sealing/digest.ts';
import { rotateKeyring, wrapNewestKey } from '../../../main/sealing/keyring.ts';
import { deriveInvitationProof } from '../../../main/sealing/six-digits.ts';
import { resolveProgram } from '../../programs.ts';
import type { Counts, Hostile } from './support/hostile-clients.ts';
import { addDesktop, createDesktop, foundTeam, type TestDesktop } from './support/hub.ts';
import { startNats, type TestNats } from './support/nats.ts';

const secret = randomBytes(32);
const keys = deriveKeys(secret);
const account = 'a'.repeat(26);
const password = 'canary-password';
const basic = (word = password): string => `Basic ${btoa(`hook:${word}`)}`;
const maxDeliveryLength = 256 * 1024;
const json = { 'content-type': 'application/json' };

let nats: TestNats;
let program: ChildProcess;
const lines: string[] = [];
let hub: Hub;
let port: number;
let accounts: TeamAccounts;
let records: Records;
let owner: TestDesktop;
let member: Awaited<ReturnType<typeof addDesktop>>;
let removed: TestDesktop;
let path: string;
/** A webhook of another team, whose credentials the attackers have. */
let otherPath: string;
let team: string;
/** Resident memory of the hub before the attacks. */
let idle: number;

/** Resident memory of the hub in megabytes (Linux), or 0. */
const memory = (): number =>
  process.platform === 'linux'
    ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${program.pid}/status`, 'utf8'))?.[1]) / 1024
    : 0;

/** Adds a webhook to a team, and returns its path. */
const addWebhook = async (by: TestDesktop): Promise<string> => {
  const webhook = {
    path: randomBytes(32).toString('base64url'),
    username: 'hook',
    passwordDigest: createHash('sha256').update(password).digest('base64url'),
  };
  const added = await by.post(deskPaths.webhook, { account, business: null, webhook });
  expect(added.status).toBe(200);
  return `/in/${(await by.team()).team}/${webhook.path}`;
};

beforeAll(async () => {
  nats = await startNats(keys);
  const folder = await mkdtemp(join(tmpdir(), 'hearthline-hub-'));
  await writeFile(join(folder, 'keys'), secret.toString('base64'), { mode: 0o600 });
  program = spawn(process.execPath, [resolveProgram('hub/index.ts')], {
    env: {
      ...process.env,
      HUB_ADDRESS: 'https://hub.example.com',
      HUB_KEYS: join(folder, 'keys'),
      HUB_LISTEN_PORT: '0',
      HUB_METRICS_PORT: '0',
      HUB_NATS_SERVERS: nats.address,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = createInterface({ input: program.stdout! });
  output.on('line', (line) => lines.push(line));
  const [line] = (await once(output, 'line')) as [string];
  const { address, metricsAddress } = JSON.parse(line) as Hub;
  port = Number(new URL(address).port);
  accounts = await openTeamAccounts(keys, { servers: [nats.address], replicas: 1 });
  records = await openRecords(accounts.own, 1);
  const none = (): void => undefined;
  const log = { info: none, warn: none, error: none };
  const teams = createTeams({ records, accounts, clock: systemClock, log });
  hub = { address, metricsAddress, createTeam: () => teams.create(address), stop: async () => {} };
  owner = await foundTeam(hub);
  member = await addDesktop(hub, owner);
  removed = await addDesktop(hub, owner);
  await owner.post(deskPaths.revoke, { desktop: removed.desktop });
  ({ team } = await owner.team());
  path = await addWebhook(owner);
  otherPath = await addWebhook(await foundTeam(hub));
  await deliver(10);
  idle = memory();
});
afterAll(async () => {
  program.kill('SIGKILL');
  await accounts.close();
  await nats.stop();
});

let delivered = 0;
const send = (body: string, to = path): Promise<Response> =>
  fetch(hub.address + to, {
    method: 'POST',
    body,
    headers: { authorization: basic(), ...json, connection: 'close' },
  });

/** Delivers as an honest service, each time on a new connection; returns the times in milliseconds. */
const deliver = async (many: number): Promise<number[]> => {
  const times: number[] = [];
  for (let n = 0; n < many; n += 1) {
    const began = performance.now();
    const { status } = await send(JSON.stringify({ data: `canary-body ${(delivered += 1)}` }));
    expect(status).toBe(200);
    times.push(performance.now() - began);
  }
  return times;
};

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

/** Attacks from another process until ten honest deliveries were accepted, and until the counts suffice. */
const attack = async (
  specs: readonly Hostile[],
  suffice: (counts: Counts) => boolean = () => true,
): Promise<Counts & { readonly median: number }> => {
  const file = fileURLToPath(new URL('support/hostile-clients.ts', import.meta.url));
  const child = fork(file, [String(port)], { execArgv: [] });
  try {
    child.send(specs);
    await once(child, 'message');
    const written = lines.length;
    const times = await deliver(10);
    const countsNow = async (): Promise<Counts> => {
      child.send('count');
      return ((await once(child, 'message')) as [Counts])[0];
    };
    let counts = await countsNow();
    while (!suffice(counts)) {
      times.push(...(await deliver(1)));
      counts = await countsNow();
    }
    expect(lines.length - written).toBeLessThan(100);
    expect(program.exitCode).toBeNull();
    return { ...counts, median: median(times) };
  } finally {
    child.kill('SIGKILL');
  }
};

const request = (
  line: string,
  headers: Readonly<Record<string, string | number>> = {},
  body = '',
): string => {
  const all = { host: 'a', ...headers };
  const text = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${line} HTTP/1.1\r\n${text.join('')}\r\n${body}`;
};

const chunk = (bytes: number): string => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`;

/** A request that a desktop has signed, as text. */
const signed = async (
  { signer }: { readonly signer: Signer },
  method: 'GET' | 'POST',
  target: string,
  body = '',
): Promise<string> => {
  const authorization = signRequest(signer, { method, path: target, body }, Date.now());
  const length = body === '' ? {} : { ...json, 'content-length': Buffer.byteLength(body) };
  return request(`${method} ${target}`, { authorization, ...length }, body);
};

const guess = (invitation = 'guess'): string =>
  JSON.stringify({
    ...{ team, invitation, proof: 'a'.repeat(43), wrapping: 'b'.repeat(43) },
    founding: null,
  });

const quiet = { then: '', everyMs: 0, reads: true, clients: 200, againMs: 0 };
const floods: readonly (readonly [string, () => Promise<Hostile>])[] = [
  ['connect and say nothing', async () => ({ ...quiet, clients: 500, first: '' })],
  [
    'send a head byte by byte',
    async () => ({ ...quiet, first: 'POST /in/', then: 'a', everyMs: 200 }),
  ],
  [
    'send a body byte by byte',
    async () => ({
      ...quiet,
      first: request(`POST ${path}`, { authorization: basic(), ...json, 'content-length': 9_999 }),
      then: ' ',
      everyMs: 200,
    }),
  ],
  [
    'pipeline and never read',
    async () => ({ ...quiet, first: '', then: request('GET /x').repeat(2_000), reads: false }),
  ],
  [
    'pipeline with invented signatures',
    async () => ({
      ...quiet,
      clients: 50,
      first: '',
      then: request('GET /desk/team', { authorization: 'Hearthline x.y' }).repeat(1_000),
    }),
  ],
  [
    'pipeline with a wrong password',
    async () => ({
      ...quiet,
      clients: 50,
      first: '',
      then: request(
        `POST ${path}`,
        { authorization: basic('guess'), ...json, 'content-length': 2 },
        '{}',
      ).repeat(1_000),
    }),
  ],
  [
    'pipeline with signatures of desktops that no team has',
    async () => ({
      ...quiet,
      clients: 50,
      first: '',
      then: (await signed(createDesktop(hub), 'GET', deskPaths.team)).repeat(500),
    }),
  ],
  [
    'pipeline with the signature of a member',
    async () => ({
      ...quiet,
      clients: 50,
      first: await signed(member, 'GET', deskPaths.team),
      then: (await signed(member, 'GET', deskPaths.team)).repeat(100),
      everyMs: 20,
    }),
  ],
  [
    'guess invitations and pipeline',
    async () => {
      const one = await signed(createDesktop(hub), 'POST', deskPaths.join, guess());
      return { ...quiet, clients: 50, first: one, then: one.repeat(100), everyMs: 20 };
    },
  ],
  [
    'send endless chunks',
    async () => ({
      ...quiet,
      clients: 20,
      first: request(`POST ${deskPaths.rotate}`, {
        ...{ authorization: 'Hearthline x.y', ...json, 'transfer-encoding': 'chunked' },
      }),
      then: chunk(60_000),
    }),
  ],
];

it.each(floods)('delivers promptly while clients %s', async (_what, flood) => {
  const counts = await attack([await flood()]);
  expect(counts.connections).toBeGreaterThan(10);
  const served = Object.entries(counts.statuses).filter(([status]) => status.startsWith('2'));
  // The member's two signatures are valid once each.
  expect(served.reduce((sum, [, many]) => sum + many, 0)).toBeLessThan(3);
  // A busy computer needs 200; one that serves the attackers first needs many seconds.
  expect(counts.median).toBeLessThan(2_000);
  expect(memory()).toBeLessThan(idle + 100);
});

it('reads no long body before it knows its sender, and few of those it knows', async () => {
  const start = (authorization: string): string =>
    request(`POST ${deskPaths.rotate}`, { authorization, ...json, 'content-length': 1_000_000 });
  const body = 'x'.repeat(900_000);
  const long = { method: 'POST', path: deskPaths.rotate, body } as const;
  const known = [createDesktop(hub), member, owner].map(({ signer }) =>
    signRequest(signer, long, Date.now()),
  );
  const slowly = { ...quiet, clients: 30, then: 'x', everyMs: 500, againMs: 1_000 };
  const hook = { authorization: basic(), ...json, 'content-length': maxDeliveryLength };
  const counts = await attack(
    [
      ...known.map((authorization) => ({ ...slowly, first: start(authorization) + body })),
      {
        ...slowly,
        first: request(`POST ${otherPath}`, hook) + 'x'.repeat(maxDeliveryLength - 99),
      },
    ],
    // The attackers may be slower than the honest service.
    ({ statuses: { 403: refused = 0, 503: postponed = 0 } }) => refused > 25 && postponed > 25,
  );
  const odd = Object.keys(counts.statuses).filter((each) => !['403', '408', '503'].includes(each));
  expect(odd).toEqual([]);
  expect(counts.median).toBeLessThan(2_000);
  expect(memory()).toBeLessThan(idle + 150);
});

/** Sends bytes and resolves with the statuses of all answers, when the hub has closed the connection. */
const answersTo = async (bytes: string, more?: (socket: Socket) => void): Promise<number[]> => {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('error', () => undefined);
  socket.on('data', (part) => (text += part.toString('latin1')));
  socket.write(bytes, 'latin1');
  more?.(socket);
  await new Promise((closed) => socket.once('close', closed));
  expect(text).not.toMatch(/canary|node_modules/);
  return (text.match(/(?<=HTTP\/1\.1 )\d+/g) ?? []).map(Number);
};

it.concurrent(
  'closes every slow connection, also of a sender that it knows',
  { timeout: 40_000 },
  async () => {
    const drip =
      (part: string) =>
      (socket: Socket): void => {
        const timer = setInterval(() => socket.write(part), 500);
        socket.once('close', () => clearInterval(timer));
      };
    const spaces = ' '.repeat(99);
    const hook = { authorization: basic(), ...json };
    const slow = [
      answersTo(''),
      answersTo('POST /', drip('x')),
      answersTo(request(`POST ${otherPath}`, { ...hook, 'content-length': 9_999 }), drip(' ')),
      answersTo(
        request(`POST ${otherPath}`, { ...hook, 'transfer-encoding': 'chunked' }),
        drip('1\r\n \r\n'),
      ),
      answersTo((await signed(owner, 'POST', deskPaths.invite, spaces)).slice(0, -99), drip(' ')),
      // After an answer: silent, and with a second head that never ends.
      answersTo(request(`POST ${otherPath}`, { ...hook, 'content-length': 2 }, '{}')),
      answersTo(request(`POST ${otherPath}`, { ...hook, 'content-length': 2 }, '{}'), (socket) =>
        socket.once('data', () => socket.write('POST /x')),
      ),
    ];
    const began = performance.now();
    const answers = await Promise.all(slow);
    expect(answers).toEqual([[], [], [408], [408], [408], [200], [200, 408]]);
    expect(performance.now() - began).toBeLessThan(25_000);
  },
);

/** The entries of a team's log that services caused. */
const entriesOf = async (of: string): Promise<string[]> => {
  const { jsm } = await accounts.getConnection(of);
  const { state } = await jsm.streams.info('TEAM', { subjects_filter: 'in.>' });
  return Object.keys(state.subjects ?? {});
};

it.concurrent(
  'stores nothing of a request whose parts contradict each other',
  { timeout: 60_000 },
  async () => {
    const body = JSON.stringify({ data: 'smuggling' });
    const start = request(`POST ${path}`, { authorization: basic(), ...json }).slice(0, -2);
    const length = `content-length: ${body.length}\r\n`;
    const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    const before = (await entriesOf(team)).length;
    const requests: Readonly<Record<string, string>> = {
      'a length and chunks': `${start}${length}transfer-encoding: chunked\r\n\r\n${chunked}`,
      'chunks and a length': `${start}transfer-encoding: chunked\r\n${length}\r\n${chunked}`,
      'two lengths': `${start}${length}content-length: 3\r\n\r\n${body}`,
      'a list of lengths': `${start}content-length: ${body.length}, 3\r\n\r\n${body}`,
      'a signed length': `${start}content-length: +${body.length}\r\n\r\n${body}`,
      'a length that is no number': `${start}content-length: 0x12\r\n\r\n${body}`,
      'an unknown coding': `${start}transfer-encoding: xchunked\r\n\r\n${chunked}`,
      'chunks that are not last': `${start}transfer-encoding: chunked, gzip\r\n\r\n${chunked}`,
      'a folded header': `${start}transfer-encoding:\r\n chunked\r\n\r\n${chunked}`,
      'a space before a colon': `${start}transfer-encoding : chunked\r\n\r\n${chunked}`,
      'bare line feeds': `${start}${length}\r\n${body}`.replaceAll('\r\n', '\n'),
      'a bare carriage return': `${start}x: y\r${length}\r\n${body}`,
      'a zero byte in a header': `${start}x: \0\r\n${length}\r\n${body}`,
      'a negative chunk': `${start}transfer-encoding: chunked\r\n\r\n-1\r\n${body}\r\n0\r\n\r\n`,
      'an oversized chunk': `${start}transfer-encoding: chunked\r\n\r\n1${'0'.repeat(20)}\r\n`,
      'a body longer than its length': `${start}content-length: 3\r\n\r\n${body}`,
      'a head of 64 KB': `${start}x: ${'y'.repeat(65_536)}\r\n${length}\r\n${body}`,
      '5,000 headers': `${start}${'x: y\r\n'.repeat(5_000)}${length}\r\n${body}`,
    };
    for (const [what, bytes] of Object.entries(requests)) {
      const answers = await answersTo(bytes);
      expect(answers.length, what).toBeLessThanOrEqual(1);
      for (const status of answers) expect(status, what).toBeGreaterThanOrEqual(400);
    }
    // A second request on a connection with credentials needs its own.
    const first = `${start}content-length: 11\r\n\r\n{"data":11}`;
    const second = request(`POST ${path}`, { ...json, 'content-length': body.length }, body);
    const later = await answersTo(first, (socket) =>
      socket.once('data', () => socket.write(second)),
    );
    expect(later).toEqual([200, 401]);
    expect(await answersTo(first + second)).toEqual([400]);
    expect((await entriesOf(team)).length).toBeLessThanOrEqual(before + 1);
  },
);

const deep = 40_000;
const bodies: Readonly<Record<string, readonly [status: number, body: BodyInit]>> = {
  nothing: [400, ''],
  'no JSON': [400, '{"data":'],
  'a zero byte': [400, '{"data":"\0"}'],
  'zero bytes': [400, '\0'.repeat(1_000)],
  'two values': [400, '{"data":1}{"data":2}'],
  'a deep list': [400, '['.repeat(deep) + ']'.repeat(deep)],
  'a deep object': [400, `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`],
  'a deep object with a long number': [
    400,
    `${'{"a":'.repeat(deep)}${'9'.repeat(40)}${'}'.repeat(deep)}`,
  ],
  'a compressed body': [400, gzipSync('x'.repeat(50_000_000))],
  'one byte too many': [413, JSON.stringify('x'.repeat(maxDeliveryLength - 1))],
  '64 KB too many': [413, JSON.stringify('x'.repeat(maxDeliveryLength + 65_536))],
  'a prototype': [200, '{"__proto__":{"data":1},"constructor":{"prototype":{"polluted":1}}}'],
  'a key twice': [200, '{"data":1,"data":2}'],
  'half a character': [200, '{"data":"\\ud800"}'],
  'a quotation mark in each letter': [200, JSON.stringify('"'.repeat(maxDeliveryLength / 2 - 1))],
};

it.concurrent('answers an odd body with its status, and holds nothing for it afterwards', async () => {
  const to = hub.address + otherPath;
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  for (const [what, [status, body]] of Object.entries(bodies)) {
    const options = { method: 'POST', body, headers: { ...headers, authorization: basic() } };
    const answer = await fetch(to, options).catch(() => null);
    // A client that still sends may see the end of its connection before the answer.
    expect([status, ...(status === 413 ? [undefined] : [])], what).toContain(answer?.status);
  }
  const hook = { authorization: basic(), ...json, 'transfer-encoding': 'chunked' };
  const chunked = request(`POST ${otherPath}`, hook) + chunk(65_536).repeat(5);
  expect([[413], []]).toContainEqual(await answersTo(chunked));
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])
    expect(
      (
        await fetch(to, {
          method: 'POST',
          body: '{}',
          headers: { authorization: basic(), 'content-type': type },
        })
      ).status,
    ).toBe(415);
  // The tests beside this one deliver too.
  await expect
    .poll(async () => (await fetch(`${hub.metricsAddress}/metrics`)).text())
    .toContain('hub_deliveries_in_flight 0\n');
});

it.concurrent("answers an odd request line as a stranger's, and an old one as any other", async () => {
  const valid = { authorization: basic(), ...json, 'content-length': 2 };
  const ask = async (line: string): Promise<number[]> => answersTo(request(line, valid, '{}'));
  const hook = otherPath.slice(1);
  for (const target of [
    ...[`/%69n/${team}`, `//${hook}`, `/./${hook}`, `/in/../${hook}`, `/in/%2e%2e/${hook}`],
    ...[
      `/${hook}?x`,
      `/${hook}#x`,
      `/${hook}/../x`,
      `/${hook}%00`,
      `/${hook}/`,
      '*',
      '/',
      '/in/%zz',
    ],
    ...[`http://a/${hook}`, 'a:443', `/in/${'x'.repeat(8_000)}`, '/desk/team?x', '/desk//team'],
    ...[
      '/metrics',
      '/health',
      '/in/__proto__/x',
      `/in/*/${hook.slice(-43)}`,
      `/in/>/${hook.slice(-43)}`,
    ],
  ])
    expect(await ask(`POST ${target}`), target).toEqual([404]);
  for (const method of [
    'DELETE',
    'HEAD',
    'OPTIONS',
    'TRACE',
    'CONNECT',
    'PATCH',
    'PROPFIND',
    'XYZZY',
  ])
    expect(await ask(`${method} ${otherPath}`), method).toEqual([405]);
  for (const line of ['post /', 'POST', `POST  ${otherPath}`, `POST ${otherPath}\t`])
    expect(await ask(line), line).toEqual([400]);
  const old = request(`POST ${otherPath}`, valid, '{}').replace('HTTP/1.1', 'HTTP/1.0');
  expect(await answersTo(old)).toEqual([200]);
  expect(await answersTo(old.replace('HTTP/1.0', 'HTTP/2.0'))).toEqual([400]);
  // Odd lines are no less odd behind a request with credentials, as of a proxy.
  for (const line of ['POST /in/%zz', 'GET /%2e%2e', `GET http://a/${hook}`, 'DELETE /desk/team']) {
    const began = performance.now();
    const answers = await answersTo(request(`POST ${otherPath}`, valid, '{}'), (socket) => {
      socket.once('data', () => socket.write(request(line, { authorization: basic() })));
    });
    expect(answers, line).toEqual([200, line.includes('%zz') ? 400 : 404]);
    // An idle connection would end later.
    expect(performance.now() - began, line).toBeLessThan(9_000);
  }
});

const codeOf = async (answer: Response): Promise<string> => {
  const { error } = (await answer.json()) as { error: { code: string } };
  return error.code;
};

it.concurrent('refuses signatures that are repeated, late, early, borrowed, invented or of a removed desktop', async () => {
  const { signer } = member;
  const body = JSON.stringify({ account, business: null, webhook: null });
  const get = { method: 'GET', path: deskPaths.team, body: '' } as const;
  const post = { method: 'POST', path: deskPaths.webhook, body } as const;
  const now = Date.now();
  const ask = async (
    authorization: string,
    { method, path: to, body: text }: Parameters<typeof signRequest>[1] = post,
  ): Promise<string> => {
    const options = { method, headers: { authorization, ...json }, ...(text && { body: text }) };
    const answer = await fetch(hub.address + to, options);
    return answer.ok ? 'ok' : codeOf(answer);
  };
  const repeated = signRequest(signer, get, now);
  expect(await ask(repeated, get)).toBe('ok');
  const again = await Promise.all(Array.from({ length: 300 }, () => ask(repeated, get)));
  expect(new Set(again)).toEqual(new Set(['replayed']));
  for (const hours of [-3, 3])
    expect(await ask(signRequest(signer, get, now + hours * 3_600_000), get)).toBe('clock');
  const others = [{ path: deskPaths.revoke }, { body: body.replace(account, 'b'.repeat(26)) }];
  for (const other of others)
    expect(await ask(signRequest(signer, { ...post, ...other }, now))).toBe('unsigned');
  expect(await ask(signRequest(signer, { ...get, path: post.path }, now))).toBe('unsigned');
  const thief = { ...createDesktop(hub).signer, desktop: owner.desktop };
  expect(await ask(signRequest(thief, post, now))).toBe('unsigned');
  expect(await ask(signRequest(removed.signer, post, now))).toBe('revoked');
  expect(await ask(signRequest(createDesktop(hub).signer, post, now))).toBe('stranger');
  // Owners of one team have no rights in another.
  const { invitation } = await owner.invite();
  const foreign = await foundTeam(hub);
  for (const [to, request_, code] of [
    [deskPaths.revoke, { desktop: member.desktop }, 'unknown'],
    [deskPaths.member, { person: member.person, role: 'owner' }, 'unknown'],
    [deskPaths.withdraw, { invitation }, 'no_invitation'],
    [brokerPaths.token, { account, refused: null }, 'unknown_account'],
    [brokerPaths.disconnect, { account }, 'unknown_account'],
  ] as const)
    expect((await foreign.post(to, request_)).code, to).toBe(code);
  expect((await foreign.confirm(invitation, removed)).code).toBe('no_invitation');
  expect((await owner.team()).webhooks).toHaveLength(1);
});

it.concurrent('a refused request ends its connection, also behind one that was accepted', async () => {
  const good = () => signed(member, 'GET', deskPaths.team);
  const bad = request('GET /desk/team', { authorization: 'Hearthline x.y' });
  const unknown = await signed(createDesktop(hub), 'GET', deskPaths.team);
  const repeated = await good();
  for (const [first, then, status] of [
    [await good(), bad, 401],
    [await good(), unknown, 403],
    [repeated, repeated, 401],
  ] as const)
    expect(
      await answersTo(first, (socket) => {
        socket.once('data', () => socket.write(then));
      }),
    ).toEqual([200, status]);
});

it.concurrent('stores a delivery once that is repeated a thousand times', async () => {
  const repeated = await addWebhook(await foundTeam(hub));
  const statuses: number[] = [];
  const lane = async (): Promise<void> => {
    while (statuses.length < 1_000)
      statuses.push((await send('{"data":"repeated"}', repeated)).status);
  };
  await Promise.all(Array.from({ length: 20 }, lane));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await entriesOf(repeated.split('/')[2] ?? '')).toHaveLength(1);
});

/** Messages and bytes in the hub's records. */
const stored = async () => (await accounts.own.jsm.streams.info(recordsStream)).state;

it('lets one of two desktops use an invitation, and stores nothing for guesses and repetitions', async () => {
  const { link, invitation } = await owner.invite();
  const both = [createDesktop(hub), createDesktop(hub)];
  const codes = await Promise.all(both.map(async (each) => (await each.join(link)).code ?? 'ok'));
  expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
  expect(['conflict', 'expired']).toContain(codes.find((code) => code !== 'ok'));
  const winner = both[codes.indexOf('ok')]!;
  const before = await stored();
  const { secret: known } = parseInvitation(link)!;
  const joins = [
    { invitation, proof: deriveInvitationProof(known), wrapping: winner.wrapping },
    { invitation, proof: 'a'.repeat(43), wrapping: winner.wrapping },
    { invitation: 'guess', proof: 'a'.repeat(43), wrapping: winner.wrapping },
  ];
  const answers = new Set<string>();
  const repeat = async (nth: number): Promise<void> => {
    for (let n = 0; n < 50; n += 1) {
      const desktop = nth === 0 ? winner : both[n % 2]!;
      const answer = await desktop.post(deskPaths.join, { team, founding: null, ...joins[nth] });
      answers.add(`${answer.status} ${answer.code}`);
    }
  };
  await Promise.all([0, 1, 2].map((nth) => repeat(nth)));
  expect([...answers].sort()).toEqual(['200 null', '404 no_invitation']);
  const after = await stored();
  expect([after.messages, after.last_seq]).toEqual([before.messages, before.last_seq]);
  expect((await owner.confirm(invitation, winner)).status).toBe(200);
  expect(
    (
      await owner.confirm(
        invitation,
        both.find((each) => each !== winner)!,
      )
    ).code,
  ).toBe('conflict');
});

it('bounds what owners can store, and a full store refuses instead of forgetting', async () => {
  const hostile = await foundTeam(hub);
  const { team: theirs } = await hostile.team();
  const { proofDigest } = { proofDigest: 'a'.repeat(43) };
  const record = { proofDigest, person: 'p', role: 'member', expires: 0, founding: false } as const;
  await Promise.all(
    Array.from({ length: 999 }, async (_, n) =>
      records.write('invitation', theirs, `i${n}`, { ...record, state: 'open', joining: null }, 0),
    ),
  );
  expect((await hostile.invite()).answer.code).toBe('too_many');

  const keyring = rotateKeyring(hostile.keyring()!);
  const wrapped = wrapNewestKey(keyring, hostile.wrapping, hostile.desktop)!.toString('base64url');
  const padding = Object.fromEntries(
    Array.from({ length: 8 }, () => [createDesktop(hub).desktop, 'x'.repeat(1_000)]),
  );
  const rotate = async (key: number) => {
    const wraps = { [hostile.desktop]: wrapped, ...padding };
    const older = 'x'.repeat(900_000);
    const before = computeDigest((await records.read('key', theirs, String(key - 1)))!.value.older);
    return hostile.post(deskPaths.rotate, { key, publicKey: 'b'.repeat(43), wraps, older, before });
  };
  expect([(await rotate(2)).status, (await rotate(3)).status]).toEqual([200, 200]);
  expect((await records.read('key', theirs, '2'))?.value).toMatchObject({ wraps: {}, older: '' });
  expect((await records.read('key', theirs, '3'))?.value.wraps).toEqual({
    [hostile.desktop]: wrapped,
  });

  const { jsm } = accounts.own;
  // As an earlier version made it.
  await jsm.streams.update(recordsStream, { discard: DiscardPolicy.Old });
  await openRecords(accounts.own, 1);
  const { config } = await jsm.streams.info(recordsStream);
  const members = [owner, hostile].map(async (each) => (await each.team()).members);
  const before = await Promise.all(members);
  await jsm.streams.update(recordsStream, { max_bytes: (await stored()).bytes + 2_000 });
  const statuses = new Set<number>();
  for (let n = 0; n < 20; n += 1) statuses.add((await owner.invite()).answer.status);
  expect(statuses).toEqual(new Set([200, 503]));
  expect(
    await Promise.all([owner, hostile].map(async (each) => (await each.team()).members)),
  ).toEqual(before);
  // Requests that take rights away still work.
  expect((await owner.post(deskPaths.revoke, { desktop: member.desktop })).status).toBe(200);
  await jsm.streams.update(recordsStream, { max_bytes: config.max_bytes });
});

it(
  'answers within its time while the log is away, with bounded memory and few lines',
  { timeout: 90_000 },
  async () => {
    await deliver(1);
    await nats.kill();
    const written = lines.length;
    const large = JSON.stringify({ data: 'x'.repeat(200_000) });
    const began = performance.now();
    const answerTo = async (body: string): Promise<string> => {
      const answer = await send(body);
      return [answer.status, answer.headers.get('retry-after')].join(' ');
    };
    // A service that still sends a refused body may not get to read the answer, and delivers again too.
    const longOnes = Array.from({ length: 150 }, () => answerTo(large).catch(() => 'cut off'));
    const deliveries = Array.from({ length: 150 }, (_, n) => answerTo(`{"data":"small ${n}"}`));
    const strangers = Array.from({ length: 100 }, async () => {
      const answer = await createDesktop(hub).ask('GET', deskPaths.team);
      return answer.code;
    });
    const [cut, delivered, asked] = await Promise.all(
      [longOnes, deliveries, strangers].map((requests) => Promise.all(requests)),
    );
    expect(['503 5', 'cut off']).toEqual(expect.arrayContaining(cut ?? []));
    expect(new Set(delivered)).toEqual(new Set(['503 5']));
    expect(new Set(asked)).toEqual(new Set(['unavailable']));
    expect(performance.now() - began).toBeLessThan(20_000);
    expect(memory()).toBeLessThan(idle + 200);
    expect(lines.length - written).toBeLessThan(80);
    await nats.restart();
    await expect.poll(async () => (await send('{"data":"after"}')).status).toBe(200);
  },
);

it('shows its metrics at their own address only, and names nothing in metrics and log', async () => {
  const { port: metricsPort } = new URL(hub.metricsAddress);
  const elsewhere = connect(Number(metricsPort), '127.0.0.2');
  await expect(once(elsewhere, 'connect')).rejects.toThrow();
  for (const target of ['/metrics', '/health'])
    expect((await fetch(hub.address + target)).status).toBe(404);
  const metrics = await (await fetch(`${hub.metricsAddress}/metrics`)).text();
  expect(metrics).toMatch(/hub_requests_total\{status="401"\} [1-9]/);
  expect(metrics).toMatch(/hub_deliveries_total\{status="503"\} [1-9]/);
  const text = `${metrics}\n${lines.join('\n')}`;
  const [, , , hookSecret = ''] = path.split('/');
  for (const name of ['canary', hookSecret, account, owner.desktop, member.desktop, member.person])
    expect(text).not.toContain(name);
  expect(metrics).not.toContain(team);
  expect(program.exitCode).toBeNull();
});
