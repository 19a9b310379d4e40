/** Sends test events when the tunnel comes up, then hourly, with back-off while they fail. */
import type { RoundTrip, TunnelReport } from '../../../contract/commands/tunnel.ts';
import { createBackoff } from '../../clock/backoff.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Schedule } from '../../clock/schedule.ts';
import { makeRoundTrip, type TestEvents } from './round-trip.ts';

const intervalMs = 60 * 60_000;
const failureWait = createBackoff({ first: 10_000, max: 10 * 60_000 });
/** After this many failures, an address without a tunnel means that the tunnel is dead. */
const maxMisses = 3;
/** Cloudflare's status for an address without a tunnel. */
const noTunnel = 530;

export const createChecks = (dependencies: {
  /** Test events of the current kind of tunnel. */
  readonly getTestEvents: () => TestEvents;
  readonly clock: Clock;
  readonly schedule: Schedule;
  readonly getAddress: () => string | null;
  readonly isUp: () => boolean;
  readonly onChange: () => void;
  readonly onDead: () => void;
}) => {
  const { getTestEvents, clock, schedule, getAddress, isUp, onChange, onDead } = dependencies;
  let running: { readonly to: string; readonly outcome: Promise<RoundTrip> } | null = null;
  let last: RoundTrip | null = null;
  let misses = 0;
  let isStopped = false;

  /** Sends a test event; concurrent calls for an address share it. */
  const run = (to: string): Promise<RoundTrip> => {
    if (running?.to === to) return running.outcome;
    const outcome = makeRoundTrip({ testEvents: getTestEvents(), clock }, to).then((roundTrip) => {
      if (running?.outcome === outcome) running = null;
      if (isStopped || to !== getAddress()) return roundTrip;
      last = roundTrip;
      misses = roundTrip.outcome === 'arrived' ? 0 : misses + 1;
      scheduleNext();
      onChange();
      return roundTrip;
    });
    running = { to, outcome };
    onChange();
    return outcome;
  };

  /** Checks now and regularly, if the tunnel is up. */
  const resume = (): void => {
    schedule.cancel('check');
    const to = getAddress();
    if (to !== null && isUp() && !isStopped) void run(to);
  };

  const scheduleNext = (): void => {
    schedule.cancel('check');
    if (!isUp()) return;
    if (misses >= maxMisses && last?.outcome === 'failed' && last.status === noTunnel) {
      misses = 0;
      onDead();
      return;
    }
    schedule.in('check', misses === 0 ? intervalMs : failureWait(misses), resume);
  };

  return {
    run,
    resume,
    /** Stops checks until `resume`, while the tunnel is down. */
    pause: () => schedule.cancel('check'),
    reset: (): void => {
      last = null;
      misses = 0;
    },
    report: (): Pick<TunnelReport, 'roundTrip' | 'isChecking'> => ({
      roundTrip: last,
      isChecking: running !== null,
    }),
    stop: (): void => {
      isStopped = true;
      schedule.cancel('check');
    },
  };
};
