/** Sends test events when the tunnel comes up, then hourly, with back-off while they fail. */
import type { RoundTrip, TunnelReport } from '../../../contract/commands/tunnel.ts';
import { backoff } from '../../clock/backoff.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Schedule } from '../../clock/schedule.ts';
import { makeRoundTrip, type TestEvents } from './round-trip.ts';

const everyMs = 60 * 60_000;
const failureWait = backoff({ first: 10_000, most: 10 * 60_000 });
/** After this many responses of an edge without a tunnel, the tunnel counts as dead. */
const deadAfter = 3;
/** Cloudflare's status for an address without a tunnel. */
const noTunnel = 530;

export const createChecks = (dependencies: {
  /** Of the current kind of tunnel. */
  readonly testEvents: () => TestEvents;
  readonly clock: Clock;
  readonly schedule: Schedule;
  readonly address: () => string | null;
  readonly isUp: () => boolean;
  readonly changed: () => void;
  readonly dead: () => void;
}) => {
  const { testEvents, clock, schedule, address, isUp, changed, dead } = dependencies;
  let running: { readonly to: string; readonly outcome: Promise<RoundTrip> } | null = null;
  let last: RoundTrip | null = null;
  let misses = 0;
  let isStopped = false;

  /** Sends a test event; concurrent calls for an address share it. */
  const now = (to: string): Promise<RoundTrip> => {
    if (running?.to === to) return running.outcome;
    const outcome = makeRoundTrip({ testEvents: testEvents(), clock }, to).then((roundTrip) => {
      if (running?.outcome === outcome) running = null;
      if (isStopped || to !== address()) return roundTrip;
      last = roundTrip;
      misses = roundTrip.outcome === 'arrived' ? 0 : misses + 1;
      plan();
      changed();
      return roundTrip;
    });
    running = { to, outcome };
    changed();
    return outcome;
  };

  /** Checks now and regularly, if the tunnel is up. */
  const resume = (): void => {
    schedule.cancel('check');
    const to = address();
    if (to !== null && isUp() && !isStopped) void now(to);
  };

  const plan = (): void => {
    schedule.cancel('check');
    if (!isUp()) return;
    if (misses >= deadAfter && last?.outcome === 'failed' && last.status === noTunnel) {
      misses = 0;
      dead();
      return;
    }
    schedule.in('check', misses === 0 ? everyMs : failureWait(misses), resume);
  };

  return {
    now,
    resume,
    /** Stops checks until `resume`, while the tunnel is down. */
    pause: () => schedule.cancel('check'),
    forget: (): void => {
      last = null;
      misses = 0;
    },
    report: (): Pick<TunnelReport, 'roundTrip' | 'checking'> => ({
      roundTrip: last,
      checking: running !== null,
    }),
    stop: (): void => {
      isStopped = true;
      schedule.cancel('check');
    },
  };
};
