/**
 * Receives deliveries on 127.0.0.1 at the generations' endpoints (security rules 12 and 20). It
 * responds 2xx only after the commit; concurrent deliveries share one. Ingest interprets them.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AddressInfo, Socket } from 'node:net';
import { z } from 'zod';
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import type { Change } from '../../../contract/events.ts';
import type { ConnectionReport } from '../../../contract/accounts.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Ingest } from '../accounts/ingest/ingest.ts';
import { guardConnections, patience, type Guard, type Reply } from '../../listener/listener.ts';
import type { Log } from '../../log/log.ts';
import type { IncomingDelivery } from '../accounts/deliveries.ts';
import { recall, remember } from '../platform/settings.ts';
import { isBusy } from '../platform/store/busy.ts';
import type { Store } from '../platform/store/store.ts';
import type { Caller, Endpoint } from '../accounts/endpoints.ts';
import { authenticate } from '../platform/http/credentials.ts';
import { readJSON } from '../../http/json.ts';
import type { Probe, Probes } from './probes.ts';
import { createRefusals } from './refusals.ts';

export type Receiver = {
  /** Listens on the stored port, or on another. Errors: `port_in_use` if there is none. */
  readonly start: () => Promise<Answer<{ readonly port: number }>>;
  /** The local address without a final slash; null while not listening. */
  readonly address: () => string | null;
  readonly report: () => Pick<ConnectionReport['receiver'], 'listening' | 'port' | 'refused'>;
  readonly stop: () => Promise<void>;
};

/** In bytes. */
export const longestDelivery = 256 * 1024;
const mostConnections = 200;
const mostRequestsPerConnection = 1_000;
/** Length of the accept queue: a client that finds it full retries after a second. */
const mostToCome = 4_096;
/** Delay of a retry when another program locks the database. */
const applyAgainMs = 5_000;
const host = '127.0.0.1';
const portName = 'receiver.port';

type Waiting = {
  readonly from: Caller;
  readonly delivery: IncomingDelivery;
  readonly recorded: (isDurable: boolean) => void;
};

/** Matches an endpoint, also below a path that a proxy did not remove. */
const pathsOf = ({ url }: Endpoint): RegExp =>
  new RegExp(`^[^?]*${url.replace(':path', '([^/?]+)')}(?:\\?|$)`);

export const createReceiver = (parts: {
  readonly store: Store;
  readonly ingest: Pick<Ingest, 'record' | 'applyRecorded'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly publish: (change: Change) => void;
  readonly endpoints: readonly Endpoint[];
  /** Expected test events; they arrive at any endpoint. */
  readonly probes: Pick<Probes, 'at' | 'header' | 'mark'>;
}): Receiver => {
  const { store, ingest, clock, log, publish, probes } = parts;
  const endpoints = parts.endpoints.map((each) => ({ ...each, paths: pathsOf(each) }));
  const refusals = createRefusals(clock);
  let app: FastifyInstance | null = null;
  let guard: Guard | null = null;
  let port: number | null = null;
  let waiting: Waiting[] = [];
  let isApplying = false;

  /** Applies recorded deliveries, and schedules a retry if the database is locked. */
  const apply = async (): Promise<void> => {
    try {
      await ingest.applyRecorded();
    } catch (thrown) {
      log.error({ err: thrown }, 'recorded deliveries could not be applied yet');
      if (app !== null && isBusy(thrown)) clock.after(applyAgainMs, applyAfterwards);
    }
    publish({ kinds: ['connection'], leadIDs: [] });
  };

  const applyAfterwards = (): void => {
    if (isApplying) return;
    isApplying = true;
    setImmediate(() => {
      void apply().finally(() => {
        isApplying = false;
      });
    });
  };

  /** Commits all deliveries that have arrived, then responds. */
  const commit = async (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    let isDurable = true;
    try {
      await store.untilFree(clock, () =>
        store.write(() => {
          ingest.record(batch.map(({ delivery }) => delivery));
          for (const { from, delivery } of batch) from.noteCall(delivery, clock.now());
        }),
      );
      await store.durable();
    } catch (thrown) {
      isDurable = false;
      log.error({ err: thrown, deliveries: batch.length }, 'deliveries could not be recorded');
    }
    for (const { recorded } of batch) recorded(isDurable);
    if (isDurable && batch.some(({ from }) => from.statusFor === null)) applyAfterwards();
  };

  const record = (from: Caller, delivery: IncomingDelivery): Promise<boolean> =>
    new Promise((recorded) => {
      waiting.push({ from, delivery, recorded });
      if (waiting.length === 1) setImmediate(() => void commit());
    });

  const refusal = (status: number, headers: Readonly<Record<string, string>> = {}): Reply => {
    refusals.count();
    return { status, headers: { ...headers, [probes.header]: probes.mark } };
  };

  const identify = (
    method: string,
    target: string,
    authorization: string | undefined,
    remote: string,
  ): { readonly caller: Caller | Probe } | { readonly refused: Reply } => {
    const [first, ...others] = endpoints.filter(({ paths }) => paths.test(target));
    if (first === undefined) return { refused: refusal(404) };
    const endpoint = [first, ...others].find((each) => each.method === method);
    if (endpoint === undefined) return { refused: refusal(405, { allow: first.method }) };
    const path = endpoint.paths.exec(target)?.[1] ?? '';
    const verdict = authenticate(endpoint.callerAt(store, path) ?? probes.at(path), authorization);
    if (!('status' in verdict)) return { caller: verdict.sender };
    const status = refusals.failed(remote) ? 429 : verdict.status;
    return { refused: refusal(status, status === 401 ? { 'www-authenticate': 'Basic' } : {}) };
  };

  const send = (reply: FastifyReply, { status, headers = {} }: Reply): FastifyReply =>
    reply
      .code(status)
      .headers({ ...headers, connection: 'close' })
      .send();
  const refuse = (reply: FastifyReply, status: number): FastifyReply =>
    send(reply, refusal(status));

  const callers = new WeakMap<FastifyRequest, Caller | Probe>();

  /** Runs before the body. Behind a proxy, later requests of a connection may be a stranger's. */
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { authorization, expect } = request.headers;
    const sender = identify(request.method, request.url, authorization, request.ip);
    if ('refused' in sender) return void (await send(reply, sender.refused));
    callers.set(request, sender.caller);
    guard?.keep(request.raw, reply.raw);
    if (expect !== undefined) reply.raw.writeContinue();
  };

  const receive = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const from = callers.get(request);
    if (from === undefined) return refuse(reply, 404);
    if ('arrived' in from) {
      from.arrived();
      return reply.code(204).send();
    }
    const text = typeof request.body === 'string' ? request.body : '';
    const body = readJSON(text);
    if (body === undefined) {
      log.warn({ accountID: from.accountID }, 'a delivery was not JSON and is refused');
      return refuse(reply, 400);
    }
    const delivery = { ...from.deliveryFrom(body), body: text, parsed: body };
    const isDurable = await record(from, delivery);
    if (!isDurable) return refuse(reply, 503);
    if (from.statusFor === null) return reply.code(204).send();
    await apply();
    return reply.code(from.statusFor(delivery)).send();
  };

  /** Fastify is loaded late so that it does not delay the first leads. */
  const build = async (): Promise<FastifyInstance> => {
    const { default: fastify } = await import('fastify');
    const server = fastify({
      bodyLimit: longestDelivery,
      http: { ...patience },
      requestTimeout: patience.requestTimeout,
      connectionTimeout: 30_000,
      keepAliveTimeout: 10_000,
      forceCloseConnections: true,
      exposeHeadRoutes: false,
    });
    server.server.maxRequestsPerSocket = mostRequestsPerConnection;
    // The last response announced the close: later requests get none.
    server.server.on('dropRequest', (_request, socket) => {
      if (!socket.writableEnded) (socket as Socket).destroySoon();
    });
    guard = guardConnections(server.server, {
      most: mostConnections,
      judge: ({ method, target, headers }, { remoteAddress = '' }) => {
        const authorization = headers.get('authorization')?.[0];
        const sender = identify(method, target, authorization, remoteAddress);
        return 'refused' in sender ? sender.refused : null;
      },
    });
    // A client may send the body only after it is identified.
    server.server.on('checkContinue', (request, response) => {
      server.server.emit('request', request, response);
    });
    server.removeAllContentTypeParsers();
    server.addContentTypeParser(
      /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i,
      { parseAs: 'string' },
      (_request, body, done) => done(null, body),
    );
    server.addHook('onRequest', admit);
    server.all('/*', receive);
    server.setNotFoundHandler((_request, reply) => refuse(reply, 404));
    server.setErrorHandler((thrown: { readonly statusCode?: number }, _request, reply) => {
      const status = thrown.statusCode ?? 500;
      if (status >= 500) log.error({ err: thrown }, 'the receiver failed');
      return refuse(reply, status);
    });
    return server;
  };

  /** Listens on a port (0: any free one); null if it is taken. */
  const listen = async (wanted: number): Promise<FastifyInstance | null> => {
    const server = await build();
    try {
      await server.listen({ host, port: wanted, backlog: mostToCome });
      return server;
    } catch (thrown) {
      log.warn({ err: thrown, port: wanted }, 'a port cannot be listened on');
      await server.close();
      return null;
    }
  };

  /** Without the stored port, the next start registers another one. */
  const rememberPort = (taken: number): void => {
    try {
      remember(store, portName, taken);
    } catch (thrown) {
      log.error({ err: thrown }, 'the port of the receiver could not be remembered');
    }
  };

  return {
    start: async () => {
      const remembered = recall(store, portName, z.number().int().min(1_024).max(65_535));
      app = (remembered === null ? null : await listen(remembered)) ?? (await listen(0));
      if (app === null) return fail('port_in_use', 'No port for deliveries can be had.');
      port = (app.server.address() as AddressInfo).port;
      if (port !== remembered) rememberPort(port);
      publish({ kinds: ['connection'], leadIDs: [] });
      return succeed({ port });
    },
    address: () => (port === null ? null : `http://${host}:${port}`),
    report: () => ({ listening: port !== null, port, refused: refusals.total() }),
    stop: async () => {
      port = null;
      const closing = app?.close();
      guard?.closeAll();
      await closing;
    },
  };
};
