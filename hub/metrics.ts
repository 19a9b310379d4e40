/** Health and metrics, on a listener that is never public. They name no team and no person. */
import fastify, { type FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { patience } from '../main/listener/listener.ts';

export const createMetrics = () => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const createCounter = <Label extends string>(
    name: string,
    help: string,
    ...labelNames: Label[]
  ) => new Counter({ name, help, labelNames, registers });
  const createGauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers });
  return {
    registry,
    deliveries: createCounter(
      'hub_deliveries_total',
      'Deliveries by status of the answer',
      'status',
    ),
    acceptance: new Histogram({
      name: 'hub_accept_seconds',
      help: 'Time from a delivery to its acknowledgment by the log',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 8],
      registers,
    }),
    inFlight: createGauge('hub_deliveries_in_flight', 'Deliveries that wait for the log'),
    requests: createCounter(
      'hub_requests_total',
      'Requests of desktops by status of the answer',
      'status',
    ),
    refreshes: createCounter('hub_refreshes_total', 'Refreshes of grants by outcome', 'outcome'),
    refusals: createCounter(
      'hub_publishes_refused_total',
      'Deliveries that the log did not take, by reason',
      'reason',
    ),
    elections: createCounter('hub_elections_total', 'Leaders that the log servers elected'),
    desktops: createGauge(
      'hub_desktops',
      'Connected desktops, by the most entries that they have not been sent',
      'behind',
    ),
    duties: createGauge('hub_duties_held', 'Duties that a desktop or keeper holds'),
    fullest: createGauge(
      'hub_fullest_log_ratio',
      'Size of the largest log, of what a team may have',
    ),
    oldestRefresh: createGauge(
      'hub_oldest_refresh_seconds',
      'Time since the connected grant that was refreshed the longest ago got its tokens',
    ),
  };
};
export type Metrics = ReturnType<typeof createMetrics>;

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
