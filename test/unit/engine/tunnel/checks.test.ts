import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createSchedule } from '../../../../main/clock/schedule.ts';
import { systemRandom } from '../../../../main/engine/platform/random.ts';
import { createProbes } from '../../../../main/engine/receiver/probes.ts';
import { createChecks } from '../../../../main/engine/tunnel/checks.ts';
import { testClock } from '../support/store.ts';

const minute = 60_000;

/** A public address with responses from the test, and its checks. */
const bench = async () => {
  const clock = testClock();
  const probes = createProbes(systemRandom);
  const state = { status: 204, isUp: true, asked: 0, deaths: 0 };
  const server = createServer((request, answer) => {
    state.asked += 1;
    if (state.status === 204) {
      probes.find(request.url?.slice('/hook/'.length) ?? '')?.arrived();
    }
    answer.writeHead(state.status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const checks = createChecks({
    getTestEvents: () => probes,
    clock,
    schedule: createSchedule(clock, (error) => expect.fail(String(error))),
    getAddress: () => address,
    isUp: () => state.isUp,
    onChange: () => undefined,
    onDead: () => {
      state.deaths += 1;
    },
  });
  /** Waits for the running check. */
  const settle = async () => {
    await checks.run(address);
    return checks.report().roundTrip?.outcome;
  };
  return { clock, checks, state, settle };
};

it('a test event is sent when the tunnel is up, and hourly after one arrived', async () => {
  const { clock, checks, state, settle } = await bench();
  checks.resume();
  expect(await settle()).toBe('arrived');
  expect(state.asked).toBe(1);
  clock.advance(59 * minute);
  expect(checks.report().isChecking).toBe(false);
  clock.advance(minute);
  expect(checks.report().isChecking).toBe(true);
  await settle();
  expect(state.asked).toBe(2);
});

it('a failed test event is repeated after ten seconds, then twenty', async () => {
  const { clock, checks, state, settle } = await bench();
  state.status = 502;
  checks.resume();
  expect(await settle()).toBe('failed');
  clock.advance(10_000);
  await settle();
  expect(state.asked).toBe(2);
  clock.advance(19_000);
  expect(checks.report().isChecking).toBe(false);
  clock.advance(1_000);
  expect(checks.report().isChecking).toBe(true);
  await settle();
});

it('no test event is sent while the tunnel is down', async () => {
  const { clock, checks, state, settle } = await bench();
  checks.resume();
  await settle();
  state.isUp = false;
  checks.pause();
  clock.advance(5 * 60 * minute);
  expect(state.asked).toBe(1);
});

it('three responses without a tunnel mean that the tunnel is dead', async () => {
  const { clock, checks, state, settle } = await bench();
  state.status = 530;
  checks.resume();
  for (const wait of [10_000, 20_000, 0]) {
    await settle();
    clock.advance(wait);
  }
  expect(state.deaths).toBe(1);
});
