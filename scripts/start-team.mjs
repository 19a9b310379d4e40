/** `npm start -- --team`: a sandbox, a hub and the windows of two people, with all data in one folder. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { startApp } from './app.mjs';
import { waitForExit, withSandbox } from './own-sandbox.mjs';
import { CannotContinue, getDataFolder, getInstalledNode, root } from './script.mjs';
import { endProgram, onStopRequest, startApart } from './stop.mjs';

const ports = { hub: 7430, metrics: 7431, nats: 7432, marketplace: 7433 };
const patience = 15_000;

const chooseFolder = (args) => {
  const [chosen] = args.filter((arg) => arg.startsWith('--user-data-dir='));
  if (chosen !== undefined) return path.resolve(chosen.slice('--user-data-dir='.length));
  return getDataFolder('hearthline-team');
};

/** Builds the hub's configuration; JSON is YAML too. It alone has the client secret. */
const buildHubConfig = (folder, profile) => ({
  address: `http://127.0.0.1:${ports.hub}`,
  keys: path.join(folder, 'secret', 'keys'),
  listen: { host: '127.0.0.1', port: ports.hub },
  metrics: { host: '127.0.0.1', port: ports.metrics },
  nats: { servers: [`nats://127.0.0.1:${ports.nats}`] },
  services: [profile],
  log: 'warn',
});

/** Starts the hub; resolves once it listens, with the first invitation if the folder is new, else null. */
async function startHub(folder) {
  const entry = path.join(root, 'scripts', 'hub.mjs');
  const hub = startApart(getInstalledNode(), [entry, '--data', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let invitation = null;
  const listens = new Promise((resolve) =>
    createInterface({ input: hub.stdout }).on('line', (line) => {
      invitation = /first invitation, .*: (\S+)$/.exec(line)?.[1] ?? invitation;
      if (line.includes('the hub listens')) resolve(true);
    }),
  );
  if (await Promise.race([listens, waitForExit(hub).then(() => false)])) return { hub, invitation };
  throw new CannotContinue('the hub did not start');
}

const formatSteps = (invitation) =>
  invitation === null
    ? 'the team goes on: both windows belong to it'
    : [
        'two windows are open: the first is Ana’s, who owns the team, the second Ben’s. To make them a team:',
        `  1. Ana: Back, Join a team, and paste ${invitation}`,
        '  2. Ana: connect the team’s first account, and allow it in the browser',
        '  3. Ana: Team (G H), give yourself a name, invite Ben, and copy the invitation',
        '  4. Ben: Join a team, paste it, and compare the six digits with Ana’s',
      ].join('\n');

/** Runs until both windows are closed. @returns {Promise<number>} */
export async function runTeam(log, args, runtime, screen) {
  const folder = chooseFolder(args);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stop = new AbortController();
  onStopRequest(() => stop.abort());
  const state = path.join(folder, 'marketplace.json');
  const options = ['--port', String(ports.marketplace), '--traffic', '20', '--list-negotiations'];
  const leads = existsSync(state) ? [] : ['--leads', '8'];
  await withSandbox([...options, ...leads, '--state', state], stop, async (ready) => {
    const { buildProfile } = await import('../scenarios/profile.ts');
    const { clientSecret, ...shared } = buildProfile(ready, 'Practice marketplace');
    const hubFolder = path.join(folder, 'hub');
    mkdirSync(hubFolder, { recursive: true, mode: 0o700 });
    const config = buildHubConfig(hubFolder, { ...shared, clientSecret });
    writeFileSync(path.join(hubFolder, 'hub.yaml'), JSON.stringify(config), { mode: 0o600 });
    const profile = path.join(folder, 'team.hearthline');
    writeFileSync(profile, JSON.stringify({ ...shared, broker: config.address }));
    const { hub, invitation } = await startHub(hubFolder);
    const openWindow = (name, more) =>
      startApp(
        runtime,
        [`--user-data-dir=${path.join(folder, name)}`, '--welcome', ...more],
        screen,
      );
    const apps = [openWindow('ana', [`--profile=${profile}`]), openWindow('ben', [])];
    const endApps = () => apps.forEach((app) => endProgram(app, 'SIGTERM', { patience }));
    stop.signal.addEventListener('abort', endApps);
    if (stop.signal.aborted) endApps();
    log(formatSteps(invitation));
    await Promise.all(apps.map(waitForExit));
    stop.abort();
    endProgram(hub, 'SIGTERM', { patience });
    await waitForExit(hub);
  });
  return 0;
}
