/** A burst of webhooks: each is durable before its 2xx. The floor stores nothing. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { startEngine } from '../engine.ts';
import type { Context, Figure } from '../figure.ts';
import { percentile, sleep } from '../measure.ts';
import { createDeliveries, type Posted } from '../records.ts';
import { ratioAtLeast, createResult, valueAtMost, type Result } from '../report.ts';
import { copyStore, credentials, dispose, buildHookPath } from '../seed.ts';

const connections = 50;
const warmUp = 1_000;
const count = 8_000;
const aSecond = 500;
const seconds = 8;

type Post = (delivery: Posted) => Promise<void>;

const createPoster = (
  base: string,
): { readonly post: Post; readonly close: () => Promise<void> } => {
  const dispatcher = new Agent({ connections, pipelining: 1 });
  const authorization = `Basic ${btoa(`${credentials.username}:${credentials.password}`)}`;
  return {
    post: async ({ businessID, body }) => {
      const answer = await request(`${base}/hook/${buildHookPath(businessID)}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body,
        dispatcher,
      });
      await answer.body.dump();
      if (answer.statusCode >= 300) throw new Error(`a delivery was answered ${answer.statusCode}`);
    },
    close: () => dispatcher.close(),
  };
};

/** Posts everything over all connections at once; returns the number accepted per second. */
const flood = async (post: Post, deliveries: readonly Posted[]): Promise<number> => {
  const began = performance.now();
  let next = 0;
  const line = async (): Promise<void> => {
    for (let own = deliveries[next++]; own !== undefined; own = deliveries[next++]) await post(own);
  };
  await Promise.all(Array.from({ length: connections }, line));
  return deliveries.length / ((performance.now() - began) / 1_000);
};

/** Posts at a fixed rate without waiting for answers; returns each duration in milliseconds. */
const postAtRate = async (post: Post, deliveries: readonly Posted[]): Promise<number[]> => {
  const began = performance.now();
  const took: number[] = [];
  const under: Promise<void>[] = [];
  for (const [index, delivery] of deliveries.entries()) {
    const dueAt = began + (index * 1_000) / aSecond;
    while (performance.now() < dueAt) await sleep(1);
    under.push(post(delivery).then(() => void took.push(performance.now() - dueAt)));
  }
  await Promise.all(under);
  return took;
};

type Measured = { readonly accepted: number; readonly took: readonly number[] };

const measureServer = async (base: string): Promise<Measured> => {
  const { post, close } = createPoster(base);
  const deliveries = createDeliveries(3_000_000, warmUp + count + aSecond * seconds);
  await flood(post, deliveries.slice(0, warmUp));
  const accepted = await flood(post, deliveries.slice(warmUp, warmUp + count));
  // Accepted deliveries may still be being applied, as in a real burst.
  const took = await postAtRate(post, deliveries.slice(warmUp + count));
  await close();
  return { accepted, took };
};

const measureFloor = async (): Promise<Measured> => {
  const child = fork(join(import.meta.dirname, '../empty-answers.ts'), [], { execArgv: [] });
  const [address] = (await once(child, 'message')) as [string];
  const measured = await measureServer(address);
  child.disconnect();
  await once(child, 'exit');
  return measured;
};

/** Address of the engine's receiver. */
export const findReceiver = async (
  ask: Awaited<ReturnType<typeof startEngine>>['ask'],
): Promise<string> => {
  for (;;) {
    const { reports } = await ask('connection.report', {});
    const port = reports.find(({ receiver }) => receiver.port !== null)?.receiver.port;
    if (port !== undefined) return `http://127.0.0.1:${port}`;
    await sleep(20);
  }
};

const measure = async ({ size, store }: Context): Promise<readonly Result[]> => {
  const folder = copyStore(store);
  const engine = await startEngine(folder);
  const measured = await measureServer(await findReceiver(engine.ask));
  await engine.kill();
  dispose(folder);
  const empty = await measureFloor();
  return [
    createResult({
      figure: 'webhooks accepted at 50 connections',
      size,
      value: measured.accepted,
      unit: 'a second',
      floor: empty.accepted,
      goal: ratioAtLeast(0.3),
    }),
    createResult({
      figure: 'webhook answered at 500 a second, p99',
      size,
      value: percentile(measured.took, 0.99),
      unit: 'ms',
      floor: percentile(empty.took, 0.99),
      goal: valueAtMost(50),
    }),
    createResult({
      figure: 'webhook answered at 500 a second, longest',
      size,
      value: percentile(measured.took, 1),
      unit: 'ms',
      floor: percentile(empty.took, 1),
      goal: valueAtMost(100),
    }),
  ];
};

export const webhooks: Figure = { name: 'webhooks', measure };
