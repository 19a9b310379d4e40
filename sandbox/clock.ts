/**
 * The sandbox's clock: real time plus an offset that the control interface sets. All timers (retries,
 * customers' answers) use it, so advancing it triggers everything that becomes due.
 */

export type Clock = {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** Milliseconds ahead of real time. */
  offset(): number;
  /** Advances the clock and runs all due jobs, the earliest first. */
  advance(milliseconds: number): void;
  /** Runs `job` once, `milliseconds` from now. */
  after(milliseconds: number, job: () => void): void;
  /** Cancels all jobs and sets the offset. */
  reset(offset: number): void;
};

type Waiting = {
  readonly due: number;
  readonly job: () => void;
  timer: NodeJS.Timeout;
};

const longestTimer = 2 ** 31 - 1;

export const createClock = (realNow: () => number): Clock => {
  let offset = 0;
  const waiting = new Set<Waiting>();

  const now = () => realNow() + offset;
  const arm = (entry: Omit<Waiting, 'timer'>) =>
    setTimeout(runDue, Math.min(Math.max(entry.due - now(), 0), longestTimer));

  const runDue = (): void => {
    const due = [...waiting].filter((entry) => entry.due <= now()).sort((a, b) => a.due - b.due);
    for (const entry of due) {
      clearTimeout(entry.timer);
      waiting.delete(entry);
    }
    for (const entry of waiting) {
      clearTimeout(entry.timer);
      entry.timer = arm(entry);
    }
    for (const entry of due) entry.job();
  };

  return {
    now,
    offset: () => offset,
    advance(milliseconds) {
      offset += milliseconds;
      runDue();
    },
    after(milliseconds, job) {
      const entry = { due: now() + milliseconds, job };
      waiting.add({ ...entry, timer: arm(entry) });
    },
    reset(newOffset) {
      for (const entry of waiting) clearTimeout(entry.timer);
      waiting.clear();
      offset = newOffset;
    },
  };
};
