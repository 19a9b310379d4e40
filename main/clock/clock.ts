/** Time as an argument: tests advance a clock of their own instead of sleeping. */
export type Clock = {
  /** UTC milliseconds. */
  readonly now: () => number;
  /** Calls `work` once after `ms` milliseconds; the answer calls it off. */
  readonly after: (ms: number, work: () => void) => () => void;
};

export const systemClock: Clock = {
  now: Date.now,
  after: (ms, work) => {
    // setTimeout fires at once for more than 24.8 days.
    const timer = setTimeout(work, Math.min(ms, 2_147_483_647));
    return () => clearTimeout(timer);
  },
};

/** Resolves after `ms` milliseconds of `clock`. */
export const pause = (clock: Clock, ms: number): Promise<void> =>
  new Promise((done) => clock.after(ms, done));
