/**
 * From the webhook of a new lead to an automatic reply that the sandbox has accepted, without delay and undo. The
 * floor answers the same webhook with a bare reply and stores nothing.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Agent, request } from 'undici';
import { ruleID } from '../../../contract/automatic-replies.ts';
import { succeed } from '../../../contract/errors.ts';
import { openLine } from '../../integration/engine/support/line.ts';
import { startEngine, type Engine } from '../engine.ts';
import type { Context, Figure } from '../figure.ts';
import { median, percentile, sleep } from '../measure.ts';
import { createResult, valueAtMost, type Result } from '../report.ts';
import { copyStore, dispose } from '../seed.ts';
import { startService, type BenchService } from '../service.ts';
import { findReceiver } from './webhooks.ts';

const warmUp = 10;
const count = 100;
const everyMs = 250;
const text = 'Thank you for your request! We will call you today.';

const rule = {
  ...{ ruleID: ruleID.parse('first'), name: 'First reply', isOn: true, isAnswer: false },
  when: { kind: 'newLead', afterSeconds: 0, withinMinutes: 15 },
  leads: { businesses: [], categories: [], areas: [], hours: 'any', charge: 'any' },
  content: { kind: 'text', text },
} as const;

type Webhook = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};
/** Handles a webhook of the sandbox; returns the status of the response. */
type Receive = (webhook: Webhook) => Promise<number>;

const findNegotiation = (body: Buffer): string | null => {
  const { event, data } = JSON.parse(String(body)) as {
    readonly event: { readonly eventType: string };
    readonly data: { readonly negotiationID: string };
  };
  return event.eventType === 'NegotiationCreatedV4' ? data.negotiationID : null;
};

/** Opens the public address, which reports when webhooks arrive. */
const openAddress = async (arrived: (negotiationID: string) => void) => {
  let receive: Receive = () => Promise.resolve(503);
  const server = createServer((incoming, outgoing) => {
    const answer = async (): Promise<void> => {
      const body = await buffer(incoming);
      const negotiationID = findNegotiation(body);
      if (negotiationID !== null) arrived(negotiationID);
      const { authorization = '', 'content-type': type = 'application/json' } = incoming.headers;
      const headers = { authorization, 'content-type': type };
      outgoing.writeHead(await receive({ path: incoming.url ?? '', headers, body })).end();
    };
    answer().catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setReceiver: (next: Receive): void => void (receive = next),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

/** Connects the engine's account, and waits until its webhooks are active. */
const connect = async (engine: Engine, service: BenchService, address: string): Promise<void> => {
  const ssh = { host: '', port: 22, user: '', keyFile: '', bindAddress: '', remotePort: 8_080 };
  const setup = { kind: 'address', address, cloudflaredPath: '', ssh: { ...ssh, address: '' } };
  engine.send({ type: 'account', account: service.account });
  await engine.ask('tunnel.setUp', { setup } as never);
  for (;;) {
    const { reports } = await engine.ask('connection.report', {});
    const own = reports.find(({ accountID }) => accountID === service.account.accountID);
    const webhooks = own?.webhooks ?? [];
    const isActive = webhooks.every(({ state }) => state === 'active');
    if (webhooks.length === service.businessIDs.length && isActive) return;
    await sleep(100);
  }
};

const measure = async ({ size, store, say }: Context): Promise<readonly Result[]> => {
  const service = await startService(0, 0);
  const arrivedAt = new Map<string, number>();
  let took: number[] = [];
  const address = await openAddress((id) => void arrivedAt.set(id, performance.now()));
  const line = await openLine(Number(new URL(service.baseUrl).port), (firstLine) => {
    const [, id = ''] = /^POST \S+\/negotiations\/([^/ ]+)\/messages/.exec(firstLine) ?? [];
    const at = arrivedAt.get(id);
    if (at === undefined) return;
    arrivedAt.delete(id);
    took.push(performance.now() - at);
  });
  const baseUrl = `http://127.0.0.1:${line.port}`;
  /** Creates leads one after the other; returns the time until each reply. */
  const run = async (): Promise<readonly number[]> => {
    took = [];
    for (let lead = 0; lead < warmUp + count; lead += 1) {
      await service.control('POST', '/leads', {});
      await sleep(everyMs);
    }
    for (let waits = 0; took.length < warmUp + count && waits < 100; waits += 1) await sleep(100);
    if (took.length < warmUp + count) say(`${arrivedAt.size} leads got no reply`);
    return took.slice(warmUp);
  };

  const folder = copyStore(store);
  const engine = await startEngine(folder, {
    accounts: [],
    token: () => Promise.resolve(succeed(service.token)),
  });
  const dispatcher = new Agent({ connections: 8 });
  const receiver = await findReceiver(engine.ask);
  address.setReceiver(async ({ path, headers, body }) => {
    const answer = await request(receiver + path, { method: 'POST', headers, body, dispatcher });
    await answer.body.dump();
    return answer.statusCode;
  });
  const { profile } = service.account;
  const account = { ...service.account, profile: { ...profile, baseUrl } };
  await connect(engine, { ...service, account }, address.address);
  await engine.ask('settings.change', { undoSeconds: 0, automaticRepliesADay: 500 });
  await engine.ask('automaticReplies.save', rule);
  const replies = await run();
  await engine.stop();
  dispose(folder);

  address.setReceiver(async ({ body }) => {
    const path = `/api/v4/negotiations/${findNegotiation(body)}/messages`;
    void request(baseUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
      dispatcher,
    }).then((answer) => answer.body.dump());
    return Promise.resolve(200);
  });
  const bare = await run();
  await dispatcher.close();
  await line.cut();
  address.close();
  await service.close();

  const figure = 'webhook to automatic reply accepted';
  const figures = { p95: (all: readonly number[]) => percentile(all, 0.95), median };
  return Object.entries(figures).map(([name, of]) =>
    createResult({
      ...{ figure: `${figure}, ${name}`, size, value: of(replies), unit: 'ms', floor: of(bare) },
      ...(name === 'p95' && { goal: valueAtMost(300) }),
    }),
  );
};

export const firstReply: Figure = { name: 'first-reply', measure };
