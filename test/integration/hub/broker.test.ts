/** The broker with the real sandbox: one grant for a team, refreshed by two hubs. */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { brokerAccounts, brokerPaths, brokerToken } from '../../../contract/team/broker.ts';
import { deskPaths } from '../../../contract/team/desk.ts';
import type { ServiceProfile } from '../../../contract/profile.ts';
import { deriveKeys, type HubKeys } from '../../../hub/keys.ts';
import type { Hub } from '../../../hub/server.ts';
import { resolveProgram } from '../../programs.ts';
import { startService, type Service } from '../connect/support/service.ts';
import { codeFor, nameOf } from './support/codes.ts';
import { createTeamReader } from './support/reader.ts';
import { addDesktop, createDesktop, foundTeam, hubAt, type TestDesktop } from './support/hub.ts';
import { startNats, type TestNats } from './support/nats.ts';
import { watchWaits } from './support/waits.ts';

const secret = randomBytes(32);
let service: Service;
let keys: HubKeys;
let nats: TestNats;
let hubs: [Hub, Hub];
let owner: TestDesktop;

beforeAll(async () => {
  service = await startService();
  keys = deriveKeys(secret);
  nats = await startNats(keys);
  const services = [service.profile, service.legacyProfile];
  hubs = [await hubAt(nats, keys, { services }), await hubAt(nats, keys, { services })];
});
afterAll(async () => {
  await Promise.all(hubs.map((hub) => hub.stop()));
  await nats.stop();
  await service.close();
});
beforeEach(async () => {
  await service.control('POST', '/reset');
  owner = await foundTeam(hubs[0]);
});

const codeOf = (profile: ServiceProfile) => codeFor(service, profile);

const connectAccount = async (profile = service.profile, from = owner) =>
  brokerToken.parse((await from.post(brokerPaths.exchange, await codeOf(profile))).body);

/** The same desktop at another hub. */
const tokenAt = (desktop: TestDesktop, account: string, refused: string | null) =>
  desktop.post(brokerPaths.token, { account, refused });

it('exchanges a code for owners and issues tokens to members, never the refresh token', async () => {
  const first = await owner.post(brokerPaths.exchange, await codeOf(service.profile));
  expect(Object.keys(first.body as object).sort()).toEqual([
    'accessToken',
    'account',
    'expiresIn',
    'scopes',
  ]);
  const { account, expiresIn } = brokerToken.parse(first.body);
  expect(expiresIn).toBeLessThanOrEqual(3_600);
  const ben = await addDesktop(hubs[1], owner);
  const token = brokerToken.parse((await tokenAt(ben, account, null)).body);
  expect(await service.call('/api/v4/businesses', token.accessToken)).toBe(200);
  expect(
    brokerAccounts.parse((await ben.ask('GET', brokerPaths.accounts)).body).accounts,
  ).toMatchObject([
    {
      ...{
        account,
        userID: service.userID,
        state: 'connected',
        connectedBy: expect.stringMatching(/./) as string,
      },
      profile: { ...nameOf(service.profile), broker: expect.any(String) as string },
    },
  ]);
  const listed = await ben.ask('GET', brokerPaths.accounts);
  expect(JSON.stringify(listed.body)).not.toContain(service.profile.clientSecret);
  expect((await ben.post(brokerPaths.exchange, await codeOf(service.profile))).code).toBe(
    'not_owner',
  );
  expect((await ben.post(brokerPaths.disconnect, { account })).code).toBe('not_owner');
  expect((await connectAccount()).account).toBe(account);
});

it('leaves no wait behind that would keep a stopping hub running', async () => {
  const { account } = await connectAccount();
  const { clock, waits } = watchWaits();
  const hub = await hubAt(nats, keys, { services: [service.profile], clock });
  const ben = await addDesktop(hub, owner);
  brokerToken.parse((await tokenAt(ben, account, null)).body);
  expect((await fetch(`${hub.metricsAddress}/metrics`)).status).toBe(200);
  await hub.stop();
  expect(waits()).toEqual([]);
});

it('stores no token and no client secret that a reader of the disks understands', async () => {
  const { accessToken } = await connectAccount();
  const files = await readdir(nats.folder, { recursive: true, withFileTypes: true });
  const texts = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map((file) => readFile(join(file.parentPath, file.name), 'latin1')),
  );
  for (const canary of [accessToken, service.profile.clientSecret ?? ''])
    expect(texts.some((text) => text.includes(canary))).toBe(false);
});

it.each(['v4', 'legacy'] as const)(
  'refreshes a %s grant once when two hubs are asked at once',
  async (name) => {
    const { account, accessToken } = await connectAccount(
      name === 'v4' ? service.profile : service.legacyProfile,
    );
    const ben = await addDesktop(hubs[1], owner);
    let refused = accessToken;
    for (let round = 1; round <= 3; round += 1) {
      const answers = await Promise.all(
        [owner, ben, owner, ben, ben].map((desktop) => tokenAt(desktop, account, refused)),
      );
      expect(answers.map(({ status, code }) => code ?? status)).toEqual(answers.map(() => 200));
      const tokens = new Set(answers.map(({ body }) => brokerToken.parse(body).accessToken));
      expect(tokens.size).toBe(1);
      expect(tokens.has(refused)).toBe(false);
      expect((await service.stats()).tokens).toMatchObject({ refreshed: round, reused: 0 });
      refused = [...tokens][0] ?? '';
    }
  },
);

it('returns a token although the answer to its refresh was lost', async () => {
  const { account, accessToken } = await connectAccount();
  const path = new URL(service.profile.tokenUrl ?? '').pathname;
  await service.control('POST', '/faults', { match: { path }, drop: 'after' });
  const answer = brokerToken.parse((await tokenAt(owner, account, accessToken)).body);
  expect(await service.call('/api/v4/businesses', answer.accessToken)).toBe(200);
  const next = brokerToken.parse((await tokenAt(owner, account, answer.accessToken)).body);
  expect(await service.call('/api/v4/businesses', next.accessToken)).toBe(200);
});

const startProgram = async (): Promise<{ program: ChildProcess; address: string }> => {
  const folder = await mkdtemp(join(tmpdir(), 'hearthline-hub-'));
  const keyFile = join(folder, 'keys');
  await writeFile(keyFile, secret.toString('base64'), { mode: 0o600 });
  const config = {
    address: 'http://127.0.0.1:1',
    keys: keyFile,
    listen: { port: 0 },
    metrics: { port: 0 },
    nats: { servers: [nats.address] },
    services: [service.profile, service.legacyProfile],
  };
  const file = join(folder, 'hub.yaml');
  await writeFile(file, JSON.stringify(config));
  const program = spawn(process.execPath, [resolveProgram('hub/index.ts')], {
    env: { ...process.env, HUB_CONFIG: file },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: program.stdout }), 'line')) as [string];
  return { program, address: (JSON.parse(line) as { address: string }).address };
};

// The service's grace is 10 seconds of real time, which a busy computer can miss.
it(
  'keeps a legacy grant alive when a hub is killed between the answer and the write',
  { retry: 2 },
  async () => {
    const { account, accessToken } = await connectAccount(service.legacyProfile);
    const { program, address } = await startProgram();
    const ben = await addDesktop({ address }, owner);
    const path = new URL(`${service.legacyProfile.baseUrl}/v2/tokens/access`).pathname;
    const { tokens: before } = await service.stats();
    await service.control('POST', '/faults', { match: { path }, drop: 'after' });
    const pending = tokenAt(ben, account, accessToken).catch(() => null);
    await expect
      .poll(async () => (await service.stats()).tokens.refreshed)
      .toBe(before.refreshed + 1);
    const exited = once(program, 'exit');
    program.kill('SIGKILL');
    await Promise.all([pending, exited]);
    // Without another request, one of the other hubs repeats the refresh within the grace period.
    await expect
      .poll(async () => (await service.stats()).tokens.reused, { timeout: 9_000 })
      .toBe(before.reused + 1);
    const answer = brokerToken.parse((await tokenAt(owner, account, accessToken)).body);
    expect(answer.accessToken).not.toBe(accessToken);
    const again = brokerToken.parse((await tokenAt(owner, account, answer.accessToken)).body);
    expect(again.accessToken).not.toBe(answer.accessToken);
  },
);

it('ends the program cleanly at SIGTERM', async () => {
  const { program } = await startProgram();
  program.kill('SIGTERM');
  expect(await once(program, 'exit')).toEqual([0, null]);
});

it('announces a dead grant once and tells members of it, until an owner connects again', async () => {
  const { account, accessToken } = await connectAccount();
  const listed = async () =>
    brokerAccounts.parse((await owner.ask('GET', brokerPaths.accounts)).body).accounts;
  const [{ connectedAt } = {}] = await listed();
  const reader = await createTeamReader({ nats }, owner);
  onTestFinished(reader.close);
  /** Sequence of the last announcement. */
  const news = async () =>
    (await reader.entries('team')).findLast(({ subject }) => subject === 'team.roster')?.sequence;
  const before = await news();
  await service.control('POST', '/tokens/revoke', {});
  expect((await tokenAt(owner, account, accessToken)).code).toBe('reconnect_needed');
  await expect.poll(news).not.toBe(before);
  const after = await news();
  expect((await tokenAt(owner, account, null)).code).toBe('reconnect_needed');
  expect(await listed()).toMatchObject([{ state: 'reconnect', connectedAt }]);
  expect(await news()).toBe(after);
  expect((await connectAccount()).account).toBe(account);
  expect((await tokenAt(owner, account, null)).status).toBe(200);
  expect(await listed()).toMatchObject([{ state: 'connected', connectedAt }]);
});

it('refuses removed members, other teams, unknown clients, used codes and disconnected accounts', async () => {
  const { account } = await connectAccount();
  const ben = await addDesktop(hubs[1], owner);
  await owner.post(deskPaths.revoke, { desktop: ben.desktop });
  expect((await tokenAt(ben, account, null)).code).toBe('revoked');
  const stranger = await foundTeam(hubs[1]);
  expect((await tokenAt(stranger, account, null)).code).toBe('unknown_account');
  expect((await tokenAt(createDesktop(hubs[0]), account, null)).code).toBe('stranger');
  const code = await codeOf(service.profile);
  const unknown = { ...code, service: { ...code.service, clientId: 'nobody' } };
  expect((await owner.post(brokerPaths.exchange, unknown)).code).toBe('unknown_service');
  expect((await owner.post(brokerPaths.exchange, code)).status).toBe(200);
  expect((await owner.post(brokerPaths.exchange, code)).code).toBe('connect_refused');
  expect((await owner.post(brokerPaths.disconnect, { account })).status).toBe(200);
  expect((await tokenAt(owner, account, null)).code).toBe('reconnect_needed');
});

it('reports a service that is down, and refreshes when it is back', async () => {
  const { account, accessToken } = await connectAccount(service.legacyProfile);
  const path = new URL(`${service.legacyProfile.baseUrl}/v2/tokens/access`).pathname;
  await service.control('POST', '/faults', { match: { path }, drop: 'before', times: 50 });
  const answer = await tokenAt(owner, account, accessToken);
  expect([answer.status, answer.code]).toEqual([502, 'service_unavailable']);
  await service.control('POST', '/faults/clear');
  expect((await tokenAt(owner, account, accessToken)).status).toBe(200);
});
