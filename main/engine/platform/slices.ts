/** Runs long work in slices, between commands, deliveries and timers. One instance has an engine's time budget. */

/** Runs whole steps of the work until `isOver`; returns true while work remains. */
export type Slice = (isOver: () => boolean) => boolean;

/** Work that can pause at each `yield`; returns its result. */
export type Steps<T> = Generator<undefined, T>;

/** Runs all steps without a pause, for processes without other work and for tests. */
export const runAllSteps = <T>(steps: Steps<T>): T => {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
};

/** Runs the steps by `Slices.run` or `runAsked`; undefined when the engine stops first. */
export const runSteps = async <T>(
  run: (slice: Slice) => Promise<boolean>,
  steps: Steps<T>,
): Promise<T | undefined> => {
  let result: T | undefined;
  await run((isOver) => {
    for (;;) {
      const step = steps.next();
      if (step.done === true) result = step.value;
      if (step.done === true || isOver()) return step.done !== true;
    }
  });
  return result;
};

export type Slices = ReturnType<typeof createSlices>;

/** Time for slices between two turns of the event loop, in milliseconds; a commit can exceed it. */
export const budgetMs = 6;

type Job = {
  readonly slice: Slice;
  readonly hasPriority: boolean;
  readonly writes: boolean;
  readonly resolve: (isWhole: boolean) => void;
  readonly reject: (thrown: unknown) => void;
};

/** `steady` is the steady clock in milliseconds; `letOthers` calls back after pending events. */
export const createSlices = (dependencies: {
  readonly steady: () => number;
  readonly letOthers: (then: () => void) => unknown;
}) => {
  const { steady, letOthers } = dependencies;
  const waiting: Job[] = [];
  /** Milliseconds since the last turn of the event loop. */
  let spent = 0;
  let isYielding = false;
  let holds = 0;
  let stopped = false;

  const mayBegin = ({ writes }: Job): boolean => holds === 0 || !writes;

  const takeNextJob = (): Job | undefined => {
    const first = waiting.findIndex((job) => job.hasPriority && mayBegin(job));
    if (first >= 0) return waiting.splice(first, 1)[0];
    return holds > 0 ? undefined : waiting.shift();
  };

  const yieldToEvents = (): void => {
    if (isYielding || (spent === 0 && waiting.length === 0)) return;
    isYielding = true;
    letOthers(() => {
      isYielding = false;
      spent = 0;
      const next = takeNextJob();
      if (next !== undefined) runJob(next);
    });
  };

  /** Runs one job until the time is up. */
  const runJob = (job: Job): void => {
    const before = spent;
    const began = steady();
    const isOver = (): boolean => {
      spent = before + (steady() - began);
      return spent >= budgetMs;
    };
    try {
      let hasMore = !stopped;
      while (hasMore && !stopped) {
        hasMore = job.slice(isOver);
        if (isOver()) break;
      }
      if (hasMore && !stopped) waiting.push(job);
      else job.resolve(!hasMore);
    } catch (thrown) {
      isOver();
      job.reject(thrown);
    }
    yieldToEvents();
  };

  const begin = (slice: Slice, hasPriority: boolean, writes: boolean): Promise<boolean> =>
    new Promise((resolve, reject) => {
      const job = { slice, hasPriority, writes, resolve, reject };
      const isNext = hasPriority || waiting.length === 0;
      if (stopped) resolve(false);
      else if (isNext && mayBegin(job) && spent < budgetMs) runJob(job);
      else {
        waiting.push(job);
        yieldToEvents();
      }
    });

  return {
    /** Runs slices; true when no work remains, false when stopped first. Rejects with errors of a slice. */
    run: (slice: Slice) => begin(slice, false, true),
    /** Like `run`, for a waiting person: it has priority, and `hold` delays only writes. */
    runAsked: (slice: Slice, does: 'reads' | 'writes' = 'reads') =>
      begin(slice, true, does === 'writes'),
    /** Delays all slices except reads of `runAsked`, until the returned function is called. */
    hold: (): (() => void) => {
      holds += 1;
      return () => {
        holds -= 1;
        yieldToEvents();
      };
    },
    /** Starts no further slice. */
    stop: (): void => {
      stopped = true;
      for (const { resolve } of waiting.splice(0)) resolve(false);
    },
  };
};
