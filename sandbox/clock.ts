/** Real time plus the offset of the control interface. All timers use it, so that advancing it runs what is due. */

export type Clock = ReturnType<typeof createClock>;

type Waiting = {
  readonly due: number;
  readonly job: () => void;
  timer: NodeJS.Timeout;
};

const maxTimerMs = 2 ** 31 - 1;

export const createClock = (realNow: () => number) => {
  let offset = 0;
  const waiting = new Set<Waiting>();

  const now = () => realNow() + offset;
  const arm = (entry: Omit<Waiting, 'timer'>) =>
    setTimeout(runDue, Math.min(Math.max(entry.due - now(), 0), maxTimerMs));

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
    /** Milliseconds since 1970, UTC. */
    now,
    /** Milliseconds ahead of real time. */
    offset: () => offset,
    /** Advances the clock and runs all due jobs, the earliest first. */
    advance: (milliseconds: number): void => {
      offset += milliseconds;
      runDue();
    },
    /** Runs `job` once, `milliseconds` from now. */
    after: (milliseconds: number, job: () => void): void => {
      const entry = { due: now() + milliseconds, job };
      waiting.add({ ...entry, timer: arm(entry) });
    },
    /** Cancels all jobs and sets the offset. */
    reset: (newOffset: number): void => {
      for (const entry of waiting) clearTimeout(entry.timer);
      waiting.clear();
      offset = newOffset;
    },
  };
};
