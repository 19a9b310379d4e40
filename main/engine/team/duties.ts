/**
 * Leases for work that one desktop of a team does for all, such as polls. Two desktops may hold one briefly when the
 * servers' clocks disagree, so the work must be harmless when it is done twice.
 */
import { spread } from '../../clock/backoff.ts';
import type { Clock } from '../../clock/clock.ts';
import type { TeamLog } from './log/team-log.ts';

export type Duty = {
  /**
   * The fencing number while this desktop holds the duty, else null; a later holder has a higher one. Call it right
   * before each action.
   */
  readonly getFence: () => number | null;
  /** Gives up the duty and releases it for other desktops. */
  readonly stop: () => Promise<void>;
};

type Attempt = { readonly data: Uint8Array; readonly sentAt: number; readonly sentAtWall: number };

const defaultLeaseMs = 30_000;
/** The holder stops this long before its lease expires; the servers' clocks may differ by as much. */
const defaultMarginMs = 2_000;

/** An entry without data ends a lease early. */
const released = new Uint8Array();

const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

/**
 * Tries to hold a duty until it is stopped.
 * @param subject `duty.<name>.<account>`
 * @param createProof returns the data of an attempt, never empty and different each time: it names the holder, and
 *   identifies own entries when an answer was lost
 * @param onChange called when the duty was gained or lost; also check `getFence`, because time passes
 * @param onHeard called whenever the log shows the holder of the duty
 */
export const wantDuty = ({
  teamLog,
  clock,
  chance,
  subject,
  createProof,
  onChange,
  onHeard = () => undefined,
  leaseMs = defaultLeaseMs,
  marginMs = defaultMarginMs,
}: {
  readonly teamLog: Pick<TeamLog, 'publish' | 'getLast'>;
  readonly clock: Clock;
  readonly chance: () => number;
  readonly subject: string;
  readonly createProof: () => Uint8Array;
  readonly onChange: (isHeld: boolean) => void;
  readonly onHeard?: () => void;
  readonly leaseMs?: number;
  readonly marginMs?: number;
}): Duty => {
  let lease: (Attempt & { readonly sequence: number }) | null = null;
  /** Attempts that may be stored although no answer came. */
  let unanswered: Attempt[] = [];
  let wasHeld = false;
  let isStopped = false;
  let cancelTick = (): void => {};
  let cancelEnd = (): void => {};

  const computeLeftMs = (): number => {
    if (!lease) return 0;
    // The steady clock may stop while the computer sleeps; the wall clock may be set back.
    const elapsed = Math.max(clock.steady() - lease.sentAt, clock.now() - lease.sentAtWall);
    return leaseMs - marginMs - elapsed;
  };
  const getFence = (): number | null => (lease && computeLeftMs() > 0 ? lease.sequence : null);

  const report = (): void => {
    cancelEnd();
    const isHeld = getFence() !== null;
    if (isHeld) cancelEnd = clock.after(computeLeftMs(), report);
    if (isHeld === wasHeld) return;
    wasHeld = isHeld;
    onChange(isHeld);
  };

  const hold = (attempt: Attempt, sequence: number): void => {
    lease = { ...attempt, sequence };
    unanswered = [];
  };

  /** Publishes an attempt; returns whether it was stored. */
  const take = async (expectedLast: number): Promise<boolean> => {
    const attempt = { data: createProof(), sentAt: clock.steady(), sentAtWall: clock.now() };
    const outcome = await teamLog.publish(subject, attempt.data, { expectedLast, ttlMs: leaseMs });
    if (outcome.ok) hold(attempt, outcome.sequence);
    else if (outcome.code === 'unknown') unanswered.push(attempt);
    else if (outcome.code === 'conflict') lease = null;
    return outcome.ok;
  };

  /** Returns whether the log has shown who holds the duty. */
  const tick = async (): Promise<boolean> => {
    if (lease && unanswered.length === 0 && (await take(lease.sequence))) return true;
    if (lease && unanswered.length === 0) return false;
    const last = await teamLog.getLast(subject);
    if (!last.ok) return false;
    const { entry } = last;
    const own = entry && unanswered.find(({ data }) => isSame(data, entry.data));
    if (entry && own) {
      hold(own, entry.sequence);
      return true;
    }
    if (entry?.sequence !== lease?.sequence) lease = null;
    if (!entry || lease || isSame(entry.data, released)) return take(entry?.sequence ?? 0);
    unanswered = []; // another desktop's lease came first
    return true;
  };

  const loop = async (): Promise<void> => {
    if (await tick()) onHeard();
    report();
    if (isStopped) return;
    // Soon after a failure, otherwise three times per lease.
    const isSure = unanswered.length === 0 && (lease === null || computeLeftMs() > leaseMs / 2);
    const ms = spread(isSure ? leaseMs / 3 : leaseMs / 10, 0.2, chance);
    cancelTick = clock.after(ms, () => void (running = loop()));
  };
  let running = loop();

  return {
    getFence,
    stop: async () => {
      isStopped = true;
      cancelTick();
      await running;
      const last = getFence();
      lease = null;
      report();
      if (last !== null)
        await teamLog.publish(subject, released, { expectedLast: last, ttlMs: leaseMs });
    },
  };
};
