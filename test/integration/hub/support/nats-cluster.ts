/** Three nats-servers with TLS and the settings that deploy/ ships, on free ports. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HubKeys } from '../../../../hub/keys.ts';
import { formatNatsSettings } from '../../../../hub/credentials.ts';
import { findNatsServer } from '../../../../scripts/nats-server.mjs';
import { openDisk } from '../../../faults/disk.ts';
import { findFreePort } from '../../../ports.ts';
import { startProxy } from '../../../team/cluster.ts';
import type { Certificate } from './authority.ts';

/** Replaces a part of the shipped settings; throws where they have it no more. */
const replaced = (text: string, part: string | RegExp, by: string): string => {
  const found = text.replace(part, () => by);
  if (found === text) throw new Error(`deploy/nats/nats.conf has no ${part}`);
  return found;
};

/** Room for the logs of a campaign, small enough to be filled at once. */
const diskBytes = 64 * 1024 * 1024;

/**
 * @param isolable whether servers reach each other over proxies, so that `isolate` works
 * @param hasOwnDisk whether a small disk can be mounted for the last server, so that `fillDisk` works
 */
export const startNatsCluster = async (
  keys: HubKeys,
  { certificate, key }: Certificate,
  { isolable = false, hasOwnDisk = false } = {},
) => {
  const command = await findNatsServer({ log: () => undefined });
  const folder = await mkdtemp(join(tmpdir(), 'hearthline-nats-'));
  const shipped = await readFile('deploy/nats/nats.conf', 'utf8');
  const nodes = await Promise.all(
    [1, 2, 3].map(async (number) => ({
      name: `nats-${number}`,
      place: join(folder, `nats-${number}`),
      client: await findFreePort(),
      route: await findFreePort(),
    })),
  );
  const proxies = new Map<string, Awaited<ReturnType<typeof startProxy>>>();
  if (isolable)
    for (const from of nodes)
      for (const to of nodes)
        if (from !== to) proxies.set(`${from.name} ${to.name}`, await startProxy(to.route));
  const routesOf = (name: string): string =>
    (isolable
      ? [...proxies].filter(([pair]) => pair.startsWith(`${name} `)).map(([, { port }]) => port)
      : nodes.map(({ route }) => route)
    )
      .map((port) => `"nats://127.0.0.1:${port}"`)
      .join(', ');
  const [, , last] = nodes;
  await mkdir(last?.place ?? folder);
  const disk = openDisk(last?.place ?? folder, hasOwnDisk, diskBytes);
  const env = { ...process.env, LOG_CERTIFICATE_FILE: certificate, LOG_KEY_FILE: key };
  const start = async ({ name, place, client, route }: (typeof nodes)[number]) => {
    await mkdir(place, { recursive: true });
    let settings = replaced(shipped, '"0.0.0.0:4222"', `"127.0.0.1:${client}"`);
    settings = replaced(settings, '"0.0.0.0:6222"', `"127.0.0.1:${route}"`);
    settings = replaced(settings, '"/data"', JSON.stringify(join(place, 'data')));
    settings = replaced(settings, /(?<=routes: \[).*(?=\])/, routesOf(name));
    // Servers that learned each other's addresses would go around the proxies.
    const alone = 'advertise: "127.0.0.1:1"\n  no_advertise: true\n  pool_size: -1';
    if (isolable) settings = replaced(settings, /(?<=name: hearthline\n)/, `  ${alone}\n`);
    await writeFile(join(place, 'nats.conf'), settings);
    await writeFile(
      join(place, 'operator.conf'),
      await formatNatsSettings(keys, join(place, 'accounts')),
    );
    const program = spawn(command, ['-c', join(place, 'nats.conf')], {
      env: { ...env, LOG_SERVER: name },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let text = '';
    const ready = new Promise<void>((resolve, failed) => {
      program.stderr.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        if (text.includes('Server is ready')) resolve();
      });
      program.once('exit', () => failed(new Error(text)));
    });
    return { program, ready };
  };
  const programs: (ChildProcess | undefined)[] = [];
  for (const started of await Promise.all(nodes.map(start))) {
    programs.push(started.program);
    await started.ready;
  }
  const end = async (program: ChildProcess | undefined): Promise<void> => {
    if (!program || program.exitCode !== null || program.signalCode !== null) return;
    program.kill('SIGKILL');
    await once(program, 'exit');
  };
  return {
    pids: programs.map((program) => program?.pid ?? 0),
    names: nodes.map(({ name }) => name),
    /** Starts a server that was killed. */
    start: async (name: string) => {
      const at = nodes.findIndex((node) => node.name === name);
      const node = nodes[at];
      if (node === undefined) throw new Error(`there is no server ${name}`);
      const started = await start(node);
      programs[at] = started.program;
      await started.ready;
    },
    addresses: nodes.map(({ client }) => `tls://localhost:${client}`),
    /** @param name as the cluster reports its leader */
    kill: (name: string) => end(programs[nodes.findIndex((node) => node.name === name)]),
    /** Client ports. */
    ports: nodes.map(({ client }) => client),
    /** Cuts a server off from the other servers, or ends that; clients still reach it. */
    isolate: (name: string, cut: boolean): void => {
      for (const [pair, proxy] of proxies) if (pair.split(' ').includes(name)) proxy.cut(cut);
    },
    /** Fills the disk of the last server; the returned function frees it. Null without such a disk. */
    fillDisk: disk.fill,
    stop: async () => {
      await Promise.all(programs.map(end));
      for (const proxy of proxies.values()) proxy.close();
      disk.unmount();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};
