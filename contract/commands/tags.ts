/** Existing tags; `leads.mark` adds one to a lead. */
import { z } from 'zod';
import { command, noInput } from './command.ts';

export const tagCommands = {
  /** The first 500 tags, unordered. */
  'tags.list': command('engine', noInput, z.strictObject({ tags: z.array(z.string()) })),
} as const;
