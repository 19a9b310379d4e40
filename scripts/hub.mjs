/**
 * `npm run hub`: a hub with its own nats-server and data folder on this computer. It prints its address and, when it
 * has no team yet, a first invitation. `--data FOLDER` chooses the folder, `--new-team` prints an invitation to one
 * more team, `--keeper INVITATION` creates a team's keeper while the hub runs in another terminal.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { findNatsServer } from './nats-server.mjs';
import { runWithPackages } from './node24.mjs';
import { waitForExit } from './own-sandbox.mjs';
import {
  CannotContinue,
  getDataFolder,
  getInstalledNode,
  log,
  assertSuccess,
  root,
  run,
} from './script.mjs';
import { endProgram, onStopRequest, startApart } from './stop.mjs';

const entry = path.join(root, 'hub', 'index.ts');
const patience = 10_000;

/** Formats the initial configuration; the folder's owner may edit it. */
const formatInitialConfig = (folder) => `# The hub's configuration (docs/guide/hosting-a-hub.md)
address: http://127.0.0.1:7420
keys: ${JSON.stringify(path.join(folder, 'secret', 'keys'))}
listen: { host: 127.0.0.1, port: 7420 }
metrics: { host: 127.0.0.1, port: 7421 }
nats: { servers: ['nats://127.0.0.1:7422'] }
# Profiles with their client secrets, as the app imports them
services: []
# Members without a window, for hours in which every desktop sleeps
keepers: ${JSON.stringify(path.join(folder, 'keepers'))}
log: warn
`;

function chooseFolder(args) {
  const at = args.indexOf('--data');
  if (at >= 0 && args[at + 1]) return path.resolve(args[at + 1]);
  return getDataFolder('hearthline-hub');
}

/** Resolves with the first line of a stream that passes `isReady`; throws if the program ends before. */
async function waitUntilReady(child, stream, name, isReady) {
  const lines = createInterface({ input: stream });
  let last = [];
  const ready = new Promise((resolve) =>
    lines.on('line', (line) => {
      last = [...last.slice(-4), line];
      if (isReady(line)) resolve(true);
    }),
  );
  if (await Promise.race([ready, waitForExit(child).then(() => false)])) return;
  throw new CannotContinue(`${name} did not start\n${last.join('\n')}`);
}

/** Creates the folder, its key file and the settings of nats-server. @returns the path of the settings */
async function prepare(folder, env) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(env.HUB_CONFIG))
    writeFileSync(env.HUB_CONFIG, formatInitialConfig(folder), { mode: 0o600 });
  const accounts = path.join(folder, 'accounts');
  const created = await run(getInstalledNode(), [entry, 'nats-settings', accounts], { env });
  assertSuccess('the hub', created);
  const { readConfig } = await import('../hub/config.ts');
  const { hostname, port } = new URL((await readConfig(env)).nats.servers[0]);
  const settings = path.join(folder, 'nats.conf');
  const lines = [
    `listen: "${hostname}:${port}"`,
    `jetstream { store_dir: ${JSON.stringify(path.join(folder, 'nats'))}, max_file_store: 1TB, sync_interval: always }`,
    created.output,
  ];
  writeFileSync(settings, lines.join('\n'));
  return settings;
}

async function runHub(args) {
  const folder = chooseFolder(args);
  const env = { ...process.env, HUB_CONFIG: path.join(folder, 'hub.yaml') };
  const keeper = args.indexOf('--keeper');
  if (keeper >= 0) return createKeeper(env, args[keeper + 1] ?? '');
  const program = await findNatsServer({ log });
  const settings = await prepare(folder, env);
  const stop = new AbortController();
  onStopRequest(() => stop.abort());
  const nats = startApart(program, ['-c', settings], { stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    await waitUntilReady(nats, nats.stderr, 'nats-server', (line) =>
      line.includes('Server is ready'),
    );
    return await serve(folder, env, args, stop.signal, nats);
  } finally {
    endProgram(nats, 'SIGTERM', { patience });
    await waitForExit(nats);
  }
}

/** Shows the digits of a keeper, and waits until an owner has confirmed them. */
async function createKeeper(env, invitation) {
  const child = spawn(getInstalledNode(), [entry, 'keeper', invitation], { env, stdio: 'inherit' });
  onStopRequest(() => endProgram(child, 'SIGTERM', { patience }));
  return waitForExit(child);
}

async function serve(folder, env, args, signal, nats) {
  const invited = path.join(folder, 'invited');
  if (!existsSync(invited) || args.includes('--new-team')) {
    const created = await run(getInstalledNode(), [entry, 'create-team'], { env });
    assertSuccess('creating a team', created);
    writeFileSync(invited, '');
    log(`first invitation, for 48 hours and one desktop: ${created.output.trim()}`);
  }
  const hub = startApart(getInstalledNode(), [entry], {
    env: { ...env, HUB_LOG: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stopHub = () => endProgram(hub, 'SIGTERM', { patience });
  signal.addEventListener('abort', stopHub);
  if (signal.aborted) stopHub();
  void waitForExit(nats).then(stopHub);
  createInterface({ input: hub.stdout }).on('line', (line) => {
    const { level, address, metricsAddress } = JSON.parse(line);
    if (address) log(`the hub listens at ${address}, health and metrics at ${metricsAddress}`);
    else if (level >= 40) console.error(line);
  });
  log(`data and configuration are in ${folder}`);
  await waitForExit(hub);
  if (signal.aborted) return 0;
  throw new CannotContinue('the hub or its nats-server exited');
}

await runWithPackages(import.meta.url, log, runHub);
