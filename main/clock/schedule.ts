/** Runs named jobs later, by the steady clock. A new plan replaces a job's old one; no job overlaps itself. */
import type { Clock } from './clock.ts';

/** A job that returns a promise runs until the promise settles. */
type Job = () => void | Promise<void>;

export type Schedule = ReturnType<typeof createSchedule>;

type Plan = { readonly at: number; readonly job: Job };

/** @param onError receives an error that a job threw or rejected with; the job is not planned again */
export const createSchedule = (clock: Clock, onError: (thrown: unknown, name: string) => void) => {
  const plans = new Map<string, Plan>();
  const running = new Set<string>();
  const timers = new Map<number, () => void>();
  let isStopped = false;

  /** Sets a timer for the next due job, unless an earlier one is pending. */
  const arm = (): void => {
    const now = clock.steady();
    for (const [at, cancelTimer] of [...timers].filter(([fires]) => fires <= now)) {
      cancelTimer();
      timers.delete(at);
    }
    const times = [...plans].filter(([name]) => !running.has(name)).map(([, { at }]) => at);
    if (isStopped || times.length === 0) return;
    const next = Math.max(now, Math.min(...times));
    if ([...timers.keys()].some((at) => at <= next)) return;
    const fire = (): void => {
      timers.delete(next);
      runDue();
    };
    timers.set(next, clock.after(next - now, fire));
  };

  const run = (name: string, job: Job): void => {
    running.add(name);
    let result: void | Promise<void> = undefined;
    try {
      result = job();
    } catch (thrown) {
      onError(thrown, name);
    }
    if (result === undefined) {
      running.delete(name);
      return;
    }
    void result
      .catch((thrown: unknown) => onError(thrown, name))
      .finally(() => {
        running.delete(name);
        runDue();
      });
  };

  const runDue = (): void => {
    const now = clock.steady();
    const due = [...plans]
      .filter(([name, { at }]) => at <= now && !running.has(name))
      .toSorted(([, a], [, b]) => a.at - b.at);
    for (const [name, plan] of due) {
      // An earlier job may have canceled or replaced the plan.
      if (isStopped || plans.get(name) !== plan) continue;
      plans.delete(name);
      run(name, plan.job);
    }
    arm();
  };

  const plan = (name: string, time: number, job: Job): void => {
    if (isStopped) return;
    plans.set(name, { at: time, job });
    arm();
  };

  return {
    /** Runs a job now and cancels its plan. A running job runs once more afterwards. */
    now: (name: string, job: Job): void => {
      if (isStopped) return;
      if (running.has(name)) return plan(name, clock.steady(), job);
      plans.delete(name);
      run(name, job);
      arm();
    },
    in: (name: string, ms: number, job: Job) => plan(name, clock.steady() + ms, job),
    /** Plans a job for a time of `clock.steady()`; for a past time, as soon as possible. */
    at: plan,
    /** Cancels a job's plan; a running job continues. */
    cancel: (name: string) => void plans.delete(name),
    /** The planned time by `clock.steady()`, or null. */
    getDueTime: (name: string) => plans.get(name)?.at ?? null,
    /** Cancels all plans, also later ones; running jobs continue. */
    stop: (): void => {
      isStopped = true;
      plans.clear();
      for (const cancelTimer of timers.values()) cancelTimer();
      timers.clear();
    },
  };
};
