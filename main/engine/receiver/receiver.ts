/**
 * Takes deliveries of webhooks on 127.0.0.1 (security rule 12). It answers 2xx only after the
 * delivery is committed, and what arrives together is committed together. What a delivery means is
 * ingest's business, and happens after the answer.
 */
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import type { Change } from '../../../contract/events.ts';
import type { ConnectionReport } from '../../../contract/records.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Ingest } from '../accounts/ingest/ingest.ts';
import { limitConnections, patience, type ConnectionLimit } from '../../listener/listener.ts';
import type { Log } from '../../log/log.ts';
import type { Delivery } from '../accounts/deliveries.ts';
import { recall, remember } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';
import { noteDelivery, webhookAt, type Webhook } from '../accounts/v4/webhooks/rows.ts';
import { authenticate } from '../platform/http/credentials.ts';
import {
  addPartnerEndpoints,
  refuseOthers,
  type Admit,
} from '../accounts/legacy/partner-endpoints.ts';
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
const host = '127.0.0.1';
const portName = 'receiver.port';

type Waiting = {
  readonly from: Webhook;
  readonly delivery: Delivery;
  readonly recorded: (isDurable: boolean) => void;
};

/** What the envelope says of a delivery; what it does not say is empty. */
const envelopeOf = (body: unknown): { eventType: string; webhookID: string | null } => {
  const shape = z.object({
    event: z.object({
      eventType: z.string().max(200).catch(''),
      webhookID: z.string().max(200).nullable().catch(null),
    }),
  });
  const read = shape.safeParse(body);
  return read.success ? read.data.event : { eventType: '', webhookID: null };
};

/** A path without what a web server in front has left before it: it may pass on the whole of it. */
const ownPath = (url: string): string => url.replace(/^[^?]*(?=\/(?:hook|partner)\/)/, '');

/** Makes the receiver; it listens after `start`. */
export const createReceiver = (parts: {
  readonly store: Store;
  readonly ingest: Pick<Ingest, 'record' | 'applyRecorded'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly publish: (change: Change) => void;
  /** Test events of this installation that are on their way. */
  readonly probes: Pick<Probes, 'at' | 'header' | 'mark'>;
}): Receiver => {
  const { store, ingest, clock, log, publish, probes } = parts;
  const refusals = createRefusals(clock);
  let app: FastifyInstance | null = null;
  let room: ConnectionLimit | null = null;
  let port: number | null = null;
  let waiting: Waiting[] = [];
  let isApplying = false;

  /** Applies what was recorded, and what is recorded meanwhile. */
  const apply = async (): Promise<void> => {
    try {
      await ingest.applyRecorded();
    } catch (thrown) {
      log.error({ err: thrown }, 'recorded deliveries could not be applied yet');
    }
    isApplying = false;
    publish({ kinds: ['connection'], leadIDs: [] });
  };

  /** Commits everything that has arrived since the last turn, then answers it. */
  const commit = (): void => {
    const batch = waiting;
    waiting = [];
    let isDurable = true;
    try {
      store.write(() => {
        ingest.record(batch.map(({ delivery }) => delivery));
        for (const from of new Set(batch.map((one) => one.from))) {
          noteDelivery(store, from, clock.now());
        }
      });
    } catch (thrown) {
      isDurable = false;
      log.error({ err: thrown, deliveries: batch.length }, 'deliveries could not be recorded');
    }
    for (const { recorded } of batch) recorded(isDurable);
    if (!isDurable || isApplying) return;
    isApplying = true;
    setImmediate(() => void apply());
  };

  const record = (from: Webhook, delivery: Delivery): Promise<boolean> =>
    new Promise((recorded) => {
      waiting.push({ from, delivery, recorded });
      if (waiting.length === 1) setImmediate(commit);
    });

  const refuse = (reply: FastifyReply, status: number): FastifyReply => {
    refusals.count();
    return reply
      .code(status)
      .headers({ [probes.header]: probes.mark, connection: 'close' })
      .send();
  };

  const senders = new WeakMap<FastifyRequest, Webhook | Probe>();

  /** Before a byte of the body is read. */
  const admit: Admit = (addresseeAt, admitted) => async (request, reply) => {
    const { path } = request.params as { readonly path: string };
    const verdict = authenticate(addresseeAt(path), request.headers.authorization);
    if (!('status' in verdict)) {
      admitted.set(request, verdict.sender);
      room?.keep(request.raw, reply.raw);
      return;
    }
    const status = refusals.failed(request.ip) ? 429 : verdict.status;
    if (status === 401) void reply.header('www-authenticate', 'Basic');
    await refuse(reply, status);
  };

  const receive = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const from = senders.get(request);
    if (from === undefined) return refuse(reply, 404);
    if ('arrived' in from) {
      from.arrived();
      return reply.code(204).send();
    }
    const text = typeof request.body === 'string' ? request.body : '';
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      log.warn({ businessID: from.businessID }, 'a delivery was not JSON and is refused');
      return refuse(reply, 400);
    }
    const { eventType, webhookID } = envelopeOf(body);
    const isDurable = await record(from, {
      accountID: from.accountID,
      eventType,
      webhookID: from.webhookID ?? webhookID,
      body: text,
    });
    return reply.code(isDurable ? 204 : 503).send();
  };

  const build = (): FastifyInstance => {
    const server = fastify({
      bodyLimit: longestDelivery,
      http: { ...patience },
      requestTimeout: patience.requestTimeout,
      connectionTimeout: 30_000,
      keepAliveTimeout: 10_000,
      forceCloseConnections: true,
      exposeHeadRoutes: false,
      rewriteUrl: ({ url = '' }) => ownPath(url),
    });
    room = limitConnections(server.server, mostConnections);
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
    const senderAt = (path: string): Webhook | Probe | null =>
      webhookAt(store, path) ?? probes.at(path);
    server.post('/hook/:path', { onRequest: admit(senderAt, senders) }, receive);
    addPartnerEndpoints(server, { store, ingest, clock, log, publish, admit, refuse });
    refuseOthers(server, '/hook/:path', 'POST', refuse);
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
    const server = build();
    try {
      await server.listen({ host, port: wanted });
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
