/**
 * Long work in slices. Each does what fits into a few milliseconds, by a clock that never jumps, in
 * transactions of its own; between two of them everything that came meanwhile has its turn: commands,
 * deliveries, timers. All long work of an engine goes through one of these and takes turns in it, so
 * that two kinds at once take no longer breaths than one.
 */

/** Does a part of the work, in whole steps, until `isOver`; true while there is more to do. */
export type Slice = (isOver: () => boolean) => boolean;

/** Work that can pause at each `yield`, so that it can be done in slices; it returns its result. */
export type Steps<T> = Generator<undefined, T>;

/** Does all steps without a pause: for a process that nobody waits for, and for tests. */
export const allSteps = <T>(steps: Steps<T>): T => {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
};

/**
 * Does the steps in slices.
 *
 * @param run `Slices.runAsked` for what a person waits for, else `Slices.run`
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
   * Does slice after slice until nothing is left, the first at once where there is time. Resolves to
   * true then, and to false when it was stopped before; rejects with what a slice throws.
   */
  readonly run: (slice: Slice) => Promise<boolean>;
  /** The same for what a person waits for: it comes before other work, and `hold` holds up only what writes. */
  readonly runAsked: (slice: Slice, does?: 'reads' | 'writes') => Promise<boolean>;
  /** Lets no slice begin until the answer is called, but those of `runAsked` that only read. */
  readonly hold: () => () => void;
  /** Lets no slice begin any more. */
  readonly stop: () => void;
};

/** How long the slices between two breaths take together, in milliseconds; a commit comes on top. */
export const budgetMs = 6;

type Turn = {
  readonly slice: Slice;
  readonly isAsked: boolean;
  readonly writes: boolean;
  readonly done: (isWhole: boolean) => void;
  readonly failed: (thrown: unknown) => void;
};

/**
 * Makes the slices of one engine.
 *
 * @param steady milliseconds that never jump (`Clock.steady`)
 * @param letOthers calls back once everything that waits has had its turn (`setImmediate`)
 */
export const createSlices = ({
  steady,
  letOthers,
}: {
  readonly steady: () => number;
  readonly letOthers: (then: () => void) => unknown;
}): Slices => {
  const waiting: Turn[] = [];
  /** What slices have taken since the others had their turn. */
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

  /** Works on a turn until the time is up. */
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
