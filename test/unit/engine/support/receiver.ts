/** A listening receiver with a real store and one webhook with known credentials. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { request } from 'undici';
import { onTestFinished, vi } from 'vitest';
import { createProbes } from '../../../../main/engine/receiver/probes.ts';
import { allEndpoints } from '../../../../main/engine/marketplaces/choose.ts';
import { createReceiver } from '../../../../main/engine/receiver/receiver.ts';
import { systemRandom } from '../../../../main/engine/platform/random.ts';
import { digest } from '../../../../main/engine/platform/http/credentials.ts';
import {
  putWebhook,
  type WebhookRow,
} from '../../../../main/engine/marketplaces/pro-integration/v4/webhooks/rows.ts';
import type { Store } from '../../../../main/engine/platform/store/store.ts';
import { testIngest } from './ingest.ts';
import { serveHere } from './serve.ts';
import { accountID, testLog } from './store.ts';

export const hook = (more: Partial<WebhookRow> = {}): WebhookRow => ({
  accountID,
  businessID: 'b1',
  webhookID: 'w1',
  url: null,
  path: 'secret-path',
  username: 'name',
  passwordDigest: digest('password').toString('hex'),
  isShared: false,
  state: 'active',
  reason: null,
  checkedAt: null,
  lastDeliveryAt: null,
  ...more,
});

export const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`;

/** The file of accepted calls that are not recorded yet. */
export const journalOf = (store: Store): string => join(dirname(store.db.name), 'calls.jsonl');

/** True if a journal has no calls. */
export const isEmpty = (journal: string): boolean => readFileSync(journal).at(0) !== 10;

/** The deliveries, once all accepted calls are recorded. */
export const deliveries = async (store: Store) => {
  await vi.waitUntil(() => isEmpty(journalOf(store)));
  return store.db.prepare('SELECT event_type, body, state, times FROM deliveries').all() as {
    event_type: string;
    body: string;
    state: string;
    times: number;
  }[];
};

/** @param sync flushes the journal of accepted calls */
export const testReceiver = async (sync?: () => Promise<void>) => {
  const bench = testIngest();
  putWebhook(bench.store, hook());
  const commits: number[] = [];
  const probes = createProbes(systemRandom);
  const log = testLog();
  const receiver = createReceiver({
    ...bench,
    endpoints: allEndpoints,
    openServer: serveHere(bench.clock, sync),
    ingest: {
      ...bench.ingest,
      record: (batch) => {
        commits.push(batch.length);
        bench.ingest.record(batch);
      },
    },
    log,
    publish: () => undefined,
    probes,
  });
  const started = await receiver.start();
  if (!started.ok) throw new Error(started.error.message);
  onTestFinished(() => receiver.stop());
  const { port } = started.value;
  const send = async (
    body: string | Buffer,
    {
      path = 'secret-path',
      pair = 'name:password',
      type = 'application/json',
      method = 'POST' as const,
    }: { path?: string; pair?: string; type?: string; method?: 'POST' | 'PUT' | 'GET' } = {},
  ): Promise<number> => {
    const { statusCode, body: answer } = await request(`http://127.0.0.1:${port}/hook/${path}`, {
      method,
      headers: { authorization: basic(pair), 'content-type': type },
      ...(method === 'GET' ? {} : { body }),
    });
    await answer.dump();
    return statusCode;
  };
  return { ...bench, receiver, port, send, commits, probes, log };
};
