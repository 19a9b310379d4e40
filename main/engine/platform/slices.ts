/**
 * Runs long work in slices of a few milliseconds, each in its own transactions. Between slices
 * the event loop handles commands, deliveries and timers. All long work of an engine shares one
 * of these, so that two jobs together do not block longer than one.
 */

/** Does whole steps of the work until `isOver`; true while work remains. */
export type Slice = (isOver: () => boolean) => boolean;

/** Work that can pause at each `yield`; returns its result. */
export type Steps<T> = Generator<undefined, T>;

/** Runs all steps without a pause, for processes without other work and for tests. */
export const allSteps = <T>(steps: Steps<T>): T => {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
};

/**
 * Runs the steps in slices.
 *
 * @param run `Slices.runAsked` when a person waits, otherwise `Slices.run`
 * @returns undefined when the engine stops before the end
 */
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

export type Slices = {
  /**
   * Runs slices until no work remains, the first at once if there is time. Resolves to true then,
   * and to false when it was stopped; rejects with what a slice throws.
   */
  readonly run: (slice: Slice) => Promise<boolean>;
  /** The same when a person waits: it has priority, and `hold` delays only writes. */
  readonly runAsked: (slice: Slice, does?: 'reads' | 'writes') => Promise<boolean>;
  /** Delays all slices except reads of `runAsked`, until the returned function is called. */
  readonly hold: () => () => void;
  /** Starts no further slice. */
  readonly stop: () => void;
};

/** Time for slices between two turns of the event loop, in milliseconds, without commits. */
export const budgetMs = 6;

type Turn = {
  readonly slice: Slice;
  readonly isAsked: boolean;
  readonly writes: boolean;
  readonly done: (isWhole: boolean) => void;
  readonly failed: (thrown: unknown) => void;
};

/**
 * Creates the slices of one engine.
 *
 * @param steady steady clock in milliseconds (`Clock.steady`)
 * @param letOthers calls back after pending events (`setImmediate`)
 */
export const createSlices = ({
  steady,
  letOthers,
}: {
  readonly steady: () => number;
  readonly letOthers: (then: () => void) => unknown;
}): Slices => {
  const waiting: Turn[] = [];
  /** Time spent since the last turn of the event loop. */
  let spent = 0;
  let isBreathing = false;
  let holds = 0;
  let stopped = false;

  const mayBegin = ({ writes }: Turn): boolean => holds === 0 || !writes;

  const nextTurn = (): Turn | undefined => {
    const asked = waiting.findIndex((turn) => turn.isAsked && mayBegin(turn));
    if (asked >= 0) return waiting.splice(asked, 1)[0];
    return holds > 0 ? undefined : waiting.shift();
  };

  const breathe = (): void => {
    if (isBreathing || (spent === 0 && waiting.length === 0)) return;
    isBreathing = true;
    letOthers(() => {
      isBreathing = false;
      spent = 0;
      const next = nextTurn();
      if (next !== undefined) take(next);
    });
  };

  /** Runs one job until the time is up. */
  const take = (turn: Turn): void => {
    const before = spent;
    const began = steady();
    const isOver = (): boolean => {
      spent = before + (steady() - began);
      return spent >= budgetMs;
    };
    try {
      let more = !stopped;
      while (more && !stopped) {
        more = turn.slice(isOver);
        if (isOver()) break;
      }
      if (more && !stopped) waiting.push(turn);
      else turn.done(!more);
    } catch (thrown) {
      isOver();
      turn.failed(thrown);
    }
    breathe();
  };

  const begin = (slice: Slice, isAsked: boolean, writes: boolean): Promise<boolean> =>
    new Promise((done, failed) => {
      const turn = { slice, isAsked, writes, done, failed };
      const isNext = isAsked || waiting.length === 0;
      if (stopped) done(false);
      else if (isNext && mayBegin(turn) && spent < budgetMs) take(turn);
      else {
        waiting.push(turn);
        breathe();
      }
    });

  return {
    run: (slice) => begin(slice, false, true),
    runAsked: (slice, does = 'reads') => begin(slice, true, does === 'writes'),
    hold: () => {
      holds += 1;
      return () => {
        holds -= 1;
        breathe();
      };
    },
    stop: () => {
      stopped = true;
      for (const { done } of waiting.splice(0)) done(false);
    },
  };
};
