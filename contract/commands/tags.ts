/** The tags that there are; a lead is given one by `leads.mark`. */
import { z } from 'zod';
import { command, noInput } from './command.ts';

export const tagCommands = {
  /** Every tag that some lead has, in no order of meaning; the first 500. */
  'tags.list': command('engine', noInput, z.strictObject({ tags: z.array(z.string()) })),
} as const;
