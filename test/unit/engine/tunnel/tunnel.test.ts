import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { TunnelSetup } from '../../../../contract/commands/tunnel.ts';
import { systemClock, type Clock } from '../../../../main/clock/clock.ts';
import { systemRandom } from '../../../../main/engine/platform/random.ts';
import { createProbes } from '../../../../main/engine/receiver/probes.ts';
import { startProgram } from '../../../../main/engine/tunnel/program.ts';
import { initialSetup } from '../../../../main/engine/tunnel/setup.ts';
import { createTunnel } from '../../../../main/engine/tunnel/tunnel.ts';
import { noon, temporaryFolder, testClock, testLog, testStore } from '../support/store.ts';

/** Windows cannot run a script as a program. */
const isWindows = process.platform === 'win32';

const script = (lines: readonly string[]): string => {
  const file = join(temporaryFolder(), 'cloudflared');
  writeFileSync(file, ['#!/bin/sh', ...lines, ''].join('\n'));
  chmodSync(file, 0o755);
  return file;
};

/** Prints cloudflared's lines of a working tunnel and keeps running. */
const workingTunnel = [
  `echo 'INF |  https://one.trycloudflare.com  |' >&2`,
  `echo 'INF Registered tunnel connection' >&2`,
  'exec sleep 30',
];

const bench = (folder = join(temporaryFolder(), 'tunnel'), clock: Clock = systemClock) => {
  const store = testStore();
  const tunnel = createTunnel({
    store,
    folder,
    env: {},
    clock,
    random: systemRandom,
    log: testLog(),
    publish: () => undefined,
    testEvents: createProbes(systemRandom),
    getHub: () => null,
    allowsLoopback: () => false,
    onAddressChange: () => undefined,
  });
  onTestFinished(() => tunnel.stop());
  const setUp = (file: string): TunnelSetup => ({
    ...initialSetup,
    kind: 'cloudflared',
    cloudflaredPath: file,
  });
  return { store, tunnel, setUp };
};

describe.skipIf(isWindows)('the tunnel', () => {
  it('works even if its state cannot be stored', async () => {
    const { store, tunnel, setUp } = bench();
    await tunnel.setUp(setUp(script(workingTunnel)));
    store.db.pragma('query_only = ON');
    await tunnel.start(5_000);
    await vi.waitFor(() => expect(tunnel.report().state).toMatchObject({ state: 'up' }));
    expect(tunnel.getAddress()).toBe('https://one.trycloudflare.com');
    store.db.pragma('query_only = OFF');
  });

  it('is retried when its folder could not be created', async () => {
    const folder = join(temporaryFolder(), 'data', 'tunnel');
    const { tunnel, setUp } = bench(folder);
    writeFileSync(dirname(folder), 'in the way');
    await tunnel.setUp(setUp(script(workingTunnel)));
    await tunnel.start(5_000);
    await vi.waitFor(() => expect(tunnel.report().state).toMatchObject({ state: 'retrying' }));
    rmSync(dirname(folder));
    mkdirSync(dirname(folder));
    tunnel.wake();
    await vi.waitFor(() => expect(tunnel.report().state).toMatchObject({ state: 'up' }));
  });

  /** A tunnel that is up, whose program takes a while to exit and records its starts and ends. */
  const slowToStop = async () => {
    const { tunnel, setUp } = bench();
    const runs = join(temporaryFolder(), 'runs');
    const [address = '', connection = ''] = workingTunnel;
    const file = script([
      `trap 'sleep 0.3; echo end >> ${runs}; exit' TERM`,
      `echo start >> ${runs}`,
      ...[address, connection],
      'while :; do sleep 0.05; done',
    ]);
    await tunnel.setUp(setUp(file));
    await tunnel.start(5_000);
    const isUp = () =>
      vi.waitFor(() => expect(tunnel.report().state).toMatchObject({ state: 'up' }));
    await isUp();
    return { tunnel, isUp, runs: () => readFileSync(runs, 'utf8').trim().split('\n') };
  };

  it('never runs its program twice at a time, however often it is retried', async () => {
    const { tunnel, isUp, runs } = await slowToStop();
    tunnel.retry();
    tunnel.retry();
    await isUp();
    await vi.waitFor(() => expect(runs()).toHaveLength(3));
    expect(runs()).toEqual(['start', 'end', 'start']);
  });

  it('leaves no program running when it is stopped during a retry', async () => {
    const { tunnel, runs } = await slowToStop();
    tunnel.retry();
    await tunnel.stop();
    expect(runs()).toEqual(['start', 'end']);
  });

  it('restarts quickly after a long run, even if the clock was set back', async () => {
    const clock = testClock();
    const { tunnel, setUp } = bench(undefined, clock);
    const end = join(temporaryFolder(), 'end');
    execFileSync('mkfifo', [end]);
    const [address = '', connection = ''] = workingTunnel;
    await tunnel.setUp(setUp(script([address, connection, `exec cat ${end}`])));
    await tunnel.start(5_000);
    const state = () => tunnel.report().state;
    const isUp = () => vi.waitFor(() => expect(state()).toMatchObject({ state: 'up' }));
    const waitAfterEnd = async (): Promise<number> => {
      writeFileSync(end, '');
      await vi.waitFor(() => expect(state()).toMatchObject({ state: 'retrying' }));
      const now = state();
      return now.state === 'retrying' ? Number(now.nextAt) - clock.now() : NaN;
    };
    await isUp();
    expect(await waitAfterEnd()).toBeLessThan(1_500);
    clock.advance(1_500);
    await isUp();
    expect(await waitAfterEnd()).toBeGreaterThan(1_500);
    clock.advance(3_000);
    await isUp();
    clock.advance(60_000);
    clock.set(noon - 24 * 60 * 60_000);
    expect(await waitAfterEnd()).toBeLessThan(1_500);
  });
});

it('the tunnel refuses invalid hosts and ports', async () => {
  const { tunnel } = bench();
  for (const [host, port] of [
    ['example.com', 99_999],
    ['example.com', 0],
    ['-oProxyCommand=evil', 22],
    ['example.com ssh-rsa AAAA\nother.example', 22],
    ['', 22],
  ] as const) {
    const shown = await tunnel.readHostKey(host, port);
    expect(shown).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
    expect(tunnel.trustHost(host, port, 'SHA256:x')).toMatchObject({
      ok: false,
      error: { code: 'conflict' },
    });
  }
});

describe.skipIf(isWindows)('a program', () => {
  it('counts as stopped even if a child of it still has its output open', async () => {
    const folder = temporaryFolder();
    const lines: string[] = [];
    const file = script(['sleep 30 &', 'echo $!', 'wait']);
    const program = startProgram(file, [], {
      folder,
      clock: systemClock,
      onLine: (line) => lines.push(line),
    });
    await vi.waitFor(() => expect(lines).toHaveLength(1));
    onTestFinished(() => void process.kill(Number(lines[0])));
    await program.stop();
    expect(await program.ended).toBe('ended');
  });
});
