/** Time as an argument: tests advance a clock of their own instead of sleeping. */
export type Clock = {
  /** UTC milliseconds, as the computer shows them; somebody may set them forward or back. */
  readonly now: () => number;
  /**
   * UTC milliseconds that never jump: the time at which the process began and what has passed since.
   * Every wait is measured by it. After a restart, or a sleep, it may differ from what it would have
   * been: a time kept from before counts for no longer than its wait can be.
   */
  readonly steady: () => number;
  /** Calls `work` once after `ms` milliseconds; the answer calls it off. */
  readonly after: (ms: number, work: () => void) => () => void;
};

export const systemClock: Clock = {
  now: Date.now,
  steady: () => Math.floor(performance.timeOrigin + performance.now()),
  after: (ms, work) => {
    // setTimeout fires at once for more than 24.8 days.
    const timer = setTimeout(work, Math.min(ms, 2_147_483_647));
    return () => clearTimeout(timer);
  },
};

/** Resolves after `ms` milliseconds of `clock`. */
export const pause = (clock: Clock, ms: number): Promise<void> =>
  new Promise((done) => clock.after(ms, done));

/** How far the computer's clock is ahead of the steady one, in milliseconds: what a wait's end is shown by. */
export const aheadOf = (clock: Clock): number => clock.now() - clock.steady();
