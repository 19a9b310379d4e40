/** The shape of a command and shared schemas. contract/commands.ts lists the areas of this folder. */
import { z } from 'zod';

export const noInput = z.strictObject({});
export const done = z.strictObject({});
export const cursor = z.string().max(200);

/** @param answeredBy the process that has the handler */
export const command = <By extends 'main' | 'engine', I extends z.ZodType, O extends z.ZodType>(
  answeredBy: By,
  input: I,
  output: O,
) => ({ answeredBy, input, output });
