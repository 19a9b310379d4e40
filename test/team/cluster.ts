/**
 * Real nats-servers on this computer with one team's account: alone or as a cluster, killed, restarted, cut off
 * from each other, with little room. Everything is below one temporary folder.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectTo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { jetstreamManager, type StreamConfig } from '@nats-io/jetstream';
import {
  createAccount,
  createOperator,
  createUser,
  encodeAccount,
  encodeOperator,
  encodeUser,
  type KeyPair,
  type User,
} from '@nats-io/jwt';
import { Objm } from '@nats-io/obj';
import { connect, jwtAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import { findNatsServer } from '../../scripts/nats-server.mjs';
import { findFreePort } from '../ports.ts';

export type Credentials = { readonly jwt: string; readonly seed: string };
type Rights = Pick<Partial<User>, 'pub' | 'sub'>;

const host = '127.0.0.1';
const seedOf = (keys: KeyPair): string => new TextDecoder().decode(keys.getSeed());

/** The head of a message that brings an entry to a consumer, in NATS' protocol; its last number is the length. */
const entryHead = /H?MSG \S+ \d+ \$JS\.ACK\.\S+ (?:\d+ )?(\d+)\r\n/;

/** A way to a port that can be cut (existing connections end, new ones are refused), muted, or lose an entry. */
export const startProxy = async (target: number) => {
  const sockets = new Set<Socket>();
  let isCut = false;
  let isMute = false;
  let losing: (() => void) | null = null;
  /** Without the next entry, once it is complete; null until then. */
  const withoutEntry = (data: Buffer): Buffer | null => {
    const head = entryHead.exec(data.toString('latin1'));
    if (head === null) return data;
    const end = head.index + head[0].length + Number(head[1]) + 2;
    if (data.length < end) return null;
    losing?.();
    losing = null;
    return Buffer.concat([data.subarray(0, head.index), data.subarray(end)]);
  };
  const server = createServer((inner) => {
    if (isCut) return void inner.destroy();
    const outer = connectTo(target, host);
    for (const [socket, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    inner.pipe(outer);
    let begun = Buffer.alloc(0);
    outer.on('data', (data: Buffer) => {
      if (isMute) return;
      const all = Buffer.concat([begun, data]);
      const kept = losing === null ? all : withoutEntry(all);
      begun = kept === null ? all : Buffer.alloc(0);
      if (kept !== null) inner.write(kept);
    });
  });
  const port = await findFreePort();
  await once(server.listen(port, host), 'listening');
  const destroyAll = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    port,
    cut: (cut: boolean): void => {
      isCut = cut;
      if (cut) destroyAll();
    },
    /** Loses what the server answers. */
    mute: (mute: boolean): void => {
      isMute = mute;
    },
    /** Loses the next entry on its way to a consumer; resolves when it did. Without TLS only. */
    loseEntry: (): Promise<void> => new Promise((resolve) => (losing = resolve)),
    close: (): void => {
      destroyAll();
      server.close();
    },
  };
};

type Node = {
  readonly config: string;
  readonly log: string;
  readonly health: string;
  process: ChildProcess | null;
};

/**
 * Starts the servers and creates the team's stream and snapshot store.
 * @param stream overrides of the stream, `max_bytes` for example
 * @param fileBytes of each server, for a full disk
 */
export const startCluster = async ({
  nodes: count = 1,
  stream = {},
  fileBytes = 2 ** 30,
  tls = '',
}: {
  nodes?: 1 | 3;
  stream?: Partial<StreamConfig>;
  fileBytes?: number;
  tls?: string;
} = {}) => {
  const program = await findNatsServer({ log: () => {} });
  const folder = mkdtempSync(join(tmpdir(), 'nats-'));
  const [operator, system, team, systemUser] = [
    createOperator(),
    createAccount(),
    createAccount(),
    createUser(),
  ] as const;
  const revoked: Record<string, number> = {};
  const connections = { conn: -1, subs: -1, data: -1, payload: -1 };
  const room = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };
  const signTeam = (): Promise<string> =>
    encodeAccount(
      'team',
      team,
      { limits: { ...room, ...connections }, revocations: revoked },
      { signer: operator },
    );
  const systemJwt = await encodeAccount(
    'system',
    system,
    { limits: connections },
    { signer: operator },
  );
  const operatorJwt = await encodeOperator('operator', operator, {
    system_account: system.getPublicKey(),
  });
  const systemCredentials = {
    jwt: await encodeUser('system', systemUser, system, {}, {}),
    seed: seedOf(systemUser),
  };
  const teamJwt = await signTeam();

  const ports = await Promise.all(
    Array.from({ length: count }, async () => ({
      client: await findFreePort(),
      route: await findFreePort(),
      health: await findFreePort(),
    })),
  );
  const proxies = new Map<string, Awaited<ReturnType<typeof startProxy>>>();
  for (const [from] of ports.entries())
    for (const [to, { route }] of ports.entries())
      if (from !== to) proxies.set(`${from} ${to}`, await startProxy(route));

  const nodes: Node[] = ports.map(({ client, route, health }, at) => {
    const data = join(folder, `node${at}`);
    mkdirSync(data);
    const routes = [...proxies]
      .filter(([pair]) => pair.startsWith(`${at} `))
      .map(([, { port }]) => `"nats-route://${host}:${port}"`);
    const config = join(data, 'nats.conf');
    writeFileSync(
      config,
      `
server_name: node${at}
listen: "${host}:${client}"
http: "${host}:${health}"
${tls}
jetstream { store_dir: "${join(data, 'store')}", max_mem: 268435456, max_file: ${fileBytes} }
operator: ${operatorJwt}
system_account: ${system.getPublicKey()}
resolver { type: full, dir: "${join(data, 'accounts')}", interval: "2s" }
resolver_preload { ${system.getPublicKey()}: ${systemJwt}, ${team.getPublicKey()}: ${teamJwt} }
${
  count === 1
    ? ''
    : `cluster {
  name: team, listen: "${host}:${route}", advertise: "${host}:1", no_advertise: true
  pool_size: -1, routes: [${routes.join(', ')}]
}`
}
`,
    );
    return { config, log: join(data, 'log'), health: `http://${host}:${health}`, process: null };
  });
  const node = (at: number): Node => {
    const found = nodes[at];
    if (!found) throw new Error(`no node ${at}`);
    return found;
  };

  const start = (at: number): void => {
    const each = node(at);
    const log = openSync(each.log, 'a');
    each.process = spawn(program, ['-c', each.config], { stdio: ['ignore', log, log] });
  };
  const isHealthy = async ({ health }: Node): Promise<boolean> =>
    fetch(`${health}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  /** Waits until all running servers are ready. */
  const ready = async (): Promise<void> => {
    for (const each of nodes)
      while (each.process && !(await isHealthy(each))) {
        if (each.process.exitCode !== null) throw new Error(readFileSync(each.log, 'utf8'));
        await pause(20);
      }
  };
  const kill = async (at: number, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> => {
    const { process: child } = node(at);
    node(at).process = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };

  const addresses = ports.map(({ client }) => `nats://${host}:${client}`);
  const open = (credentials: Credentials): Promise<NatsConnection> =>
    connect({
      servers: addresses,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 100,
      authenticator: jwtAuthenticator(credentials.jwt, new TextEncoder().encode(credentials.seed)),
      ...(tls !== '' && { tls: { rejectUnauthorized: false, handshakeFirst: true } }),
    });
  /** Creates the credentials of a desktop, for everything where no rights are named. */
  const member = async (rights: Rights = {}): Promise<Credentials & { readonly id: string }> => {
    const keys = createUser();
    const jwt = await encodeUser('desktop', keys, team, rights, {});
    return { jwt, seed: seedOf(keys), id: keys.getPublicKey() };
  };

  nodes.forEach((_node, at) => start(at));
  await ready();
  const owner = await open(await member());
  const manager = await jetstreamManager(owner, { checkAPI: false, timeout: 30_000 });
  const createStream = async (): Promise<void> => {
    await manager.streams.add({
      name: 'TEAM',
      subjects: ['in.>', 'fact.>', 'reply.>', 'claim.>', 'turn.>', 'duty.>', 'team.>', 'person.>'],
      num_replicas: count,
      max_msgs_per_subject: 8,
      allow_direct: true,
      allow_msg_ttl: true,
      discard: 'new',
      ...stream,
    });
  };
  const whenLed = async (work: () => Promise<unknown>): Promise<void> => {
    for (let left = 50; left > 0; left -= 1) {
      if (
        await work().then(
          () => true,
          () => false,
        )
      )
        return;
      await pause(200);
    }
    await work();
  };
  await whenLed(createStream);
  await whenLed(() => new Objm(owner).create('TEAM', { replicas: count }));

  return {
    addresses,
    folder,
    member,
    start,
    ready,
    kill,
    /** Ends the member's connections and refuses its credentials. */
    revoke: async ({ id }: { readonly id: string }): Promise<void> => {
      revoked[id] = Math.floor(Date.now() / 1000) + 1;
      const connection = await open(systemCredentials);
      await connection.request('$SYS.REQ.CLAIMS.UPDATE', await signTeam(), { timeout: 5000 });
      await connection.close();
    },
    /** Cuts a server off from the other servers, or ends that; clients still reach it. */
    isolate: (at: number, cut: boolean): void => {
      for (const [pair, proxy] of proxies) if (pair.split(' ').includes(`${at}`)) proxy.cut(cut);
    },
    /** The number of the server that leads the stream, once one does. */
    leader: async (): Promise<number> => {
      for (;;) {
        const info = await manager.streams.info('TEAM').catch(() => null);
        const found = nodes.findIndex((_node, at) => info?.cluster?.leader === `node${at}`);
        if (found >= 0 || (info && count === 1)) return Math.max(0, found);
        await pause(50);
      }
    },
    /** Of the stream's leader; null while there is none. */
    lastSequence: (): Promise<number | null> =>
      manager.streams.info('TEAM').then(
        ({ state }) => state.last_seq,
        () => null,
      ),
    /** Deletes all consumers, as the death of their server does. */
    dropConsumers: async (): Promise<void> => {
      for await (const { name } of manager.consumers.list('TEAM'))
        await manager.consumers.delete('TEAM', name);
    },
    purgeTo: async (sequence: number): Promise<void> => {
      await manager.streams.purge('TEAM', { seq: sequence + 1 });
    },
    recreate: async (): Promise<void> => {
      await manager.streams.delete('TEAM');
      await createStream();
    },
    close: async (): Promise<void> => {
      await owner.close();
      await Promise.all(nodes.map((_node, at) => kill(at)));
      for (const proxy of proxies.values()) proxy.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};
