/**
 * Jobs that are to be done later: what is overdue is due, a job that is planned anew is planned once,
 * and none is done twice at the same time. Moments are those of the clock that does not jump. A timer
 * is only what has it look: one that fires early, or for nothing, does no harm, and none is taken back
 * for a sooner one, so that one that gets lost strands nothing as long as another is set.
 */
import type { Clock } from './clock.ts';

/** Work of a schedule; one that takes a while says by its promise when it is over. */
type Job = () => void | Promise<void>;

export type Schedule = {
  /** Does a job at once, in place of when it was planned; one that is under way is done once more after it. */
  readonly now: (name: string, job: Job) => void;
  /** Plans a job in `ms` milliseconds, in place of when it was planned before. */
  readonly in: (name: string, ms: number, job: Job) => void;
  /** The same for a moment of `clock.steady()`; one that is over is now. */
  readonly at: (name: string, moment: number, job: Job) => void;
  /** Takes a planned job back; what is under way goes on. */
  readonly cancel: (name: string) => void;
  /** When a job is planned, by `clock.steady()`, or null. */
  readonly dueAt: (name: string) => number | null;
  /** Nothing is done any more; what is under way goes on. */
  readonly stop: () => void;
};

type Plan = { readonly at: number; readonly job: Job };

/**
 * Makes an empty schedule.
 *
 * @param failed told what a job has thrown, or rejected with; it is not planned again by itself
 */
export const createSchedule = (
  clock: Clock,
  failed: (thrown: unknown, name: string) => void,
): Schedule => {
  const plans = new Map<string, Plan>();
  const running = new Set<string>();
  /** The timers that are set, by when they fire. */
  const timers = new Map<number, () => void>();
  let stopped = false;

  /** Sets a timer for the next job that can begin, unless one fires before it anyway. */
  const arm = (): void => {
    const now = clock.steady();
    for (const [at, callOff] of [...timers].filter(([fires]) => fires <= now)) {
      callOff();
      timers.delete(at);
    }
    const moments = [...plans].filter(([name]) => !running.has(name)).map(([, { at }]) => at);
    if (stopped || moments.length === 0) return;
    const next = Math.max(now, Math.min(...moments));
    if ([...timers.keys()].some((at) => at <= next)) return;
    const fire = (): void => {
      timers.delete(next);
      round();
    };
    timers.set(next, clock.after(next - now, fire));
  };

  const run = (name: string, job: Job): void => {
    running.add(name);
    let over: void | Promise<void> = undefined;
    try {
      over = job();
    } catch (thrown) {
      failed(thrown, name);
    }
    if (over === undefined) {
      running.delete(name);
      return;
    }
    void over
      .catch((thrown: unknown) => failed(thrown, name))
      .finally(() => {
        running.delete(name);
        round();
      });
  };

  /** Begins everything that is due at this one moment, the oldest first. */
  const round = (): void => {
    const now = clock.steady();
    const due = [...plans]
      .filter(([name, { at }]) => at <= now && !running.has(name))
      .toSorted(([, a], [, b]) => a.at - b.at);
    for (const [name, plan] of due) {
      // A job before it may have taken it back, or planned it anew.
      if (stopped || plans.get(name) !== plan) continue;
      plans.delete(name);
      run(name, plan.job);
    }
    arm();
  };

  const plan = (name: string, moment: number, job: Job): void => {
    if (stopped) return;
    plans.set(name, { at: moment, job });
    arm();
  };

  return {
    now: (name, job) => {
      if (stopped) return;
      if (running.has(name)) {
        plan(name, clock.steady(), job);
        return;
      }
      plans.delete(name);
      run(name, job);
      arm();
    },
    in: (name, ms, job) => plan(name, clock.steady() + ms, job),
    at: plan,
    cancel: (name) => void plans.delete(name),
    dueAt: (name) => plans.get(name)?.at ?? null,
    stop: () => {
      stopped = true;
      plans.clear();
      for (const callOff of timers.values()) callOff();
      timers.clear();
    },
  };
};
