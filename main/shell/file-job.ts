/** Runs jobs in the files process. If it exits without an answer, the job was canceled or failed. */
import { fail, parseAnswer, type Answer } from '../../contract/errors.ts';
import { fileJobMessage, type FileJob } from '../../contract/file-jobs.ts';
import type { z } from 'zod';
import { systemClock } from '../clock/clock.ts';
import type { Child } from './child.ts';

/** The last message may arrive this long after the exit, in milliseconds. */
const lastMessageMs = 100;

/** Runs a job in a new process. Returns its validated answer, and a function that cancels it. */
export const runFileJob = <T extends z.ZodType>(
  launch: () => Child,
  job: FileJob,
  value: T,
  onProgress: (done: number, total: number | null) => void = () => undefined,
) => {
  const child = launch();
  child.stdout?.resume();
  child.stderr?.resume();
  const answer = new Promise<Answer<z.output<T>>>((resolve) => {
    child.onMessage((message) => {
      const read = fileJobMessage.safeParse(message);
      if (!read.success) return;
      if (read.data.type === 'progress') onProgress(read.data.done, read.data.total);
      else resolve(parseAnswer(value, read.data.answer));
    });
    child.onExit(() =>
      systemClock.after(lastMessageMs, () =>
        resolve(fail('internal', 'The file could not be made or read.')),
      ),
    );
    child.send(job);
  });
  // A frozen process ignores signals. An answer that was already sent still counts.
  return { answer, cancel: child.destroy };
};
