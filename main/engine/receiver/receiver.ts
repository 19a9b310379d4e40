/**
 * Receives deliveries on 127.0.0.1, at the doors that the interface generations have (security rules
 * 12 and 20). It answers 2xx only after the delivery is committed, and commits deliveries that arrive
 * together at once. What a delivery means is the business of ingest.
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
  /**
   * Listens on the remembered port, on another when that is taken. Errors: `port_in_use` when there is
   * none at all.
   */
  readonly start: () => Promise<Answer<{ readonly port: number }>>;
  /** The receiver's own address, without a slash at its end; null while nobody listens. */
  readonly address: () => string | null;
  readonly report: () => Pick<ConnectionReport['receiver'], 'listening' | 'port' | 'refused'>;
  readonly stop: () => Promise<void>;
};

/** Largest delivery, in bytes. */
export const longestDelivery = 256 * 1024;
const mostConnections = 200;
const mostRequestsPerConnection = 1_000;
/** Connections that may wait to be let in: one that finds no room there tries again after a second. */
const mostToCome = 4_096;
/** What another program keeps from being applied is tried again. */
const applyAgainMs = 5_000;
const host = '127.0.0.1';
const portName = 'receiver.port';

type Waiting = {
  readonly from: Caller;
  readonly delivery: IncomingDelivery;
  readonly recorded: (isDurable: boolean) => void;
};

/** The paths of a door, also below a path that a web server in front did not remove. */
const pathsOf = ({ url }: Endpoint): RegExp =>
  new RegExp(`^[^?]*${url.replace(':path', '([^/?]+)')}(?:\\?|$)`);

/** Makes the receiver; it listens after `start`. */
export const createReceiver = (parts: {
  readonly store: Store;
  readonly ingest: Pick<Ingest, 'record' | 'applyRecorded'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly publish: (change: Change) => void;
  readonly doors: readonly Endpoint[];
  /** Test events of this installation that are on their way; they come in at any door. */
  readonly probes: Pick<Probes, 'at' | 'header' | 'mark'>;
}): Receiver => {
  const { store, ingest, clock, log, publish, probes } = parts;
  const doors = parts.doors.map((door) => ({ ...door, paths: pathsOf(door) }));
  const refusals = createRefusals(clock);
  let app: FastifyInstance | null = null;
  let guard: Guard | null = null;
  let port: number | null = null;
  let waiting: Waiting[] = [];
  let isApplying = false;

  /** Applies what was recorded, and what is recorded meanwhile; what cannot be applied now is later. */
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

  /** Commits everything that has arrived since the last turn, then answers it. */
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

  /** Finds out who makes a request, by its head. */
  const identify = (
    method: string,
    target: string,
    authorization: string | undefined,
    remote: string,
  ): { readonly caller: Caller | Probe } | { readonly refused: Reply } => {
    const [first, ...others] = doors.filter(({ paths }) => paths.test(target));
    if (first === undefined) return { refused: refusal(404) };
    const door = [first, ...others].find((each) => each.method === method);
    if (door === undefined) return { refused: refusal(405, { allow: first.method }) };
    const path = door.paths.exec(target)?.[1] ?? '';
    const verdict = authenticate(door.callerAt(store, path) ?? probes.at(path), authorization);
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

  /**
   * Before a byte of the body is read. A connection's first request was judged already; through a
   * web server that keeps its connections the next one may be a stranger's.
   */
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { authorization, expect } = request.headers;
    const who = identify(request.method, request.url, authorization, request.ip);
    if ('refused' in who) return void (await send(reply, who.refused));
    callers.set(request, who.caller);
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

  /** The server is loaded now: no lead waits for it to be shown. */
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
    // The last reply announced that it is the last: later requests get none.
    server.server.on('dropRequest', (_request, socket) => {
      if (!socket.writableEnded) (socket as Socket).destroySoon();
    });
    guard = guardConnections(server.server, {
      most: mostConnections,
      judge: ({ method, target, headers }, remote) => {
        const authorization = headers.get('authorization')?.[0];
        const who = identify(method, target, authorization, remote);
        return 'refused' in who ? who.refused : null;
      },
    });
    // Nobody is asked to go on with a body before it is known who they are.
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

  /** Listens on `wanted` (0: any port that is free); null when that one cannot be had. */
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

  /** The next start would have to register another port everywhere, and this one goes on. */
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
