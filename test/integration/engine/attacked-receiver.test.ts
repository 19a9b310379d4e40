/**
 * The receiver under attack, in an engine of its own process. What comes through a tunnel comes from
 * this computer: nothing but what they know tells attackers from the service (docs/security.md).
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { expect, it, onTestFinished } from 'vitest';
import type { LeadRow } from '../../../contract/records.ts';
import { forkEngine, temporaryFolder, type EngineElsewhere } from './support/engine.ts';
import { accountID, openMarketplace, type Marketplace } from './support/marketplace.ts';
import type { Heard } from './support/attackers.ts';
import { openWebServer } from './tunnel/web-server.ts';

/** How many deliveries, and how many a second; more by HEARTHLINE_ATTACK, to measure. */
const many = Number(process.env['HEARTHLINE_ATTACK'] ?? 300);
const aSecond = 60;

/** How the service delivers: to which address, with which credentials. */
type Way = { readonly path: string; readonly authorization: string };

/** Has the service deliver through a web server that hears how it does. */
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

const attack = async (port: number, { path }: Way) => {
  const program = fileURLToPath(new URL('./support/attackers.ts', import.meta.url));
  const child = fork(program, [String(port), path], { execArgv: [] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  return {
    end: async (): Promise<Heard> => {
      child.send('end');
      return ((await once(child, 'message')) as [Heard])[0];
    },
  };
};

/** Delivers at a steady rate, each time once; how each was answered, and after how many milliseconds. */
const deliver = async (
  address: string,
  authorization: string,
  dispatcher: Agent,
  bodies: readonly string[],
) => {
  const began = performance.now();
  return Promise.all(
    bodies.map(async (body, index) => {
      const dueAt = began + (index * 1_000) / aSecond;
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

/** The texts of all messages of a lead that this test wrote. */
const textsOf = async (engine: EngineElsewhere, { leadID }: LeadRow): Promise<Set<string>> => {
  const texts = new Set<string>();
  for (let before: string | null | undefined; before !== null;) {
    const page = await engine.ask('thread.page', { leadID, limit: 200, ...(before && { before }) });
    for (const { text } of page.messages) if (/^(kept|fresh) \d+$/.test(text)) texts.add(text);
    before = page.earlier;
  }
  return texts;
};

const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * part) - 1] ?? 0;

it('a receiver that is attacked while it works takes every honest delivery at its first try, and soon', async () => {
  const marketplace = await openMarketplace({ businesses: 1 });
  const engine = await forkEngine(marketplace, temporaryFolder());
  const port = await engine.until('the receiver listens', async () => {
    const { reports } = await engine.ask('connection.report', {});
    return reports[0]?.receiver.port ?? null;
  });
  const { negotiationID, lead, way } = await overhear(engine, marketplace, port);
  const bodies = (kind: string): readonly string[] =>
    Array.from({ length: many / 2 }, (_, n) =>
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
  const address = `http://127.0.0.1:${port}${way.path}`;
  /** A tunnel keeps its connections, and one without makes a new one for each. */
  const keeping = new Agent({ connections: 10 });
  const fresh = new Agent({ connections: 100, pipelining: 0 });
  onTestFinished(() => Promise.all([keeping.destroy(), fresh.destroy()]).then(() => undefined));

  const { end } = await attack(port, way);
  const answers = await Promise.all([
    deliver(address, way.authorization, keeping, bodies('kept')),
    deliver(address, way.authorization, fresh, bodies('fresh')),
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
  if (process.env['HEARTHLINE_ATTACK'])
    process.stderr.write(`${JSON.stringify({ ...heard, refused, p99 })}\n`);

  expect(answers.flat().filter(({ status }) => status !== 204)).toEqual([]);
  // A service waits for ten seconds and more.
  expect(Math.max(...p99)).toBeLessThan(10_000);
  expect(heard.taken).toBe(0);
  expect(refused).toBeGreaterThan(100);
  await engine.until(
    'every delivery is applied',
    async () => (await textsOf(engine, lead)).size === many,
  );
});
