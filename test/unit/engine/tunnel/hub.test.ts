import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { intakePath } from '../../../../hub/intake.ts';
import { generatePath } from '../../../../main/engine/platform/http/credentials.ts';
import { systemRandom } from '../../../../main/engine/platform/random.ts';
import { createProbes, type Probes } from '../../../../main/engine/receiver/probes.ts';
import { initialSetup } from '../../../../main/engine/tunnel/setup.ts';
import { createTunnel } from '../../../../main/engine/tunnel/tunnel.ts';
import {
  temporaryFolder,
  testClock,
  testLog,
  testStore,
  type TestClock,
} from '../support/store.ts';

/** A hub whose intake answers by `listener`, and this computer's tunnel through it. */
const bench = async (
  listener: (probes: Probes, clock: TestClock) => RequestListener = () => (_request, answer) =>
    void answer.writeHead(200).end(),
  { isInTeam = true, isChosen = true } = {},
) => {
  const probes = createProbes(systemRandom);
  const clock = testClock();
  const server = createServer(listener(probes, clock)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/in/team1`;
  let hasTeam = isInTeam;
  const hub = { follows: true, watchers: new Set<(isFollowing: boolean) => void>() };
  const store = testStore();
  const moved = vi.fn<() => void>();
  const route = {
    address,
    watch: (report: (isFollowing: boolean) => void) => {
      hub.watchers.add(report);
      report(hub.follows);
      return () => void hub.watchers.delete(report);
    },
    testEvents: { ...probes, areLate: true as const },
  };
  const tunnel = createTunnel({
    ...{ store, clock, onAddressChange: moved, random: systemRandom, log: testLog(), env: {} },
    folder: join(temporaryFolder(), 'tunnel'),
    publish: () => undefined,
    testEvents: createProbes(systemRandom),
    getHub: () => (hasTeam ? route : null),
    allowsLoopback: () => false,
  });
  onTestFinished(async () => {
    await tunnel.stop();
    server.closeAllConnections();
    server.close();
  });
  if (isChosen) await tunnel.setUp({ ...initialSetup, kind: 'hub' });
  await tunnel.start(5_000);
  const follow = (follows: boolean): void => {
    hub.follows = follows;
    for (const report of hub.watchers) report(follows);
  };
  const isState = (state: object) =>
    vi.waitFor(() => expect(tunnel.report().state).toMatchObject(state));
  const beInTeam = (isIn: boolean): void => {
    hasTeam = isIn;
    tunnel.handleTeamChange();
  };
  return { tunnel, clock, address, hub, follow, isState, moved, store, beInTeam };
};

/** Marks a test event as arrived over the log, after the hub's answer. */
const overTheLog =
  (work: (deliver: () => void, clock: TestClock) => void) =>
  (probes: Probes, clock: TestClock): RequestListener =>
  (request, answer) => {
    const path = request.url?.split('/').at(-1) ?? '';
    answer.writeHead(200).end(() => work(() => probes.find(path)?.arrived(), clock));
  };

describe('the hub as public address', () => {
  it('is used while its log is followed, and keeps its address while it is silent', async () => {
    const { tunnel, address, follow, isState, moved, hub } = await bench();
    await isState({ state: 'up', address });
    expect(moved).toHaveBeenCalledTimes(1);
    follow(false);
    await isState({ state: 'retrying', why: 'hub_unavailable', nextAt: null });
    expect(tunnel.getAddress()).toBe(address);
    follow(true);
    await isState({ state: 'up', address });
    expect(moved).toHaveBeenCalledTimes(1);
    await tunnel.stop();
    expect(hub.watchers.size).toBe(0);
  });

  it('is not there without a team, and says so', async () => {
    const { tunnel, isState } = await bench(undefined, { isInTeam: false });
    await isState({ state: 'failed', why: 'hub_missing' });
    expect(tunnel.report()).toMatchObject({ hasHub: false, address: null });
  });

  it('is used in a team without a setup, until the person chooses another way', async () => {
    const { tunnel, address, isState, moved, beInTeam } = await bench(undefined, {
      isInTeam: false,
      isChosen: false,
    });
    await isState({ state: 'off' });
    beInTeam(true);
    expect(tunnel.getAddress()).toBe(address);
    await isState({ state: 'up', address });
    expect([tunnel.isHub(), tunnel.report().setup.kind]).toEqual([true, 'hub']);
    expect(moved).toHaveBeenCalledTimes(1);
    await tunnel.setUp({ ...initialSetup, kind: 'address', address: 'https://hooks.example.com' });
    await isState({ state: 'up', address: 'https://hooks.example.com' });
    expect(tunnel.isHub()).toBe(false);
    beInTeam(false);
    expect(tunnel.getAddress()).toBe('https://hooks.example.com');
  });

  it('is left with the team', async () => {
    const { tunnel, isState, beInTeam } = await bench(undefined, { isChosen: false });
    await isState({ state: 'up' });
    beInTeam(false);
    await isState({ state: 'off' });
    expect([tunnel.isHub(), tunnel.getAddress()]).toEqual([false, null]);
  });

  it('is measured by a test event that comes back over the log after the hub’s answer', async () => {
    const { tunnel, isState } = await bench(
      overTheLog((deliver, clock) => {
        setImmediate(() => {
          clock.advance(35);
          deliver();
        });
      }),
    );
    await isState({ state: 'up' });
    await vi.waitFor(() => expect(tunnel.report().isChecking).toBe(false));
    expect(await tunnel.check()).toMatchObject({ value: { outcome: 'arrived', ms: 35 } });
    expect(tunnel.getFailedAt()).toBeNull();
  });

  it('fails after fifteen seconds when the hub accepts a test event that the log loses', async () => {
    const accepted = Promise.withResolvers<void>();
    const { tunnel, clock } = await bench(overTheLog(() => accepted.resolve()));
    const checked = tunnel.check();
    await accepted.promise;
    await vi.waitFor(async () => {
      clock.advance(15_000);
      expect(tunnel.report().isChecking).toBe(false);
    });
    expect(await checked).toMatchObject({ value: { outcome: 'failed', why: 'timeout' } });
  });

  it('fails at once, with the status, when the hub refuses a test event', async () => {
    const { tunnel } = await bench(() => (_request, answer) => void answer.writeHead(503).end());
    expect(await tunnel.check()).toMatchObject({
      value: { outcome: 'failed', why: 'answered_otherwise', status: 503 },
    });
  });
});

it('the hub accepts the addresses under which a desktop registers its endpoints', () => {
  const path = generatePath(systemRandom);
  for (const address of [
    `/in/team1/hook/${path}`,
    `/in/team1/partner/${path}/v1/lead`,
    `/in/team1/${path}`,
  ])
    expect(intakePath.exec(address)?.slice(1, 3)).toEqual(['team1', path]);
  expect(intakePath.test(`/in/team1/other/${path}`)).toBe(false);
});
