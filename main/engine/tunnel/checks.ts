/**
 * When test events are sent: once the tunnel stands, then hourly, and sooner and sooner less while
 * they fail. It keeps how the last one fared.
 */
import type { RoundTrip, TunnelReport } from '../../../contract/commands/tunnel.ts';
import { backoff } from '../../clock/backoff.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Schedule } from '../../clock/schedule.ts';
import { makeRoundTrip } from './round-trip.ts';
import type { TestEvents } from './test-events.ts';

export type Checks = {
  /** One test event, now; who asks while one is under way gets its outcome. */
  readonly now: (address: string) => Promise<RoundTrip>;
  /** The tunnel stands: one at once, and then from time to time. */
  readonly soon: () => void;
  /** The tunnel does not stand: none until `soon`. */
  readonly pause: () => void;
  /** The address is another one: what was learnt of the old one does not count. */
  readonly forget: () => void;
  readonly report: () => Pick<TunnelReport, 'roundTrip' | 'checking'>;
  readonly stop: () => void;
};

const everyMs = 60 * 60_000;
const failureWait = backoff({ first: 10_000, most: 10 * 60_000 });
/** So many answers of an edge without a tunnel, and the tunnel counts as dead. */
const deadAfter = 3;
/** Cloudflare's own status where no tunnel is behind an address. */
const noTunnel = 530;

export const createChecks = (dependencies: {
  readonly testEvents: TestEvents;
  readonly clock: Clock;
  readonly schedule: Schedule;
  readonly address: () => string | null;
  readonly isUp: () => boolean;
  readonly tell: () => void;
  readonly dead: () => void;
}): Checks => {
  const { testEvents, clock, schedule, address, isUp, tell, dead } = dependencies;
  let running: { readonly to: string; readonly outcome: Promise<RoundTrip> } | null = null;
  let last: RoundTrip | null = null;
  let misses = 0;
  let stopped = false;

  const now = (to: string): Promise<RoundTrip> => {
    if (running?.to === to) return running.outcome;
    const outcome = makeRoundTrip({ testEvents, clock }, to).then((made) => {
      if (running?.outcome === outcome) running = null;
      if (stopped || to !== address()) return made;
      last = made;
      misses = made.outcome === 'arrived' ? 0 : misses + 1;
      plan();
      tell();
      return made;
    });
    running = { to, outcome };
    tell();
    return outcome;
  };

  const soon = (): void => {
    schedule.cancel('check');
    const to = address();
    if (to !== null && isUp() && !stopped) void now(to);
  };

  const plan = (): void => {
    schedule.cancel('check');
    if (!isUp()) return;
    if (misses >= deadAfter && last?.outcome === 'failed' && last.status === noTunnel) {
      misses = 0;
      dead();
      return;
    }
    schedule.in('check', misses === 0 ? everyMs : failureWait(misses), soon);
  };

  return {
    now,
    soon,
    pause: () => schedule.cancel('check'),
    forget: () => {
      last = null;
      misses = 0;
    },
    report: () => ({ roundTrip: last, checking: running !== null }),
    stop: () => {
      stopped = true;
      schedule.cancel('check');
    },
  };
};
