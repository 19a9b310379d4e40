/** Stores the choice to keep running without a window. Main stores it, because it must work without the engine. */
import { z } from 'zod';
import type { Answer } from '../../../contract/errors.ts';
import { readJSONFile, writeJSONFile } from '../json-file.ts';

const choice = z.object({
  keepRunning: z.boolean().default(false),
  asked: z.boolean().default(false),
});
export type Choice = Readonly<z.infer<typeof choice>>;

export type ChoiceStore = {
  readonly now: () => Choice;
  /** If it cannot be written, the old choice stays. */
  readonly change: (changes: Partial<Choice>) => Answer<unknown>;
};

export const openChoice = (file: string): ChoiceStore => {
  let now: Choice = readJSONFile(file, choice);
  return {
    now: () => now,
    change: (changes) => {
      const next = { ...now, ...changes };
      const written = writeJSONFile(file, next);
      if (written.ok) now = next;
      return written;
    },
  };
};
