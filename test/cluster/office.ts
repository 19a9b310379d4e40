/**
 * The office: engines of one team work on the sandbox's leads through two hubs and three log servers, while servers,
 * hubs and engines are killed and frozen and the marketplace is cut off. Then every engine has to show the same, and
 * what the sandbox has.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import type { LeadRow, NoteID, ReplyID } from '../../contract/records.ts';
import { deriveKeys } from '../../hub/keys.ts';
import { chanceOf, type Chance } from '../faults/chance.ts';
import type { EngineElsewhere } from '../integration/engine/support/engine.ts';
import {
  openMarketplace,
  type Marketplace,
  type OnEnd,
} from '../integration/engine/support/marketplace.ts';
import { createAuthority } from '../integration/hub/support/authority.ts';
import {
  addDesktop,
  createDesktop,
  membershipOf,
  type TestDesktop,
} from '../integration/hub/support/hub.ts';
import { startNatsCluster } from '../integration/hub/support/nats-cluster.ts';
import { startMember } from '../integration/team/support/member.ts';
import { freePort } from '../ports.ts';
import { compareOffice, type Kept, type Promises } from './compare-office.ts';
import type { Findings } from './compare.ts';

const hubProgram = join(import.meta.dirname, '../../hub/index.ts');
/** Enough for elections, reconnects and replies that are searched for. */
const settleMs = 240_000;
const host = '127.0.0.1';
const dayMs = 24 * 60 * 60_000;

/** One address for several hubs: each connection goes to one that takes it. */
const startFront = async (ports: readonly number[], chance: Chance) => {
  const sockets = new Set<Socket>();
  const server = createServer((inner) => {
    sockets.add(inner.on('error', () => inner.destroy()));
    const tryNext = ([port, ...others]: readonly number[]): void => {
      if (port === undefined) return void inner.destroy();
      const outer = connect(port, host);
      outer.once('connect', () => {
        inner.pipe(outer).pipe(inner);
        outer.once('close', () => inner.destroy());
        inner.once('close', () => outer.destroy());
      });
      outer.on('error', () => (outer.connecting ? undefined : inner.destroy()));
      outer.once('error', () => tryNext(others));
    };
    tryNext(chance.shuffled(ports));
  });
  const port = await freePort();
  await once(server.listen(port, host), 'listening');
  return {
    address: `http://${host}:${port}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};

const startHubs = async (folder: string, nats: object, chance: Chance) => {
  const ports = [await freePort(), await freePort()];
  const front = await startFront(ports, chance);
  const files = await Promise.all(
    ports.map(async (port) => {
      const file = join(folder, `hub-${port}.yaml`);
      const metrics = { port: await freePort() };
      const keys = join(folder, 'keys');
      const config = {
        address: front.address,
        keys,
        listen: { port },
        metrics,
        nats,
        log: 'error',
      };
      writeFileSync(file, JSON.stringify(config));
      return file;
    }),
  );
  const running: (ChildProcess | null)[] = files.map(() => null);
  const start = async (at: number): Promise<void> => {
    const env = { ...process.env, HUB_CONFIG: files[at], HUB_LOG: 'info' };
    const program = spawn(process.execPath, [hubProgram], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    running[at] = program;
    const lines = createInterface({ input: program.stdout });
    await Promise.race([once(lines, 'line'), once(program, 'exit')]);
  };
  const kill = async (at: number): Promise<void> => {
    const program = running[at];
    running[at] = null;
    if (!program || program.exitCode !== null || program.signalCode !== null) return;
    const ended = once(program, 'exit');
    program.kill('SIGKILL');
    await ended;
  };
  await Promise.all(files.map((_file, at) => start(at)));
  const env = { ...process.env, HUB_CONFIG: files[0] };
  const { stdout } = await promisify(execFile)(process.execPath, [hubProgram, 'create-team'], {
    env,
  });
  return {
    address: front.address,
    link: stdout.trim(),
    start,
    kill,
    close: async () => {
      front.close();
      await Promise.all(files.map((_file, at) => kill(at)));
    },
  };
};

/** A person at an engine, which is started again after each death. */
const openSeat = (
  name: string,
  parts: {
    readonly marketplace: Marketplace;
    readonly folder: string;
    readonly desktop: TestDesktop;
    readonly ca: string;
    readonly chance: Chance;
    /** Everybody of the team. */
    readonly people: readonly string[];
  },
  promises: Promises,
) => {
  const { marketplace, folder, desktop, ca, chance, people } = parts;
  mkdirSync(folder);
  const ended: Parameters<OnEnd>[0][] = [];
  let engine: EngineElsewhere | null = null;
  let isQuiet = false;
  let number = 0;

  const start = async (): Promise<void> => {
    // The hubs may be away.
    for (;;) {
      const onEnd: OnEnd = (end) => void ended.push(end);
      const started = await startMember(marketplace, folder, desktop, { onEnd, ca }).catch(
        () => null,
      );
      if (started !== null) {
        engine = started;
        return;
      }
      await pause(500);
    }
  };
  const kill = async (): Promise<void> => {
    const dying = engine;
    engine = null;
    await dying?.kill();
  };

  /** An answer of an engine that does not die meanwhile; undefined otherwise. */
  const ask = async <T>(work: (now: EngineElsewhere) => Promise<T>): Promise<T | undefined> => {
    const now = engine;
    if (now === null) return undefined;
    return Promise.race([
      work(now).catch(() => undefined),
      pause(8_000, undefined, { ref: false }),
    ]);
  };

  const acts: readonly ((row: LeadRow) => Promise<unknown>)[] = [
    ({ leadID }) =>
      ask((now) => now.call('leads.mark', { leadIDs: [leadID], starred: chance.happens(0.5) })),
    ({ leadID }) =>
      ask((now) => now.call('leads.mark', { leadIDs: [leadID], archived: chance.happens(0.5) })),
    ({ leadID }) => {
      const tag = chance.pick(['VIP', 'Roof', 'Later']);
      const [add, remove] = chance.happens(0.6) ? [[tag], []] : [[], [tag]];
      return ask((now) => now.call('leads.mark', { leadIDs: [leadID], tags: { add, remove } }));
    },
    ({ leadID }) => {
      const assignee = chance.happens(0.8) ? chance.pick(people) : null;
      return ask((now) => now.call('leads.mark', { leadIDs: [leadID], assignee }));
    },
    ({ leadID }) => {
      const snoozedUntil = chance.happens(0.5) ? Date.now() + dayMs : null;
      return ask((now) => now.call('leads.mark', { leadIDs: [leadID], snoozedUntil }));
    },
    // A claim, or its end.
    ({ leadID }) => {
      const isTyping = chance.happens(0.5);
      return ask((now) => now.call('thread.watch', { leadID, focused: true, isTyping }));
    },
    // A colleague's reply that waits is sent from here; the log lets one desktop send it.
    async ({ leadID }) => {
      const waiting = await ask((now) => now.call('team.waiting', { leadID }));
      const [reply] = waiting?.ok ? waiting.value.replies : [];
      if (reply === undefined) return;
      await ask((now) => now.call('team.takeReply', { leadID, replyID: reply.replyID }));
    },
    async ({ leadID }) => {
      const text = `note ${name} ${(number += 1)}`;
      const noteID = randomUUID() as NoteID;
      const saved = await ask((now) =>
        now.call('notes.save', { leadID, noteID, kind: 'note', text }),
      );
      if (saved?.ok) promises.notes.add(text);
    },
    async ({ leadID }) => {
      const text = `reply ${name} ${(number += 1)}`;
      const replyID = randomUUID() as ReplyID;
      const later = { at: Date.now() + chance.between(3_000, 15_000), unlessAnswered: false };
      const sent = await ask((now) =>
        now.call('messages.send', {
          ...{ leadID, replyID, text, anyway: true },
          ...(chance.happens(0.4) && { later }),
        }),
      );
      if (sent?.ok) promises.replies.add(text);
    },
  ];

  const work = async (): Promise<void> => {
    while (!isQuiet) {
      await pause(chance.between(150, 1_200));
      const rows = await ask((now) => now.leads('all'));
      if (rows === undefined || rows.length === 0 || isQuiet) continue;
      await chance.pick(acts)(chance.pick(rows));
    }
  };

  /** A rule of the owner that assigns new leads. */
  const assignInTurn = async (to: readonly string[]): Promise<void> => {
    const leads = {
      businesses: [],
      categories: [],
      areas: [],
      hours: 'any',
      charge: 'any',
    } as const;
    const rules = [{ id: 'everybody', people: to, leads }];
    for (let isSet = false; !isSet; await pause(200))
      isSet = (await ask((now) => now.call('team.setAssigning', { rules })))?.ok === true;
  };

  return {
    name,
    assignInTurn,
    start,
    kill,
    work,
    quiet: () => (isQuiet = true),
    wake: () => engine?.send({ type: 'wake' }),
    signal: (signal: NodeJS.Signals) => engine?.process.kill(signal),
    read: (): Kept => readSeat(name, join(folder, 'leads.db')),
    close: async () => {
      await kill();
      for (const end of ended) await end();
    },
  };
};

const readSeat = (name: string, file: string): Kept => {
  const db = new Database(file, { readonly: true });
  const rows = (sql: string): never => db.prepare(sql).raw().all() as never;
  try {
    return {
      name,
      messages: rows(`SELECT l.negotiation_id, m.text, m.side, ifnull(m.person, '')
        FROM messages m JOIN leads l USING (lead)`),
      leads: rows('SELECT negotiation_id FROM leads WHERE complete = 1 ORDER BY 1'),
      marks:
        rows(`SELECT l.negotiation_id, mark, item, value, m.person FROM marks m JOIN leads l USING (lead)
        WHERE mark IN ('starred', 'archived', 'tags', 'assignee', 'snoozedUntil') ORDER BY 1, 2, 3`),
      notes:
        rows(`SELECT l.negotiation_id, note, text, n.person FROM notes n JOIN leads l USING (lead)
        ORDER BY 1, 2`),
      waiting: rows(`SELECT 'reply', state, text FROM outbox JOIN messages USING (message)
        UNION ALL SELECT 'change', kind, item FROM team_outbox
        UNION ALL SELECT 'unread', reason, subject FROM team_unread`),
    };
  } finally {
    db.close();
  }
};

export type Outcome = Findings & {
  readonly faults: ReadonlyMap<string, number>;
  readonly events: number;
};

/** Runs faults for some minutes, lets everything recover, and compares. */
export const runOffice = async ({
  minutes,
  seed,
  desktops: count,
  say,
}: {
  readonly minutes: number;
  readonly seed: number;
  readonly desktops: number;
  readonly say: (line: string) => void;
}): Promise<Outcome> => {
  const chance = chanceOf(seed);
  const ending: Parameters<OnEnd>[0][] = [];
  const onEnd: OnEnd = (work) => void ending.unshift(work);
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-office-'));
  onEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  try {
    const marketplace = await openMarketplace({ businesses: 2, listNegotiations: true }, onEnd);
    const secret = randomBytes(32);
    writeFileSync(join(folder, 'keys'), secret.toString('base64'), { mode: 0o600 });
    const authority = await createAuthority();
    const cluster = await startNatsCluster(
      deriveKeys(secret),
      await authority.issue('localhost', 2),
    );
    onEnd(cluster.stop);
    const nats = { servers: cluster.addresses, replicas: 3, ca: authority.file };
    const hubs = await startHubs(folder, nats, chance.of('front'));
    onEnd(hubs.close);
    const owner = createDesktop(hubs);
    await owner.join(hubs.link, true);
    const places = [owner];
    while (places.length < count) places.push(await addDesktop(hubs, owner));
    const people = await Promise.all(
      places.map(async (desktop) => (await membershipOf(desktop)).person),
    );
    const promises: Promises = {
      leads: new Set(),
      words: new Set(),
      replies: new Set(),
      notes: new Set(),
    };
    const seats = places.map((desktop, at) =>
      openSeat(
        `p${at}`,
        {
          ...{ marketplace, desktop, ca: authority.pem, people },
          folder: join(folder, `desktop${at}`),
          chance: chance.of(`person ${at}`),
        },
        promises,
      ),
    );
    for (const seat of seats) onEnd(seat.close);
    await Promise.all(seats.map(({ start }) => start()));
    // New leads go to everybody in turn.
    await seats[0]?.assignInTurn(people);

    let isOver = false;
    const customers = async (): Promise<void> => {
      const own = chance.of('customers');
      const ids: string[] = [];
      for (let number = 1; !isOver; number += 1) {
        await pause(own.between(300, 2_000));
        if (ids.length < 4 || own.happens(0.2)) {
          const id = await marketplace.request(`Customer${number}`);
          ids.push(id);
          promises.leads.add(id);
        } else {
          const word = `word ${number}`;
          await marketplace.write(own.pick(ids), word);
          promises.words.add(word);
        }
      }
    };
    const work = Promise.all([customers(), ...seats.map((seat) => seat.work())]);

    const restartNode = async (node: string): Promise<void> => {
      await cluster.kill(node);
      await pause(chance.between(0, 4_000));
      await cluster.start(node);
    };
    const restartHub = async (at: number): Promise<void> => {
      await hubs.kill(at);
      await pause(chance.between(0, 4_000));
      await hubs.start(at);
    };
    const faults: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['a log server is killed', () => restartNode(chance.pick(cluster.names))],
      ['all log servers are killed', () => Promise.all(cluster.names.map(restartNode))],
      ['a hub is killed', () => restartHub(chance.between(0, 1))],
      ['both hubs are killed', () => Promise.all([restartHub(0), restartHub(1)])],
      [
        'an engine is killed',
        async () => {
          const seat = chance.pick(seats);
          await seat.kill();
          await pause(chance.between(0, 4_000));
          await seat.start();
        },
      ],
      [
        'an engine is frozen',
        async () => {
          const seat = chance.pick(seats);
          seat.signal('SIGSTOP');
          await pause(chance.between(1_000, 12_000));
          seat.signal('SIGCONT');
        },
      ],
      [
        'the marketplace is cut off',
        async () => {
          await marketplace.cut();
          await pause(chance.between(1_000, 8_000));
          await marketplace.restore();
        },
      ],
    ];
    const injected = new Map(faults.map(([name]) => [name, 0]));
    const end = performance.now() + minutes * 60_000;
    while (performance.now() < end) {
      await pause(chance.between(2_000, 6_000));
      const [name, inject] = chance.pick(faults);
      injected.set(name, (injected.get(name) ?? 0) + 1);
      say(name);
      await inject();
    }
    isOver = true;
    for (const seat of seats) seat.quiet();
    await work;
    // Nobody delivers again what no hub took; the polls of a computer that wakes up find it.
    for (const seat of seats) seat.wake();

    const compare = async (): Promise<Findings> => {
      const threads = new Map<string, readonly string[]>();
      for (const id of promises.leads) threads.set(id, await marketplace.thread(id));
      return compareOffice(
        seats.map(({ read }) => read()),
        threads,
        promises,
      );
    };
    const deadline = performance.now() + settleMs;
    let found = await compare();
    while (Object.values(found).flat().length > 0 && performance.now() < deadline) {
      await pause(2_000);
      found = await compare();
    }
    const { leads, words, replies, notes } = promises;
    return {
      ...found,
      faults: injected,
      events: leads.size + words.size + replies.size + notes.size,
    };
  } finally {
    for (const work of ending) await work();
  }
};
