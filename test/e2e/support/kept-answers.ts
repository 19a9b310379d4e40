/**
 * Protects answers of the app's main process from the garbage collector. Its inspector holds an answer weakly
 * until it is sent, so in a busy process a Playwright call can fail after it was executed. Main keeps its last
 * answers by number; a lost one is read again without repeating the call.
 */
import type { ElectronApplication } from '@playwright/test';

type Evaluate = (work: () => unknown, argument?: unknown) => Promise<unknown>;

/** More than the number of simultaneous calls. */
const keptAnswers = 20;

/** Reading again can lose the answer again. */
const maxReads = 5;

/** Playwright sends a function's source. */
const createFunction = (source: string): (() => unknown) =>
  Object.assign(() => null, { toString: () => source });

/** The same app, with an `evaluate` that recovers lost answers. */
export const keepAnswers = (app: ElectronApplication): ElectronApplication => {
  const evaluate = app.evaluate.bind(app) as Evaluate;
  let asked = 0;
  const keeping = async (work: unknown, argument?: unknown): Promise<unknown> => {
    const key = (asked += 1);
    const source = `(electron, argument) => {
      const answers = (globalThis.answersOfTests ??= {});
      delete answers[${key - keptAnswers}];
      return (answers[${key}] = (${String(work)})(electron, argument));
    }`;
    const readAgain = createFunction(`() => globalThis.answersOfTests[${key}]`);
    for (let reads = 0; ; reads += 1) {
      try {
        return await (reads === 0
          ? evaluate(createFunction(source), argument)
          : evaluate(readAgain));
      } catch (error) {
        if (!String(error).includes('garbage collected') || reads === maxReads) throw error;
      }
    }
  };
  return Object.assign(app, { evaluate: keeping as typeof app.evaluate });
};
