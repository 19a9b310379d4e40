/** TLS between hub, desktops and log servers, with three replicas, by the settings that deploy/ ships. */
import { createUser } from '@nats-io/nkeys';
import { createHash, randomBytes } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import { connect } from 'node:tls';
import { expect, it, onTestFinished, vi } from 'vitest';
import { deskPaths } from '../../../contract/team/desk.ts';
import { parseConfig, type HubConfig } from '../../../hub/config.ts';
import { createDesktopToken } from '../../../hub/credentials.ts';
import { deriveKeys } from '../../../hub/keys.ts';
import { startHub } from '../../../hub/server.ts';
import { openTeamAccounts } from '../../../hub/team-accounts.ts';
import { systemClock } from '../../../main/clock/clock.ts';
import { findGeneration } from '../../../main/engine/marketplaces/choose.ts';
import { deriveAccountKey } from '../../../main/sealing/subject-keys.ts';
import { createJetStreamLog } from '../../../main/engine/team/log/jetstream.ts';
import type { LogState } from '../../../contract/team/log-state.ts';

import { forkEngine, temporaryFolder } from '../engine/support/engine.ts';
import { openMarketplace } from '../engine/support/marketplace.ts';
import { event, negotiation } from '../../unit/engine/support/records.ts';
import { createAuthority } from './support/authority.ts';
import { foundTeam, membershipOf } from './support/hub.ts';
import { startNatsCluster } from './support/nats-cluster.ts';
import { startNats } from './support/nats.ts';

const configOf = (nats: object): HubConfig =>
  parseConfig(
    JSON.stringify({
      ...{ address: 'http://127.0.0.1:1', keys: 'x', listen: { port: 0 }, metrics: { port: 0 } },
      nats,
    }),
    {},
  );
const log = { info: () => {}, warn: () => {}, error: () => {} };
const hubOf = (keys: ReturnType<typeof deriveKeys>, nats: object) =>
  startHub({ config: configOf(nats), keys, clock: systemClock, log, fetch });

/** The serial number of the certificate that a server shows. */
const serialOf = (port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: 'localhost', rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().serialNumber);
      socket.destroy();
    });
    socket.once('error', reject);
  });

it('a log server shows a renewed certificate after SIGHUP', async () => {
  const authority = await createAuthority();
  const [shown, renewed] = [
    await authority.issue('localhost', 2),
    await authority.issue('localhost', 3),
  ];
  const cluster = await startNatsCluster(deriveKeys(randomBytes(32)), shown);
  onTestFinished(cluster.stop);
  const [port = 0] = cluster.ports;
  const before = await serialOf(port);
  await copyFile(renewed.certificate, shown.certificate);
  await copyFile(renewed.key, shown.key);
  process.kill(cluster.pids[0] ?? 0, 'SIGHUP');
  await expect.poll(() => serialOf(port)).not.toBe(before);
});

it('a desktop follows three servers through TLS, also when the leader of its log is killed', async () => {
  const authority = await createAuthority();
  const keys = deriveKeys(randomBytes(32));
  const cluster = await startNatsCluster(keys, await authority.issue('localhost', 2));
  onTestFinished(cluster.stop);
  const settings = { servers: cluster.addresses, replicas: 3, ca: authority.file };
  const hub = await hubOf(keys, settings);
  onTestFinished(hub.stop);
  // The servers hear of a new account at different times.
  await Promise.all(Array.from({ length: 3 }, () => hub.createTeam()));
  const owner = await foundTeam(hub);
  const { team } = await owner.team();
  const accounts = await openTeamAccounts(keys, configOf(settings).nats);
  onTestFinished(accounts.close);
  const { jsm } = await accounts.getConnection(team);
  // Three servers on a busy machine may not answer in time.
  const leader = await vi.waitFor(async () => {
    const { cluster: replicas } = await jsm.streams.info('TEAM');
    expect(replicas?.replicas).toHaveLength(2);
    expect(replicas?.leader).toBeDefined();
    return replicas?.leader ?? '';
  });

  const marketplace = await openMarketplace();
  const teams = { ...marketplace, account: { ...marketplace.account, teamSince: 1 } };
  const engine = await forkEngine(teams, temporaryFolder());
  engine.send({
    type: 'team',
    membership: { ...(await membershipOf(owner)), ca: authority.pem },
  });
  const { environment, baseUrl } = marketplace.account.profile;
  const account = deriveAccountKey(Buffer.from(owner.keyring()?.subjectKey ?? '', 'base64url'), {
    service: `${environment} ${new URL(baseUrl).host}`,
    generation: findGeneration('v4').number,
    userID: marketplace.account.userID,
  });
  const path = randomBytes(32).toString('base64url');
  const passwordDigest = createHash('sha256').update('secret').digest('base64url');
  const webhook = { path, username: 'hook', passwordDigest };
  expect((await owner.post(deskPaths.webhook, { account, business: null, webhook })).status).toBe(
    200,
  );
  const address = hub.address + (await owner.team()).webhooks[0]?.path;
  const authorization = `Basic ${btoa('hook:secret')}`;
  const deliver = async (id: string, firstName: string) => {
    const customer = { customerID: `c${id}`, firstName, lastName: 'Gomez' };
    const body = event('NegotiationCreatedV4', negotiation(id, { customer }), Date.now());
    const headers = { 'content-type': 'application/json', authorization };
    return (await fetch(address, { method: 'POST', headers, body })).status;
  };
  expect(await deliver('n1', 'Wilma')).toBe(200);
  await engine.until('the lead is there', () => engine.leadOf('Wilma'));

  await cluster.kill(leader);
  await expect.poll(() => deliver('n2', 'Fred'), { timeout: 60_000 }).toBe(200);
  await engine.until('the lead is there', () => engine.leadOf('Fred'));
  const metrics = await (await fetch(`${hub.metricsAddress}/metrics`)).text();
  expect(metrics).toMatch(/^hub_elections_total [1-9]/m);
}, 240_000);

it('a certificate that is wrong is refused by hub and desktop, each with the reason', async () => {
  const authority = await createAuthority();
  const other = await createAuthority();
  const keys = deriveKeys(randomBytes(32));
  const user = createUser();
  const desktop = { team: 't', id: user.getPublicKey(), role: 'member' } as const;
  const jwt = await createDesktopToken(keys, desktop, { issued: 0, expires: 2_000_000_000 });
  const credentials = { jwt, seed: new TextDecoder().decode(user.getSeed()) };
  const refused = [
    { host: 'localhost', days: 2, ca: other, why: 'unknown_authority', advice: 'nats.ca' },
    { host: 'localhost', days: -1, ca: authority, why: 'expired', advice: 'renew it' },
    { host: 'log.example.com', days: 2, ca: authority, why: 'wrong_name', advice: 'nats.servers' },
  ] as const;
  for (const { host, days, ca, why, advice } of refused) {
    const { certificate, key } = await authority.issue(host, days);
    const nats = await startNats(
      keys,
      `tls { cert_file: "${certificate}", key_file: "${key}", handshake_first: true }`,
    );
    onTestFinished(nats.stop);
    const servers = [nats.address.replace('nats://127.0.0.1', 'tls://localhost')];
    await expect(hubOf(keys, { servers, ca: ca.file })).rejects.toThrow(advice);
    const states: LogState[] = [];
    const follower = createJetStreamLog({
      ...{ servers, credentials, inboxPrefix: '_INBOX.x', ca: ca.pem },
    });
    onTestFinished(follower.close);
    follower.onState((state) => states.push(state));
    await vi.waitFor(() => expect(states).toContainEqual({ name: 'wrong_certificate', why }));
    expect(states).not.toContainEqual({ name: 'up' });
  }
  await expect(
    hubOf(keys, { servers: ['tls://localhost:1'], ca: '/nowhere/ca.pem' }),
  ).rejects.toThrow('nats.ca');
}, 60_000);
