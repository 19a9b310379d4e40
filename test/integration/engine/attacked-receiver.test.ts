/**
 * The receiver under attack, in a separate engine process. Requests through a tunnel come from this computer,
 * so only their credentials distinguish the service from attackers (docs/security.md).
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { expect, it, onTestFinished } from 'vitest';
import type { LeadRow } from '../../../contract/records.ts';
import { forkEngine, temporaryFolder, type EngineElsewhere } from './support/engine.ts';
import { accountID, openMarketplace, type Marketplace } from './support/marketplace.ts';
import type { Heard } from './support/attackers.ts';
import { openWebServer } from './tunnel/web-server.ts';

/**
 * HEARTHLINE_ATTACK is the number of deliveries of a measurement on an otherwise idle computer, with the strict
 * limits. Other runs share the processor with other tests, whose time counts as the receiver's.
 */
const measured = process.env['HEARTHLINE_ATTACK'];
const many = Number(measured ?? 300);
const aSecond = 60;

/** Address and credentials of the service's deliveries. */
type Way = { readonly path: string; readonly authorization: string };

/** Lets the service deliver through a web server that records address and credentials. */
const overhear = async (engine: EngineElsewhere, marketplace: Marketplace, port: number) => {
  let heard: Way | null = null;
  const server = await openWebServer(port, '', 0, ({ url = '', headers }) => {
    heard = { path: url, authorization: headers.authorization ?? '' };
  });
  onTestFinished(server.close);
  const { tunnel } = await engine.ask('tunnel.report', {});
  const setup = { ...tunnel.setup, kind: 'address', address: server.address } as const;
  await engine.ask('tunnel.setUp', { setup });
  await engine.until('the webhook leads there', async () => {
    const { owners } = await engine.ask('webhooks.list', { accountID });
    return owners.some(({ webhooks }) =>
      webhooks.some(({ url }) => url.startsWith(server.address)),
    );
  });
  const negotiationID = await marketplace.request('Wilma');
  const lead = await engine.until('the lead is there', () => engine.leadOf('Wilma'));
  await marketplace.write(negotiationID, 'Hello?');
  await engine.until('her message is there', async () => (await engine.thread(lead)).length > 0);
  return { negotiationID, lead, way: heard as unknown as Way };
};

/** Starts an attacking program; `end` stops it and resolves with its counts. */
const attack = async <Counts>(program: string, port: number, argument: string) => {
  const file = fileURLToPath(new URL(`./support/${program}.ts`, import.meta.url));
  const child = fork(file, [String(port), argument], { execArgv: [] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  return {
    end: async (): Promise<Counts> => {
      child.send('end');
      return ((await once(child, 'message')) as [Counts])[0];
    },
  };
};

/** Delivers at a fixed rate, each delivery once; returns the status and duration of each. */
const deliver = async (
  address: string,
  authorization: string,
  dispatcher: Agent,
  bodies: readonly string[],
  perSecond = aSecond,
) => {
  const began = performance.now();
  return Promise.all(
    bodies.map(async (body, index) => {
      const dueAt = began + (index * 1_000) / perSecond;
      await sleep(Math.max(1, dueAt - performance.now()));
      const headers = { authorization, 'content-type': 'application/json' };
      try {
        const answer = await request(address, { method: 'POST', headers, body, dispatcher });
        await answer.body.dump();
        return { status: answer.statusCode, ms: performance.now() - dueAt };
      } catch (thrown) {
        return { status: String((thrown as NodeJS.ErrnoException).code), ms: Infinity };
      }
    }),
  );
};

/** Texts of the lead's messages that this test sent. */
const textsOf = async (engine: EngineElsewhere, { leadID }: LeadRow): Promise<Set<string>> => {
  const texts = new Set<string>();
  for (let before: string | null | undefined; before !== null;) {
    const page = await engine.ask('thread.page', { leadID, limit: 200, ...(before && { before }) });
    for (const { text } of page.messages)
      if (/^(kept|kept again|fresh) \d+$/.test(text)) texts.add(text);
    before = page.earlier;
  }
  return texts;
};

const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * part) - 1] ?? 0;

/** Starts an engine and learns how to deliver messages to it. */
const openTarget = async () => {
  const marketplace = await openMarketplace({ businesses: 1 });
  const engine = await forkEngine(marketplace, temporaryFolder());
  const port = await engine.until('the receiver listens', async () => {
    const { reports } = await engine.ask('connection.report', {});
    return reports[0]?.receiver.port ?? null;
  });
  const { negotiationID, lead, way } = await overhear(engine, marketplace, port);
  const bodies = (kind: string, count: number): readonly string[] =>
    Array.from({ length: count }, (_, n) =>
      JSON.stringify({
        event: { eventType: 'MessageCreatedV4', webhookID: 'w' },
        data: {
          messageID: `${kind}-${n}`,
          negotiationID,
          from: 'Customer',
          text: `${kind} ${n}`,
          attachments: [],
          sentAt: new Date(Date.now() + n).toISOString(),
        },
      }),
    );
  /** Some tunnels reuse their connections, others open a new one for each delivery. */
  const keeping = new Agent({ connections: 10 });
  const fresh = new Agent({ connections: 100, pipelining: 0 });
  onTestFinished(() => Promise.all([keeping.destroy(), fresh.destroy()]).then(() => undefined));
  const address = `http://127.0.0.1:${port}${way.path}`;
  return { engine, port, lead, way, bodies, keeping, fresh, address };
};

/** Resident memory of a process in bytes (Linux). */
const memoryOf = (pid: number): number =>
  1_024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

it('a receiver under attack accepts every valid delivery at the first try, within ten seconds', async () => {
  const { engine, port, lead, way, bodies, keeping, fresh, address } = await openTarget();
  const { end } = await attack<Heard>('attackers', port, way.path);
  const answers = await Promise.all([
    deliver(address, way.authorization, keeping, bodies('kept', many / 2)),
    deliver(address, way.authorization, fresh, bodies('fresh', many / 2)),
  ]);
  const { reports } = await engine.ask('connection.report', {});
  const heard = await end();
  const refused = reports[0]?.receiver.refused ?? 0;
  const p99 = answers.map((each) =>
    Math.round(
      percentile(
        each.map(({ ms }) => ms),
        0.99,
      ),
    ),
  );
  if (measured !== undefined)
    process.stderr.write(`${JSON.stringify({ ...heard, refused, p99 })}\n`);

  expect(answers.flat().filter(({ status }) => status !== 204)).toEqual([]);
  // A service waits at least ten seconds.
  expect(Math.max(...p99)).toBeLessThan(10_000);
  expect(heard.taken).toBe(0);
  // Proves that there was an attack, even on a busy machine.
  expect(refused).toBeGreaterThan(20);
  await engine.until(
    'every delivery is applied',
    async () => (await textsOf(engine, lead)).size === many,
  );
});

it('four hundred clients that pipeline, never read and reconnect cost neither time nor memory', async () => {
  const { engine, port, lead, way, bodies, keeping, fresh, address } = await openTarget();
  const pid = engine.process.pid ?? 0;
  const hasMemory = process.platform === 'linux';
  const count = measured === undefined ? 40 : many / 2;
  // Deliveries take memory too: the baseline has as many without an attack.
  await deliver(address, way.authorization, keeping, bodies('kept', 2 * count));
  const idle = hasMemory ? memoryOf(pid) : 0;
  const { end } = await attack<{ connections: number }>('pipeliners', port, '400');
  let most = 0;
  const timer = setInterval(() => (most = Math.max(most, hasMemory ? memoryOf(pid) : 0)), 100);
  const answers = (
    await Promise.all([
      deliver(address, way.authorization, keeping, bodies('kept again', count), 10),
      deliver(address, way.authorization, fresh, bodies('fresh', count), 10),
    ])
  ).flat();
  clearInterval(timer);
  const { connections } = await end();
  const times = answers.map(({ ms }) => ms);
  const figures = {
    connections,
    median: Math.round(percentile(times, 0.5)),
    p99: Math.round(percentile(times, 0.99)),
    idle: Math.round(idle / 1e6),
    most: Math.round(most / 1e6),
  };
  if (measured !== undefined) process.stderr.write(`${JSON.stringify(figures)}\n`);

  expect(answers.filter(({ status }) => status !== 204)).toEqual([]);
  // Three times the values of a busy machine, or the goal; a queue of refusals would take half a minute.
  expect(figures.median).toBeLessThan(measured === undefined ? 1_000 : 250);
  expect(figures.p99).toBeLessThan(measured === undefined ? 4_000 : 250);
  expect(connections).toBeGreaterThan(400);
  if (hasMemory) expect(most).toBeLessThan(idle * 1.3);
  await engine.until(
    'every delivery is applied',
    async () => (await textsOf(engine, lead)).size === 4 * count,
  );
});
