/** Starts and stops a hub: its HTTP servers and its connections to the log servers. */
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { AddressInfo, Socket } from 'node:net';
import { brokerPaths } from '../contract/team/broker.ts';
import { deskPaths } from '../contract/team/desk.ts';
import { pause, type Clock } from '../main/clock/clock.ts';
import type { Fetch } from '../main/http/bounded-fetch.ts';
import type { RequestHead } from '../main/listener/head.ts';
import { guardConnections, patience, type Reply } from '../main/listener/listener.ts';
import type { Log } from '../main/log/log.ts';
import { addBroker } from './broker.ts';
import { ConfigError, type HubConfig } from './config.ts';
import { addDesk, maxRotationLength } from './desk.ts';
import { createGrants } from './grants.ts';
import { addIntake, intakePath, maxDeliveryLength } from './intake.ts';
import type { HubKeys } from './keys.ts';
import { createMetrics, createMetricsServer, type Metrics } from './metrics.ts';
import { createObserver } from './observe.ts';
import { openRecords, type Records } from './records.ts';
import { createSignedJudge } from './signed.ts';
import { openTeamAccounts, type TeamAccounts } from './team-accounts.ts';
import { createTeams } from './teams.ts';

const maxConnections = 2_000;
const maxRequestsPerConnection = 1_000;
const maxJoining = 8;
/** Length of the accept queue. */
const acceptBacklog = 4_096;

type Dependencies = {
  readonly config: HubConfig;
  readonly keys: HubKeys;
  readonly clock: Clock;
  readonly log: Log;
  readonly fetch: Fetch;
};

export type Hub = Awaited<ReturnType<typeof startHub>>;

const unavailable = {
  status: 503,
  headers: { 'retry-after': '5', 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify({ error: { code: 'unavailable' } }),
} as const satisfies Reply;

const paths: ReadonlySet<string> = new Set([
  ...Object.values(brokerPaths),
  ...Object.values(deskPaths),
]);

const listen = async (
  app: FastifyInstance,
  { host, port }: HubConfig['listen'],
): Promise<string> => {
  await app.listen({ host, port, backlog: acceptBacklog });
  return `http://${host}:${(app.server.address() as AddressInfo).port}`;
};

/** Milliseconds before another attempt to reach the log servers. */
const retryMs = 2_000;

/** Opens the teams' logs and the hub's records, as soon as the log servers have elected their leaders. */
const openLog = async (
  { config, keys, clock, log }: Dependencies,
  { elections }: Metrics,
): Promise<{ readonly accounts: TeamAccounts; readonly records: Records }> => {
  for (;;)
    try {
      const accounts = await openTeamAccounts(keys, config.nats, () => elections.inc());
      try {
        return { accounts, records: await openRecords(accounts.own, config.nats.replicas) };
      } catch (thrown) {
        await accounts.close();
        throw thrown;
      }
    } catch (thrown) {
      if (thrown instanceof ConfigError) throw thrown;
      log.warn({ err: thrown }, 'the log servers do not answer yet');
      await pause(clock, retryMs);
    }
};

/** Starts a hub. Resolves when it takes requests; it waits for the log servers. Throws ConfigError. */
export const startHub = async (dependencies: Dependencies) => {
  const { config, keys, clock, log } = dependencies;
  const metrics = createMetrics();
  const { accounts, records } = await openLog(dependencies, metrics);
  const teams = createTeams({ records, accounts, clock, log });

  const answerError = (
    thrown: { readonly statusCode?: number },
    _request: FastifyRequest,
    reply: FastifyReply,
  ): void => {
    const { statusCode = 503 } = thrown;
    reply.header('connection', 'close');
    if (statusCode < 500) return void reply.code(statusCode).send();
    log.error({ err: thrown }, 'a request failed');
    void reply.code(unavailable.status).headers(unavailable.headers).send(unavailable.body);
  };

  const app = fastify({
    bodyLimit: maxRotationLength,
    http: { ...patience },
    requestTimeout: patience.requestTimeout,
    connectionTimeout: 30_000,
    keepAliveTimeout: 10_000,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    frameworkErrors: answerError,
  });
  app.server.maxRequestsPerSocket = maxRequestsPerConnection;
  app.server.on('dropRequest', (_request, socket) => {
    if (!socket.writableEnded) (socket as Socket).destroySoon();
  });

  app.server.on('checkContinue', (request, response) => {
    app.server.emit('request', request, response);
  });

  const answering = new WeakSet<Socket>();
  // Pipelined requests would run together, before the first refusal closes the connection.
  app.addHook('onRequest', ({ raw: { socket } }, { raw }, done) => {
    if (answering.has(socket)) return void socket.destroy();
    answering.add(socket);
    raw.once('close', () => answering.delete(socket));
    done();
  });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i,
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  );
  app.setNotFoundHandler((_request, reply) => reply.code(404).header('connection', 'close').send());
  app.setErrorHandler(answerError);

  /** Desktops that miss the announcement read the team within minutes anyway. */
  const announce = (team: string): void =>
    void teams
      .announceChange(team, null)
      .catch((thrown: unknown) => log.warn({ err: thrown, team }, 'a change was not announced'));
  const grants = createGrants({ ...dependencies, records, metrics, onGrantChange: announce });
  const keep = (request: FastifyRequest, reply: FastifyReply): void =>
    guard.protect(request.raw, reply.raw);
  const judgeDelivery = addIntake(app, {
    ...{ teams, clock, log, metrics, keep },
    subjectKey: keys.grants,
  });
  const judgeSigned = createSignedJudge(records, clock);
  const joining = new Set<Socket>();

  /** Joining desktops are strangers: few are served at a time, and a new one replaces the oldest. */
  const admitJoining = (socket: Socket): null => {
    const [oldest] = joining;
    if (joining.size >= maxJoining) oldest?.destroy();
    joining.add(socket);
    socket.once('close', () => joining.delete(socket));
    return null;
  };

  /** Judges the first request of a connection by its head, before the hub spends more on it. */
  const judge = async (
    head: RequestHead,
    socket: Socket,
    received: number,
  ): Promise<Reply | null> => {
    const { method, target, headers } = head;
    const isDelivery = intakePath.test(target);
    if (!isDelivery && !paths.has(target)) return { status: 404 };
    if (!['GET', 'POST', 'PUT'].includes(method)) return { status: 405 };
    if (!headers.has('authorization'))
      return { status: 401, headers: { 'www-authenticate': isDelivery ? 'Basic' : 'Hearthline' } };
    const length = Number(headers.get('content-length')?.[0] ?? 0);
    // No legitimate client sends a request before the previous one is answered.
    if (received > length && !headers.has('transfer-encoding')) return { status: 400 };
    if (length > (isDelivery ? maxDeliveryLength : maxRotationLength)) return { status: 413 };
    const refusal = await (isDelivery ? judgeDelivery : judgeSigned)(head).catch(
      (thrown: unknown) => {
        log.error({ err: thrown }, 'a request failed');
        return unavailable;
      },
    );
    if (refusal === null) return target === deskPaths.join ? admitJoining(socket) : null;
    metrics[isDelivery ? 'deliveries' : 'requests'].inc({ status: refusal.status });
    return refusal;
  };
  const guard = guardConnections(app.server, { maxConnections, judge });
  addDesk(app, { records, teams, keys, config, clock, log, metrics, keep });
  addBroker(app, { ...dependencies, records, teams, grants, metrics, keep, announce });

  const metricsServer = createMetricsServer(
    metrics,
    accounts.isUp,
    createObserver(accounts, grants, clock, metrics),
  );
  const metricsAddress = await listen(metricsServer, config.metrics);
  const address = await listen(app, config.listen);
  log.info({ address, metricsAddress }, 'the hub listens');

  return {
    /** Addresses where it listens, without a final slash. */
    address,
    metricsAddress,
    /** Creates a team and returns the invitation of its first owner. */
    createTeam: () => teams.create(config.address),
    /** Closes everything after the requests in flight are answered. */
    stop: async (): Promise<void> => {
      const closing = app.close();
      guard.closeAll();
      await closing;
      await grants.stop();
      await metricsServer.close();
      await accounts.close();
      log.info({}, 'the hub ended');
    },
  };
};
