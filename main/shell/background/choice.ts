/** Stores the choice to keep running without a window. Main stores it, because it must work without the engine. */
import { z } from 'zod';
import { readJSONFile, writeJSONFile } from '../json-file.ts';

const choice = z.object({
  keepRunning: z.boolean().default(false),
  asked: z.boolean().default(false),
});
type Choice = Readonly<z.infer<typeof choice>>;

export type ChoiceStore = ReturnType<typeof openChoice>;

export const openChoice = (file: string) => {
  let now: Choice = readJSONFile(file, choice);
  return {
    get: () => now,
    /** If it cannot be written, the old choice stays. */
    change: (changes: Partial<Choice>) => {
      const next = { ...now, ...changes };
      const written = writeJSONFile(file, next);
      if (written.ok) now = next;
      return written;
    },
  };
};
