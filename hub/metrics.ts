/** Health and metrics, on a listener that is never public. They name no team and no person. */
import fastify, { type FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { patience } from '../main/listener/listener.ts';

export type Metrics = {
  readonly registry: Registry;
  /** Deliveries by their answer's status. */
  readonly deliveries: Counter<'status'>;
  /** From the first byte to the acknowledgment of the log, for accepted deliveries. */
  readonly acceptance: Histogram;
  readonly inFlight: Gauge;
  /** Requests of desktops by their answer's status. */
  readonly requests: Counter<'status'>;
  /** Refreshes of grants by outcome. */
  readonly refreshes: Counter<'outcome'>;
  /** Deliveries that the log did not accept, by reason. */
  readonly refusals: Counter<'reason'>;
  /** Leaders that the servers elected, for the teams and for the hub's records. */
  readonly elections: Counter;
  /** Connected desktops by how far behind they are (observe.ts). */
  readonly desktops: Gauge<'behind'>;
  readonly duties: Gauge;
  /** Fill level of the fullest log; 1 is full. */
  readonly fullest: Gauge;
  /** Seconds since the oldest refresh of a connected grant. */
  readonly oldestRefresh: Gauge;
};

export const createMetrics = (): Metrics => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    deliveries: new Counter({
      name: 'hub_deliveries_total',
      help: 'Deliveries by status of the answer',
      labelNames: ['status'],
      registers,
    }),
    acceptance: new Histogram({
      name: 'hub_accept_seconds',
      help: 'Time from a delivery to its acknowledgment by the log',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 8],
      registers,
    }),
    inFlight: new Gauge({
      name: 'hub_deliveries_in_flight',
      help: 'Deliveries that wait for the log',
      registers,
    }),
    requests: new Counter({
      name: 'hub_requests_total',
      help: 'Requests of desktops by status of the answer',
      labelNames: ['status'],
      registers,
    }),
    refreshes: new Counter({
      name: 'hub_refreshes_total',
      help: 'Refreshes of grants by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    refusals: new Counter({
      name: 'hub_publishes_refused_total',
      help: 'Deliveries that the log did not take, by reason',
      labelNames: ['reason'],
      registers,
    }),
    elections: new Counter({
      name: 'hub_elections_total',
      help: 'Leaders that the log servers elected',
      registers,
    }),
    desktops: new Gauge({
      name: 'hub_desktops',
      help: 'Connected desktops, by the most entries that they have not been sent',
      labelNames: ['behind'],
      registers,
    }),
    duties: new Gauge({
      name: 'hub_duties_held',
      help: 'Duties that a desktop or keeper holds',
      registers,
    }),
    fullest: new Gauge({
      name: 'hub_fullest_log_ratio',
      help: 'Size of the largest log, of what a team may have',
      registers,
    }),
    oldestRefresh: new Gauge({
      name: 'hub_oldest_refresh_seconds',
      help: 'Time since the connected grant that was refreshed the longest ago got its tokens',
      registers,
    }),
  };
};

/**
 * @param isHealthy whether this hub can take deliveries
 * @param observe brings the gauges of the logs up to date
 */
export const createMetricsServer = (
  { registry }: Metrics,
  isHealthy: () => boolean,
  observe: () => Promise<void>,
): FastifyInstance => {
  const app = fastify({
    http: { ...patience },
    requestTimeout: patience.requestTimeout,
    connectionTimeout: 30_000,
  });
  app.get('/health', (_request, reply) =>
    isHealthy() ? reply.send({ healthy: true }) : reply.code(503).send({ healthy: false }),
  );
  app.get('/metrics', async (_request, reply) => {
    // Without the log, reading the gauges would only delay the answer.
    if (isHealthy()) await observe();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  return app;
};
