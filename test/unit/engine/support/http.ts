/** A local HTTP service whose responses the test defines, and a client of it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { succeed } from '../../../../contract/errors.ts';
import type { Clock } from '../../../../main/clock/clock.ts';
import type { Random } from '../../../../main/engine/platform/random.ts';
import {
  createServiceClient,
  type ServiceClient,
} from '../../../../main/engine/marketplaces/pro-integration/v4/service/client.ts';
import type { TokenSource } from '../../../../main/engine/platform/http/transport.ts';
import { account, noon, onDisk, testLog, type LogLine } from './store.ts';

export type Asked = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

export type Respond = (asked: Asked, response: ServerResponse, nth: number) => void;

export const json = (response: ServerResponse, status: number, body: unknown, headers = {}): void =>
  void response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(body));

/** A clock whose timers run at once, except those of a minute or more, which never run. */
export const eagerClock = (): Clock & { readonly waits: number[] } => {
  let now = noon;
  const waits: number[] = [];
  return {
    waits,
    now: () => now,
    steady: () => now,
    after: (ms, work) => {
      if (ms >= 60_000) return () => undefined;
      waits.push(ms);
      const timer = setImmediate(() => {
        now += ms;
        work();
      });
      return () => clearImmediate(timer);
    },
  };
};

export const evenRandom: Random = {
  fraction: () => 0.5,
  bytes: (count) => Buffer.alloc(count, 7),
};

export type TestService = {
  readonly origin: string;
  readonly asked: Asked[];
  readonly client: ServiceClient;
  readonly waits: readonly number[];
  readonly logged: readonly LogLine[];
};

/** Starts a service that responds with `respond`, and a client of it. */
export const testService = async (
  respond: Respond,
  token: TokenSource = () => Promise.resolve(succeed('token-1')),
  more: {
    readonly basePath?: string;
    readonly clock?: Clock;
    readonly random?: Random;
    readonly flush?: () => Promise<void>;
    readonly onReachable?: () => void;
  } = {},
): Promise<TestService> => {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const one = { method, path, headers, body };
      asked.push(one);
      respond(one, response, asked.length);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clock = eagerClock();
  const log = testLog();
  const client = createServiceClient({
    profile: {
      ...account.profile,
      environment: 'production',
      baseUrl: origin + (more.basePath ?? ''),
    },
    token,
    clock: more.clock ?? clock,
    random: more.random ?? evenRandom,
    log,
    flush: more.flush ?? onDisk,
    ...(more.onReachable && { onReachable: more.onReachable }),
  });
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await client.close();
  });
  return { origin, asked, client, waits: clock.waits, logged: log.lines };
};
