/** Real time plus the offset of the control interface. All timers use it, so that advancing it runs what is due. */

export type Clock = ReturnType<typeof createClock>;

type Waiting = {
  readonly due: number;
  readonly job: () => void;
  readonly canceled: () => void;
  timer: NodeJS.Timeout;
};

const maxTimerMs = 2 ** 31 - 1;

export const createClock = (realNow: () => number) => {
  let offset = 0;
  const waiting = new Set<Waiting>();

  const now = () => realNow() + offset;
  const arm = ({ due }: Pick<Waiting, 'due'>) =>
    setTimeout(runDue, Math.min(Math.max(due - now(), 0), maxTimerMs));

  const add = (milliseconds: number, job: () => void, canceled: () => void): void => {
    const entry = { due: now() + milliseconds, job, canceled };
    waiting.add({ ...entry, timer: arm(entry) });
  };

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
    after: (milliseconds: number, job: () => void) => add(milliseconds, job, () => undefined),
    /** Resolves `milliseconds` from now, or at a reset. */
    wait: (milliseconds: number): Promise<void> =>
      new Promise((resolve) => add(milliseconds, resolve, resolve)),
    /** Cancels all jobs and sets the offset. */
    reset: (newOffset: number): void => {
      const canceled = [...waiting];
      waiting.clear();
      offset = newOffset;
      for (const entry of canceled) {
        clearTimeout(entry.timer);
        entry.canceled();
      }
    },
  };
};
