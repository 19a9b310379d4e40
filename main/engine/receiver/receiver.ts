/**
 * Takes deliveries on 127.0.0.1, at the doors that the interface generations have (security rule 12).
 * It answers 2xx only after the delivery is committed, and what arrives together is committed together.
 * What a delivery means is ingest's business.
 */
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
} from 'fastify';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import type { Change } from '../../../contract/events.ts';
import type { ConnectionReport } from '../../../contract/accounts.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Ingest } from '../accounts/ingest/ingest.ts';
import { limitConnections, patience, type ConnectionLimit } from '../../listener/listener.ts';
import type { Log } from '../../log/log.ts';
import type { IncomingDelivery } from '../accounts/deliveries.ts';
import { recall, remember } from '../platform/settings.ts';
import { isBusy } from '../platform/store/busy.ts';
import type { Store } from '../platform/store/store.ts';
import type { Caller, Door } from '../accounts/doors.ts';
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

const allMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const;

/** Makes the receiver; it listens after `start`. */
export const createReceiver = (parts: {
  readonly store: Store;
  readonly ingest: Pick<Ingest, 'record' | 'applyRecorded'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly publish: (change: Change) => void;
  readonly doors: readonly Door[];
  /** Test events of this installation that are on their way; they come in at any door. */
  readonly probes: Pick<Probes, 'at' | 'header' | 'mark'>;
}): Receiver => {
  const { store, ingest, clock, log, publish, doors, probes } = parts;
  const refusals = createRefusals(clock);
  let app: FastifyInstance | null = null;
  let room: ConnectionLimit | null = null;
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
          for (const { from, delivery } of batch) from.note(delivery, clock.now());
        }),
      );
      await store.durable();
    } catch (thrown) {
      isDurable = false;
      log.error({ err: thrown, deliveries: batch.length }, 'deliveries could not be recorded');
    }
    for (const { recorded } of batch) recorded(isDurable);
    if (isDurable && batch.some(({ from }) => from.answer === null)) applyAfterwards();
  };

  const record = (from: Caller, delivery: IncomingDelivery): Promise<boolean> =>
    new Promise((recorded) => {
      waiting.push({ from, delivery, recorded });
      if (waiting.length === 1) setImmediate(() => void commit());
    });

  const refuse = (reply: FastifyReply, status: number): FastifyReply => {
    refusals.count();
    return reply
      .code(status)
      .headers({ [probes.header]: probes.mark, connection: 'close' })
      .send();
  };

  const callers = new WeakMap<FastifyRequest, Caller | Probe>();

  /** Before a byte of the body is read. */
  const admit =
    ({ callerAt }: Door): onRequestAsyncHookHandler =>
    async (request, reply) => {
      const { path } = request.params as { readonly path: string };
      const addressee = callerAt(store, path) ?? probes.at(path);
      const verdict = authenticate(addressee, request.headers.authorization);
      if (!('status' in verdict)) {
        callers.set(request, verdict.sender);
        room?.keep(request.raw, reply.raw);
        if (request.headers.expect !== undefined) reply.raw.writeContinue();
        return;
      }
      const status = refusals.failed(request.ip) ? 429 : verdict.status;
      if (status === 401) void reply.header('www-authenticate', 'Basic');
      await refuse(reply, status);
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
    const delivery = { ...from.brings(body), body: text };
    const isDurable = await record(from, delivery);
    if (!isDurable) return refuse(reply, 503);
    if (from.answer === null) return reply.code(204).send();
    await apply();
    return reply.code(from.answer(delivery)).send();
  };

  /** Opens a door; every other method is refused there before a byte of the body is read. */
  const open = (server: FastifyInstance, door: Door): void => {
    const { method, url } = door;
    server.route({ method, url, onRequest: admit(door), handler: receive });
    const refuseMethod = async (
      _request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<FastifyReply> => refuse(reply.header('allow', method), 405);
    const others = allMethods.filter((other) => other !== method);
    server.route({ method: others, url, onRequest: refuseMethod, handler: refuseMethod });
  };

  /** A path without what a web server in front has left before it: it may pass on the whole of it. */
  const names = [...new Set(doors.map(({ url }) => url.split('/')[1]))].join('|');
  const beforeDoor = new RegExp(`^[^?]*(?=/(?:${names})/)`);

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
      rewriteUrl: ({ url = '' }) => url.replace(beforeDoor, ''),
    });
    room = limitConnections(server.server, mostConnections);
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
    // What has no address here is refused before a byte of its body is read.
    server.addHook('onRequest', async (request, reply) => {
      if (request.is404) await refuse(reply, 404);
    });
    for (const door of doors) open(server, door);
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
      await app?.close();
    },
  };
};
