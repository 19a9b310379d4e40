import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { TunnelReport, TunnelSetup } from '../../../../contract/commands/tunnel.ts';
import { forkEngine, startEngine, temporaryFolder } from '../support/engine.ts';
import type { Desk } from '../support/desk.ts';
import { openMarketplace, type Marketplace } from '../support/marketplace.ts';
import { processesWith, Sshd } from './sshd.ts';
import { findFreePort } from '../../../ports.ts';

const openHost = async (options: readonly string[] = []): Promise<Sshd> => {
  const host = new Sshd(join(temporaryFolder(), 'host'), options);
  onTestFinished(() => host.kill());
  await host.start();
  return host;
};

const setupFor = async (host: Sshd, key = 'allowed'): Promise<TunnelSetup> => {
  const remotePort = await findFreePort();
  return {
    kind: 'ssh',
    address: '',
    cloudflaredPath: '',
    ssh: {
      host: '127.0.0.1',
      port: host.port,
      user: host.user,
      keyFile: host.key(key),
      bindAddress: '127.0.0.1',
      remotePort,
      address: `http://127.0.0.1:${remotePort}`,
    },
  };
};

/** Confirms the host's fingerprint like the professional. */
const trust = async (desk: Desk, host: Sshd) => {
  const { hostKey } = await desk.ask('tunnel.readHostKey', { host: '127.0.0.1', port: host.port });
  if (!hostKey.seen) throw new Error(hostKey.why);
  const { fingerprint } = hostKey;
  await desk.ask('tunnel.trustHost', { host: '127.0.0.1', port: host.port, fingerprint });
  return hostKey;
};

const report = async (desk: Desk): Promise<TunnelReport> =>
  (await desk.ask('tunnel.report', {})).tunnel;

const untilState = (desk: Desk, wanted: string): Promise<TunnelReport> =>
  desk.until(`the tunnel is ${wanted}`, async () => {
    const now = await report(desk);
    const { state } = now;
    const why = 'why' in state ? `${state.state} ${state.why}` : state.state;
    return why.startsWith(wanted) && now;
  });

const setUp = async (desk: Desk, setup: TunnelSetup): Promise<void> => {
  expect(await desk.ask('tunnel.setUp', { setup })).toEqual({ mistakes: [] });
};

/** Addresses of the account's webhooks at the marketplace. */
const registered = async (marketplace: Marketplace): Promise<readonly string[]> => {
  const token = await marketplace.accessToken(null);
  const headers = { authorization: `Bearer ${token.ok ? token.value : ''}` };
  const { baseUrl } = marketplace.account.profile;
  const lists = marketplace.businesses.map(async ({ businessID }) => {
    const answer = await fetch(`${baseUrl}/api/v4/businesses/${businessID}/webhooks`, { headers });
    const { data } = (await answer.json()) as { data: readonly { webhookURL: string }[] };
    return data.map(({ webhookURL }) => webhookURL);
  });
  return (await Promise.all(lists)).flat();
};

const untilRegisteredAt = (desk: Desk, marketplace: Marketplace, base: string) =>
  desk.until(`all webhooks are at ${base}`, async () => {
    const { reports } = await desk.ask('connection.report', {});
    const areActive = reports[0]?.webhooks.every(({ state }) => state === 'active');
    const all = await registered(marketplace);
    return areActive && all.length > 0 && all.every((url) => url.startsWith(`${base}/hook/`));
  });

/** The server is Debian's sshd. */
const isLinux = process.platform === 'linux';

describe.runIf(isLinux)('an ssh tunnel to the professional’s host', () => {
  it('carries a test event and the service’s leads at the public address', async () => {
    const marketplace = await openMarketplace({ businesses: 1 });
    const host = await openHost();
    const desk = await startEngine(marketplace);
    const hostKey = await trust(desk, host);
    expect(hostKey).toMatchObject({ fingerprint: host.fingerprint(), state: 'new', before: null });
    const setup = await setupFor(host);
    await setUp(desk, setup);
    const { address } = await untilState(desk, 'up');
    expect(address).toBe(setup.ssh.address);
    const { roundTrip } = await desk.until('a test event was sent', async () => {
      const now = await report(desk);
      return now.roundTrip !== null && now;
    });
    expect(roundTrip).toMatchObject({ outcome: 'arrived' });
    expect((await desk.ask('tunnel.check', {})).roundTrip).toMatchObject({ outcome: 'arrived' });

    await untilRegisteredAt(desk, marketplace, setup.ssh.address);
    await marketplace.request('Tunnel');
    const lead = await desk.until('the lead is here', () => desk.leadOf('Tunnel'));
    expect(lead.isUnread).toBe(true);
    const { reports } = await desk.ask('connection.report', {});
    expect(reports[0]?.receiver).toMatchObject({ reachable: true });
    expect(reports[0]?.receiver.lastDeliveryAt).not.toBeNull();
  });

  it('reconnects after the host was down, and keeps the webhooks registered', async () => {
    const marketplace = await openMarketplace({ businesses: 1 });
    const host = await openHost();
    const desk = await startEngine(marketplace);
    await trust(desk, host);
    const setup = await setupFor(host);
    await setUp(desk, setup);
    await untilState(desk, 'up');
    await untilRegisteredAt(desk, marketplace, setup.ssh.address);

    await host.kill();
    await untilState(desk, 'retrying');
    await untilState(desk, 'retrying host_refused');
    expect((await desk.ask('connection.report', {})).reports[0]?.receiver.reachable).toBe(false);
    expect((await registered(marketplace)).length).toBe(1);
    expect((await desk.ask('tunnel.check', {})).roundTrip).toMatchObject({
      outcome: 'failed',
      why: 'refused',
    });

    await host.start();
    await untilState(desk, 'up');
    expect((await desk.ask('tunnel.check', {})).roundTrip).toMatchObject({ outcome: 'arrived' });
  });

  it('moves all webhooks when the public address changes', async () => {
    const marketplace = await openMarketplace({ businesses: 2 });
    const host = await openHost();
    const desk = await startEngine(marketplace);
    await trust(desk, host);
    const [first, second] = [await setupFor(host), await setupFor(host)];
    await setUp(desk, first);
    await untilRegisteredAt(desk, marketplace, first.ssh.address);
    await setUp(desk, second);
    await untilRegisteredAt(desk, marketplace, second.ssh.address);
    expect(await registered(marketplace)).toHaveLength(2);
    await setUp(desk, { ...second, kind: 'off' });
    await desk.until('the webhooks lead here directly', async () =>
      (await registered(marketplace)).every(
        (url) => !url.startsWith(second.ssh.address) && url.startsWith('http://127.0.0.1:'),
      ),
    );
    expect(await report(desk)).toMatchObject({ state: { state: 'off' }, address: null });
  });

  it('signs in with a key from the agent when no key file is set', async () => {
    const marketplace = await openMarketplace({ businesses: 1 });
    const host = await openHost();
    const socket = join(temporaryFolder(), 'agent');
    const agent = spawn('ssh-agent', ['-D', '-a', socket], { stdio: ['ignore', 'pipe', 'ignore'] });
    onTestFinished(() => void agent.kill());
    await once(agent.stdout, 'data');
    const env = { ...process.env, SSH_AUTH_SOCK: socket };
    execFileSync('ssh-add', ['-q', host.key('allowed')], { env });
    vi.stubEnv('SSH_AUTH_SOCK', socket);
    onTestFinished(() => void vi.unstubAllEnvs());
    const desk = await startEngine(marketplace);
    await trust(desk, host);
    const setup = await setupFor(host);
    await setUp(desk, { ...setup, ssh: { ...setup.ssh, keyFile: '' } });
    await untilState(desk, 'up');
  });

  it('does not move the practice account’s webhooks', async () => {
    const marketplace = await openMarketplace({ businesses: 1 });
    const practice = { ...marketplace.account, practice: true };
    const desk = await startEngine({ ...marketplace, account: practice });
    const { tunnel } = await desk.ask('tunnel.report', {});
    const setup = {
      ...tunnel.setup,
      kind: 'address' as const,
      address: 'https://hooks.example.com',
    };
    await setUp(desk, setup);
    await untilState(desk, 'up');
    // Waits for the check that would move them.
    await desk.ask('webhooks.repair', { accountID: practice.accountID });
    const { reports } = await desk.ask('connection.report', {});
    await untilRegisteredAt(desk, marketplace, `http://127.0.0.1:${reports[0]?.receiver.port}`);
  });

  it('rejects a public address on this computer when no service runs here', async () => {
    const marketplace = await openMarketplace({ businesses: 1 });
    const practice = { ...marketplace.account, practice: true };
    const desk = await startEngine({ ...marketplace, account: practice });
    const host = await openHost();
    const setup = await setupFor(host);
    expect(await desk.ask('tunnel.setUp', { setup })).toEqual({
      mistakes: [{ field: 'ssh.address', reason: 'only_this_computer' }],
    });
  });
});

describe.runIf(isLinux)('a failed ssh tunnel shows the reason:', () => {
  const trying = async (options: readonly string[] = []) => {
    const marketplace = await openMarketplace({ businesses: 1 });
    const host = await openHost(options);
    return { host, desk: await startEngine(marketplace) };
  };

  it('the host is not confirmed, and no connection is made', async () => {
    const { host, desk } = await trying();
    await setUp(desk, await setupFor(host));
    expect(await untilState(desk, 'failed')).toMatchObject({ state: { why: 'host_unknown' } });
    await trust(desk, host);
    await desk.ask('tunnel.retry', {});
    await untilState(desk, 'up');
  });

  it('the host shows a different key', async () => {
    const { host, desk } = await trying();
    await trust(desk, host);
    const before = host.fingerprint();
    await setUp(desk, await setupFor(host));
    await untilState(desk, 'up');
    await host.kill();
    host.newHostKey();
    await host.start();
    expect(await untilState(desk, 'failed')).toMatchObject({ state: { why: 'host_changed' } });
    const where = { host: '127.0.0.1', port: host.port };
    expect((await desk.ask('tunnel.readHostKey', where)).hostKey).toMatchObject({
      state: 'changed',
      before,
      fingerprint: host.fingerprint(),
    });
    const wrong = await desk.call('tunnel.trustHost', { ...where, fingerprint: before });
    expect(wrong).toMatchObject({ ok: false, error: { code: 'conflict' } });
    await trust(desk, host);
    await desk.ask('tunnel.retry', {});
    await untilState(desk, 'up');
  });

  it('the host shows a different key after it exchanged keys again with the confirmed one', async () => {
    const { host, desk } = await trying(['RekeyLimit 1K', 'LogLevel DEBUG1']);
    await trust(desk, host);
    await setUp(desk, await setupFor(host));
    const { state } = await untilState(desk, 'up');
    host.newHostKey();
    await host.reload();
    const exchanges = (): number => host.log.filter((line) => /rekeying in,/.test(line)).length;
    const before = exchanges();
    await vi.waitFor(async () => {
      const { roundTrip } = await desk.ask('tunnel.check', {});
      expect(roundTrip).toMatchObject({ outcome: 'arrived' });
      expect(exchanges()).toBeGreaterThan(before);
    });
    // An sshd session keeps the host key that it began with.
    expect((await report(desk)).state).toEqual(state);
    await desk.ask('tunnel.retry', {});
    expect(await untilState(desk, 'failed')).toMatchObject({ state: { why: 'host_changed' } });
  });

  it('the host rejects the key', async () => {
    const { host, desk } = await trying();
    await trust(desk, host);
    await setUp(desk, await setupFor(host, 'stranger'));
    const { state } = await untilState(desk, 'failed');
    expect(state).toMatchObject({ why: 'auth_refused' });
  });

  it('the key needs a passphrase', async () => {
    const { host, desk } = await trying();
    await trust(desk, host);
    host.newKey('locked', 'a passphrase');
    host.allow('locked');
    await setUp(desk, await setupFor(host, 'locked'));
    const { state } = await untilState(desk, 'failed');
    expect(state).toMatchObject({ why: 'key_unusable' });
  });

  it('the key file is missing', async () => {
    const { host, desk } = await trying();
    await trust(desk, host);
    const setup = await setupFor(host);
    await setUp(desk, setup);
    await untilState(desk, 'up');
    rmSync(setup.ssh.keyFile);
    await desk.ask('tunnel.retry', {});
    expect(await untilState(desk, 'failed')).toMatchObject({ state: { why: 'key_missing' } });
  });

  it('the host refuses to forward, which is retried', async () => {
    const { host, desk } = await trying(['AllowTcpForwarding no']);
    await trust(desk, host);
    await setUp(desk, await setupFor(host));
    const { state } = await untilState(desk, 'retrying');
    expect(state).toMatchObject({ why: 'forward_refused' });
  });

  it('the host does not exist', async () => {
    const { host, desk } = await trying();
    const setup = await setupFor(host);
    await setUp(desk, { ...setup, ssh: { ...setup.ssh, host: 'no-such-host.invalid' } });
    expect(await untilState(desk, 'retrying')).toMatchObject({ state: { why: 'host_not_found' } });
    const nowhere = { host: 'no-such-host.invalid', port: 22 };
    expect((await desk.ask('tunnel.readHostKey', nowhere)).hostKey).toEqual({
      seen: false,
      why: 'host_not_found',
    });
  });
});

describe.runIf(isLinux)('the ssh process of a tunnel', () => {
  /** Ids of the ssh processes with the tunnel's remote port. */
  const sshOf = ({ ssh }: TunnelSetup): number[] => processesWith(`:${ssh.remotePort}:127.0.0.1:`);

  it('ends when the engine stops', async () => {
    const marketplace = await openMarketplace({ businesses: 1 });
    const host = await openHost();
    const desk = await startEngine(marketplace);
    await trust(desk, host);
    const setup = await setupFor(host);
    await setUp(desk, setup);
    await untilState(desk, 'up');
    expect(sshOf(setup)).toHaveLength(1);
    await desk.stop();
    expect(sshOf(setup)).toEqual([]);
  });

  it('ends when the engine is killed, and the next engine opens the tunnel again', async () => {
    const marketplace = await openMarketplace({ businesses: 1 });
    const host = await openHost();
    const folder = temporaryFolder();
    const first = await forkEngine(marketplace, folder);
    await trust(first, host);
    const setup = await setupFor(host);
    await setUp(first, setup);
    await untilState(first, 'up');
    const [before] = sshOf(setup);
    await first.kill();
    const second = await forkEngine(marketplace, folder);
    await untilState(second, 'up');
    await vi.waitFor(() => expect(sshOf(setup)).toHaveLength(1));
    expect(sshOf(setup)).not.toContain(before);
    expect((await second.ask('tunnel.check', {})).roundTrip).toMatchObject({ outcome: 'arrived' });
  });
});
