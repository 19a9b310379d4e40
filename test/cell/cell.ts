/**
 * `npm run cell [-- --teams N] [--desktops N] [--nodes 1|3] [--spread SECONDS]`: a cell of teams on this computer. Real
 * log servers with the shipped settings, two hub processes, and desktops as connections that follow but store nothing.
 * It measures idle cost, the morning, the highest rate and a lost node (docs/performance.md).
 */
import { spawn } from 'node:child_process';
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { Agent, request } from 'undici';
import { parseConfig } from '../../hub/config.ts';
import { deriveKeys } from '../../hub/keys.ts';
import { percentile, readLoad, sleep } from '../bench/measure.ts';
import { runAtRate } from '../bench/team/log.ts';
import { createAuthority } from '../integration/hub/support/authority.ts';
import { startNatsCluster } from '../integration/hub/support/nats-cluster.ts';
import { startNats } from '../integration/hub/support/nats.ts';
import {
  authorization,
  connectDesktop,
  createTeams,
  issueDesktop,
  type CellDesktop,
} from './teams.ts';
import { readMemory, measureUsageDuring, measureUsageFor } from './usage.ts';

const { values } = parseArgs({
  options: {
    teams: { type: 'string', default: '100' },
    desktops: { type: 'string', default: '5' },
    nodes: { type: 'string', default: '3' },
    spread: { type: 'string', default: '30' },
  },
});
const [teamCount, each, spread] = [values.teams, values.desktops, values.spread].map(Number) as [
  number,
  number,
  number,
];
const isCluster = values.nodes === '3';
const idleMs = 10_000;
const rateSeconds = 5;
const rates = [10, 25, 50, 100, 200, 400, 800];
const slowest = 250;
const lossRate = 10;
const lossSeconds = 30;
const firstRate = 20;
const retryMs = 500;
const killAfterMs = 5_000;
const patienceMs = 60_000;
const program = join(import.meta.dirname, '../../hub/index.ts');

const say = (line: string): void =>
  void process.stdout.write(`cell (load ${readLoad()}): ${line}\n`);
const formatMs = (value: number): string => `${Math.round(value)} ms`;
const formatSpread = (took: readonly number[]): string =>
  `p50 ${formatMs(percentile(took, 0.5))}, p99 ${formatMs(percentile(took, 0.99))}, longest ${formatMs(percentile(took, 1))}`;

const folder = mkdtempSync(join(tmpdir(), 'hearthline-cell-'));
const secret = randomBytes(32);
const keys = deriveKeys(secret);
writeFileSync(join(folder, 'keys'), secret.toString('base64'), { mode: 0o600 });
const authority = await createAuthority();
const startServers = async () => {
  if (isCluster) return startNatsCluster(keys, await authority.issue('localhost', 2));
  const { address, pid, stop } = await startNats(keys);
  return { addresses: [address], pids: [pid], stop, kill: stop };
};
const servers = await startServers();
const env = {
  HUB_ADDRESS: 'http://127.0.0.1:1',
  HUB_KEYS: join(folder, 'keys'),
  HUB_LISTEN_PORT: '0',
  HUB_METRICS_PORT: '0',
  HUB_NATS_SERVERS: servers.addresses.join(','),
  HUB_NATS_REPLICAS: values.nodes,
  ...(isCluster && { HUB_NATS_CA: authority.file }),
};
const { nats } = parseConfig('', env);
const startHub = async () => {
  const hub = spawn(process.execPath, [program], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: hub.stdout }), 'line')) as [string];
  return { hub, address: (JSON.parse(line) as { address: string }).address };
};

const empty = await measureUsageFor(servers.pids, idleMs);
const began = performance.now();
const teams = await createTeams(keys, nats, teamCount);
say(
  `${teamCount} teams on ${values.nodes} nodes were created in ${((performance.now() - began) / 1_000).toFixed(0)} s`,
);
const hubs = [await startHub(), await startHub()];
const hubPids = hubs.map(({ hub }) => hub.pid ?? 0);
await sleep(idleMs);
const idle = await measureUsageFor(servers.pids, idleMs);
const nodes = servers.pids.length;
say(
  `idle, of a node: ${(idle.megabytes / nodes).toFixed(0)} MB and ${((100 * idle.cores) / nodes).toFixed(1)} % of a core; ` +
    `a team costs ${((idle.megabytes - empty.megabytes) / nodes / teamCount).toFixed(2)} MB and ` +
    `${((100 * (idle.cores - empty.cores)) / nodes / teamCount).toFixed(3)} %`,
);

/** Deliveries by key, with the time at which each was due; removed when all desktops of its team have it. */
const due = new Map<string, { readonly at: number; left: number }>();
let latencies: number[] = [];
const onEntry = (subject: string): void => {
  const key = /^in\.\w+\.(\w+)$/.exec(subject)?.[1];
  if (key === undefined) return;
  const waiting = due.get(key);
  if (waiting === undefined) return;
  latencies.push(performance.now() - waiting.at);
  waiting.left -= 1;
  if (waiting.left === 0) due.delete(key);
};
const desktops: CellDesktop[] = [];
if (each > 0) {
  const connecting: number[] = [];
  const total = teamCount * each;
  const ca = isCluster ? { ca: authority.pem } : {};
  const issued: Awaited<ReturnType<typeof issueDesktop>>[] = [];
  for (let index = 0; index < total; index += 1)
    issued.push(await issueDesktop(keys, teams[index % teamCount]?.team ?? ''));
  const morning = await measureUsageDuring(servers.pids, () =>
    runAtRate(total / spread, total, async (index, dueAt) => {
      const desktop = issued[index];
      if (desktop === undefined) return;
      desktops.push(await connectDesktop(desktop, { servers: servers.addresses, ...ca }, onEntry));
      connecting.push(performance.now() - dueAt);
    }),
  );
  say(
    `morning: ${total} desktops in ${spread} s (${(total / spread).toFixed(0)} a second) follow after ${formatSpread(connecting)}; ` +
      `a node used ${((100 * morning.cores) / nodes).toFixed(0)} % of a core`,
  );
  await sleep(idleMs);
  const quiet = await measureUsageFor(servers.pids, idleMs);
  say(
    `idle with desktops, of a node: ${(quiet.megabytes / nodes).toFixed(0)} MB and ${((100 * quiet.cores) / nodes).toFixed(1)} % of a core; ` +
      `a desktop costs ${((quiet.megabytes - idle.megabytes) / total).toFixed(2)} MB and ` +
      `${((100 * (quiet.cores - idle.cores)) / total).toFixed(3)} % in the cell`,
  );
}

const dispatcher = new Agent({ connections: 500, pipelining: 1 });
let retries = 0;
/** Delivers until a hub accepts, as a service does; returns the duration in milliseconds. */
const deliver = async (index: number, dueAt: number): Promise<number> => {
  const { team, path } = teams[index % teamCount] ?? { team: '', path: '' };
  const data = { messageID: randomUUID(), text: 'x'.repeat(600) };
  // The intake derives the key of an entry like this.
  const key = createHmac('sha256', keys.grants)
    .update(JSON.stringify([team, '', data]))
    .digest('hex')
    .slice(0, 32);
  if (each > 0) due.set(key, { at: dueAt, left: each });
  for (let attempt = 0; performance.now() - dueAt < patienceMs; attempt += 1) {
    const { address } = hubs[(index + attempt) % hubs.length] ?? { address: '' };
    const answer = await request(address + path, {
      ...{ method: 'POST', body: JSON.stringify({ data }), dispatcher },
      headers: { authorization, 'content-type': 'application/json' },
    }).catch(() => null);
    await answer?.body.dump();
    if (answer?.statusCode === 200) return performance.now() - dueAt;
    retries += 1;
    await sleep(retryMs);
  }
  return Infinity;
};

/** Delivers at a rate and waits until every desktop has everything; returns the times until the hubs' answers. */
const run = async (aSecond: number, seconds: number): Promise<number[]> => {
  const accepted: number[] = [];
  latencies = [];
  retries = 0;
  await runAtRate(aSecond, aSecond * seconds, async (index, dueAt) => {
    accepted.push(await deliver(index, dueAt));
  });
  const deadline = performance.now() + patienceMs;
  while (due.size > 0 && performance.now() < deadline) await sleep(20);
  return accepted;
};

// Each hub opens its connection to a team at the team's first delivery.
await run(firstRate, (2 * teamCount) / firstRate);
say(`hubs: ${(readMemory(hubPids) / 2).toFixed(0)} MB each for ${teamCount} teams`);
let highest = 0;
for (const aSecond of rates) {
  let accepted: number[] = [];
  const used = await measureUsageDuring(servers.pids, async () => {
    accepted = await run(aSecond, rateSeconds);
  });
  const took = latencies.length > 0 ? latencies : accepted;
  say(
    `${aSecond} a second: answered ${formatSpread(accepted)}; on the desktops ${formatSpread(latencies)}; ` +
      `a node used ${((100 * used.cores) / nodes).toFixed(0)} % of a core`,
  );
  if (percentile(took, 0.99) > slowest) break;
  highest = aSecond;
}
say(`highest measured rate with p99 within ${slowest} ms: ${highest} a second`);

if (isCluster) {
  const killed = sleep(killAfterMs).then(() => servers.kill('nats-1'));
  const accepted = await run(lossRate, lossSeconds);
  await killed;
  while (!desktops.every(({ isUp }) => isUp())) await sleep(20);
  say(
    `a node was killed at ${lossRate} a second: answered ${formatSpread(accepted)}, ${retries} again; ` +
      `on the desktops ${formatSpread(latencies)}; ${due.size} deliveries are missing`,
  );
  process.exitCode = due.size > 0 ? 1 : 0;
}

await Promise.all(desktops.map((desktop) => desktop.close()));
for (const { hub } of hubs) hub.kill('SIGKILL');
await servers.stop();
rmSync(folder, { recursive: true, force: true });
process.exit();
