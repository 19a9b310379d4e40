/**
 * One job of the files process (contract/file-jobs.ts), from its start to its end. A process that ends
 * without an answer was canceled, or has failed.
 */
import { fail, readAnswer, type Answer } from '../../contract/errors.ts';
import { fileJobMessage, type FileJob } from '../../contract/file-jobs.ts';
import type { z } from 'zod';
import { systemClock, type Clock } from '../clock/clock.ts';
import type { Child } from './child.ts';

/** How long what was said last may be on its way, in milliseconds. */
const lastWordsMs = 100;

export type RunningJob<T> = {
  readonly answer: Promise<Answer<T>>;
  /** Ends it; the answer is a failure then, or what it had said already. */
  readonly cancel: () => void;
};

/**
 * @param value what a good answer holds
 * @param tell hears how far it is
 */
export const runFileJob = <T extends z.ZodType>(
  launch: () => Child,
  job: FileJob,
  value: T,
  tell: (done: number, total: number | null) => void = () => undefined,
  after: Clock['after'] = systemClock.after,
): RunningJob<z.output<T>> => {
  const child = launch();
  child.stdout?.resume();
  child.stderr?.resume();
  const answer = new Promise<Answer<z.output<T>>>((resolve) => {
    child.onMessage((said) => {
      const read = fileJobMessage.safeParse(said);
      if (!read.success) return;
      if (read.data.type === 'progress') tell(read.data.done, read.data.total);
      else resolve(readAnswer(value, read.data.answer));
    });
    // What was said last may still be on its way.
    child.onExit(() =>
      after(lastWordsMs, () => resolve(fail('internal', 'The file could not be made or read.'))),
    );
    child.send(job);
  });
  // It can be ended at any moment, and one that is frozen hears of no signal.
  return { answer, cancel: child.destroy };
};
