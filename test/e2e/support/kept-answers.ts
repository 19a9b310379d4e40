/**
 * Answers of the app's main process that the collector of garbage cannot take. Its inspector holds an
 * answer weakly until it is sent, so a call of Playwright's fails now and then in a busy process though
 * it was carried out. The process keeps its last answers by number; a lost one is read again, and what was
 * asked is never done twice.
 */
import type { ElectronApplication } from '@playwright/test';

type Evaluate = (work: () => unknown, argument?: unknown) => Promise<unknown>;

/** More than are ever asked at once. */
const keptAnswers = 20;

/** What Playwright sends of a function is its source. */
const functionOf = (source: string): (() => unknown) =>
  Object.assign(() => null, { toString: () => source });

/** The same app, whose `evaluate` returns what was computed also when its first answer was lost. */
export const keepingAnswers = (app: ElectronApplication): ElectronApplication => {
  const evaluate = app.evaluate.bind(app) as Evaluate;
  let asked = 0;
  const keeping = async (work: unknown, argument?: unknown): Promise<unknown> => {
    const key = (asked += 1);
    const source = `(electron, argument) => {
      const answers = (globalThis.answersOfTests ??= {});
      delete answers[${key - keptAnswers}];
      return (answers[${key}] = (${String(work)})(electron, argument));
    }`;
    try {
      return await evaluate(functionOf(source), argument);
    } catch (error) {
      if (!String(error).includes('garbage collected')) throw error;
      return evaluate(functionOf(`() => globalThis.answersOfTests[${key}]`));
    }
  };
  return Object.assign(app, { evaluate: keeping as typeof app.evaluate });
};
