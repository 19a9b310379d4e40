/** The contents of `deploy/`: the bundle, the servers' settings, the scripts and the compose file. */
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { parseConfig } from '../../../hub/config.ts';
import { deriveKeys } from '../../../hub/keys.ts';
import { formatNatsSettings } from '../../../hub/credentials.ts';
import { findNatsServer } from '../../../scripts/nats-server.mjs';
import { startNats } from './support/nats.ts';

const run = promisify(execFile);
const newFolder = () => mkdtemp(join(tmpdir(), 'hearthline-deploy-'));

it('bundles a hub with its keepers that runs in an empty folder', async () => {
  const folder = await newFolder();
  const vite = resolve('node_modules/vite/bin/vite.js');
  await run(process.execPath, [
    vite,
    'build',
    '--config',
    'deploy/vite.config.ts',
    '--outDir',
    folder,
  ]);
  const secret = randomBytes(32);
  const nats = await startNats(deriveKeys(secret));
  await writeFile(join(folder, 'keys'), secret.toString('base64'), { mode: 0o600 });
  const env = {
    HUB_ADDRESS: 'https://hub.example.com',
    HUB_KEYS: join(folder, 'keys'),
    HUB_LISTEN_PORT: '0',
    HUB_METRICS_PORT: '0',
    HUB_NATS_SERVERS: nats.address,
    HUB_KEEPERS: join(folder, 'keepers'),
  };
  await mkdir(join(folder, 'keepers', 'team'), { recursive: true });
  await mkdir(join(folder, 'node_modules'));
  await symlink(
    resolve('node_modules/better-sqlite3'),
    join(folder, 'node_modules/better-sqlite3'),
  );
  const program = spawn(process.execPath, ['index.js'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: program.stdout }), 'line')) as [string];
  const { metricsAddress } = JSON.parse(line) as { metricsAddress: string };
  expect((await fetch(`${metricsAddress}/health`)).status).toBe(200);
  const state = () => readFile(join(folder, 'keepers/team/state.json'), 'utf8').catch(() => '');
  await expect.poll(state).toBe('{"state":"none","why":null}');
  const engine = () => readdir(join(folder, 'keepers/team'));
  await expect.poll(engine).toContain('leads.db');
  const created = await run(process.execPath, ['index.js', 'create-team'], { cwd: folder, env });
  expect(created.stdout).toMatch(/^https:\/\/hub\.example\.com\/join#\S+\n$/);
  program.kill('SIGTERM');
  expect(await once(program, 'exit')).toEqual([0, null]);
  await nats.stop();
});

it("ships settings that nats-server accepts with the hub's operator", async () => {
  const folder = await newFolder();
  await writeFile(join(folder, 'nats.conf'), await readFile('deploy/nats/nats.conf'));
  const operator = await formatNatsSettings(deriveKeys(randomBytes(32)), join(folder, 'accounts'));
  await writeFile(join(folder, 'operator.conf'), operator);
  const [certificate, key] = [join(folder, 'log.crt'), join(folder, 'log.key')];
  const request =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=log';
  await run('openssl', [...request.split(' '), '-keyout', key, '-out', certificate]);
  const command = await findNatsServer({ log: () => undefined });
  const files = { LOG_CERTIFICATE_FILE: certificate, LOG_KEY_FILE: key };
  const env = { ...process.env, ...files, LOG_SERVER: 'nats-1' };
  const checked = await run(command, ['-t', '-c', join(folder, 'nats.conf')], { env });
  expect(checked.stdout + checked.stderr).toContain('is valid');
});

const service = z.looseObject({ image: z.string().optional(), environment: z.unknown() });
it('pins every image, and runs three log servers and two hubs', async () => {
  const file: unknown = parse(await readFile('deploy/compose.yaml', 'utf8'), { merge: true });
  const { services } = z.object({ services: z.record(z.string(), service) }).parse(file);
  expect(Object.keys(services)).toEqual(['nats-1', 'nats-2', 'nats-3', 'hub-1', 'hub-2', 'caddy']);
  for (const name of ['nats-1', 'nats-2', 'nats-3'])
    expect(services[name]?.environment).toMatchObject({ LOG_SERVER: name });
  for (const { image } of Object.values(services)) expect(image).toMatch(/:\d+\.\d+\.\d+$/);
  const docker = await readFile('deploy/Dockerfile', 'utf8');
  const { node } = z
    .object({ devDependencies: z.object({ node: z.string() }) })
    .parse(JSON.parse(await readFile('package.json', 'utf8'))).devDependencies;
  expect([...docker.matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version)).toEqual([
    node,
    node,
  ]);
});

it("gives a hub of the compose file a configuration that it accepts, and Caddy the hubs' addresses", async () => {
  const text = await readFile('deploy/compose.yaml', 'utf8');
  const domains: Record<string, string> = {
    HUB_DOMAIN: 'hub.example.com',
    LOG_DOMAIN: 'log.example.com',
  };
  const filled = text.replace(/\$\{(\w+):\?\}/g, (_, name: string) => domains[name] ?? '');
  const { services } = z
    .object({
      services: z.record(
        z.string(),
        z.looseObject({ environment: z.record(z.string(), z.string()) }),
      ),
    })
    .parse(parse(filled, { merge: true }));
  const [first, second] = [services['hub-1'], services['hub-2']];
  const { HUB_KEEPERS: keepers, ...same } = first?.environment ?? {};
  expect([keepers, second?.environment]).toEqual(['/keepers', same]);
  expect(parseConfig('services: []', first?.environment ?? {})).toMatchObject({
    address: 'https://hub.example.com',
    keepers: '/keepers',
    listen: { host: '0.0.0.0', port: 7_420 },
    metrics: { host: '0.0.0.0', port: 7_421 },
    nats: {
      servers: ['tls://log.example.com:4222'],
      public: [4222, 4223, 4224].map((port) => `tls://log.example.com:${port}`),
      replicas: 3,
    },
  });
  const caddy = await readFile('deploy/caddy/Caddyfile', 'utf8');
  expect(caddy).toContain('reverse_proxy hub-1:7420 hub-2:7420 {');
});

it('keeps 14 backups, and none of a hub that failed', async () => {
  const folder = await newFolder();
  for (let day = 10; day < 26; day += 1)
    await writeFile(join(folder, `hub-202601${day}T000000Z.ndjson.gz`), '');
  const hub = join(folder, 'hub');
  const program = '#!/bin/sh\necho "$1"\ncat /dev/null\n';
  await writeFile(hub, program, { mode: 0o700 });
  await run('sh', ['deploy/backup.sh', folder, hub]);
  const backups = async () => (await readdir(folder)).filter((name) => name.endsWith('.gz')).sort();
  const kept = await backups();
  expect(kept).toHaveLength(14);
  const newest = join(folder, kept.at(-1) ?? '');
  const restored = await run('sh', ['deploy/restore.sh', newest, 'sh', '-c', 'echo "$0"; cat']);
  expect(restored.stdout).toBe('restore\nbackup\n');
  await writeFile(hub, '#!/bin/sh\necho half\nexit 3\n');
  await expect(run('sh', ['deploy/backup.sh', folder, hub])).rejects.toThrow(
    "the hub's backup failed",
  );
  expect(await backups()).toEqual(kept);
});
