/**
 * The cluster campaign: desktops publish and follow while nodes and desktops are killed, cut off and frozen; then all
 * must agree. office.ts does the same with hubs, engines and the sandbox.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { deriveAccountKey } from '../../main/sealing/subject-keys.ts';
import { createKeyring } from '../../main/sealing/keyring.ts';
import { createChance, type Chance } from '../faults/chance.ts';
import { resolveProgram } from '../programs.ts';
import { startCluster } from '../team/cluster.ts';
import { compareDesktops, type Findings, type Stored } from './compare.ts';
import type { Place, Status } from './desktop.ts';
import { injectFaults, type Fault } from './inject.ts';

type Options = {
  readonly minutes: number;
  readonly seed: number;
  readonly desktops: number;
  readonly say: (line: string) => void;
  /** Time for elections and reconnects after the last fault. */
  readonly patienceMs?: number;
  /** Chooses faults by name. */
  readonly isWanted?: (name: string) => boolean;
};
type Outcome = Findings & { readonly faults: ReadonlyMap<string, number>; readonly events: number };

const nodes = [0, 1, 2] as const;

const startDesktop = (place: Place) => {
  let child: ChildProcess | null = null;
  let status: Status | null = null;
  let isQuiet = false;
  const start = (): void => {
    status = null;
    child = fork(resolveProgram('test/cluster/desktop.ts'), [JSON.stringify(place)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.on('message', (message) => (status = message as Status));
    if (isQuiet) child.send('quiet');
  };
  const signal = (name: NodeJS.Signals): void => void child?.kill(name);
  const stop = async (): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    signal('SIGKILL');
    await ended;
  };
  start();
  return {
    start,
    stop,
    signal,
    quiet: () => {
      isQuiet = true;
      child?.send('quiet');
    },
    isSettled: (last: number) => status?.waiting === 0 && status.cursor >= last,
    describe: () => `${place.name} ${JSON.stringify(status)}`,
    read: (): Stored => {
      const db = new Database(place.file, { readonly: true });
      const rows = (sql: string): never => db.prepare(sql).all() as never;
      const stored = {
        name: place.name,
        entries: rows('SELECT * FROM entries ORDER BY rowid'),
        facts: rows('SELECT subject, text FROM facts'),
        outbox: rows('SELECT * FROM outbox'),
        holds: rows('SELECT * FROM holds'),
      };
      db.close();
      return stored;
    },
  };
};

/** Faults of the servers and the desktops. */
const createFaults = (
  cluster: Awaited<ReturnType<typeof startCluster>>,
  desktops: readonly ReturnType<typeof startDesktop>[],
  chance: Chance,
): readonly Fault[] => {
  const restart = async (node: number, after: number): Promise<void> => {
    await cluster.kill(node);
    await pause(after);
    cluster.start(node);
  };
  /** Half of the faults meet servers that have not recovered from the previous one. */
  const thenReady = ([name, inject]: Fault): Fault => [
    name,
    async () => {
      await inject();
      if (chance.happens(0.5)) await cluster.ready();
    },
  ];
  const faults: readonly Fault[] = [
    ['the leader is killed', async () => restart(await cluster.leader(), chance.between(0, 4000))],
    ['a node is killed', () => restart(chance.pick(nodes), chance.between(0, 4000))],
    [
      'all nodes are killed',
      async () => {
        await Promise.all(nodes.map((node) => cluster.kill(node)));
        await pause(chance.between(0, 3000));
        nodes.forEach(cluster.start);
      },
    ],
    [
      'a node is cut off from the others',
      async () => {
        const node = chance.pick(nodes);
        cluster.isolate(node, true);
        await pause(chance.between(1000, 15_000));
        cluster.isolate(node, false);
      },
    ],
    [
      'a desktop is killed',
      async () => {
        const desktop = chance.pick(desktops);
        await desktop.stop();
        await pause(chance.between(0, 5000));
        desktop.start();
      },
    ],
    [
      'a desktop is frozen',
      async () => {
        const desktop = chance.pick(desktops);
        desktop.signal('SIGSTOP');
        await pause(chance.between(1000, 12_000));
        desktop.signal('SIGCONT');
      },
    ],
  ];
  return faults.map(thenReady);
};

/** Runs faults for some minutes, lets everything recover, and compares. */
export const runCampaign = async ({
  minutes,
  seed,
  desktops: count,
  say,
  patienceMs = 180_000,
  isWanted = () => true,
}: Options): Promise<Outcome> => {
  const chance = createChance(seed);
  const cluster = await startCluster({ nodes: 3 });
  const keyring = createKeyring();
  const account = deriveAccountKey(Buffer.from(keyring.subjectKey, 'base64url'), {
    service: 'campaign',
    generation: 1,
    userID: 'user',
  });
  const desktops = await Promise.all(
    Array.from({ length: count }, async (_each, at) =>
      startDesktop({
        name: `desktop${at}`,
        file: join(cluster.folder, `desktop${at}.db`),
        servers: cluster.addresses,
        credentials: await cluster.member(),
        keyring,
        account,
      }),
    ),
  );
  try {
    const injected = await injectFaults({
      ...{ minutes, chance, say, pauseMs: [500, 4_000] },
      faults: createFaults(cluster, desktops, chance).filter(([name]) => isWanted(name)),
    });
    await cluster.ready();
    for (const desktop of desktops) desktop.quiet();
    const deadline = performance.now() + patienceMs;
    for (;;) {
      await pause(1000);
      const last = await cluster.lastSequence();
      if (last !== null && desktops.every(({ isSettled }) => isSettled(last))) break;
      if (performance.now() < deadline) continue;
      say(`not settled at ${last}: ${desktops.map(({ describe }) => describe()).join(', ')}`);
      break;
    }
    await Promise.all(desktops.map(({ stop }) => stop()));
    const stored = desktops.map(({ read }) => read());
    const events = stored.reduce((sum, { outbox }) => sum + outbox.length, 0);
    return { ...compareDesktops(stored), faults: injected, events };
  } finally {
    await Promise.all(desktops.map(({ stop }) => stop()));
    await cluster.close();
  }
};
