/** Time as an argument: tests advance a clock instead of sleeping. */
export type Clock = {
  /** UTC milliseconds of the computer's clock, which can be set. */
  readonly now: () => number;
  /** UTC milliseconds that never jump, for all waits. It may differ after a restart, so cap a stored wait. */
  readonly steady: () => number;
  /** Calls `work` once after `ms` milliseconds; the returned function cancels it. */
  readonly after: (ms: number, work: () => void) => () => void;
};

export const systemClock: Clock = {
  now: Date.now,
  steady: () => Math.floor(performance.timeOrigin + performance.now()),
  after: (ms, work) => {
    // Beyond 24.8 days setTimeout fires immediately; a schedule then sets another timer.
    const timer = setTimeout(work, Math.min(ms, 2_147_483_647));
    return () => clearTimeout(timer);
  },
};

/** Waits `ms` milliseconds. */
export const pause = (clock: Clock, ms: number): Promise<void> =>
  new Promise((done) => clock.after(ms, done));

/** Computes by how many milliseconds the computer's clock leads the steady one, to show steady times to people. */
export const computeClockOffset = (clock: Clock): number => clock.now() - clock.steady();
