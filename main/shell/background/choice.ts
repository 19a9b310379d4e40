/**
 * What the professional chose for the time when the window is closed. In a file of main's own: it is about
 * this computer, and is asked when the window closes, whether the engine answers or not.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Answer } from '../../../contract/errors.ts';
import { replaceFile } from '../../vault/durable-file.ts';

const choice = z.object({
  keepRunning: z.boolean().default(false),
  asked: z.boolean().default(false),
});
export type Choice = Readonly<z.infer<typeof choice>>;

export type KeptChoice = {
  readonly now: () => Choice;
  /** Keeps what is given; the old choice stands where it cannot be written. */
  readonly change: (given: Partial<Choice>) => Answer<unknown>;
};

/** Reads the choice; a lost or broken file is one that was never made. */
export const keepChoice = (file: string): KeptChoice => {
  let now = readChoice(file);
  return {
    now: () => now,
    change: (given) => {
      const next = { ...now, ...given };
      const written = replaceFile(file, Buffer.from(JSON.stringify(next)));
      if (written.ok) now = next;
      return written;
    },
  };
};

const readChoice = (file: string): Choice => {
  try {
    return choice.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return choice.parse({});
  }
};
