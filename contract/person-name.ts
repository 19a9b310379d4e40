/** Ids and names of a team's members. The code of leads imports this file, so it must not import team/. */
import { z } from 'zod';

/** The id of a person: a token of the log's subjects (team/subjects.ts). */
export const personID = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

export const maxPersonNameLength = 80;

/** A single line, as an owner entered it. */
export const personName = z
  .string()
  .trim()
  .min(1)
  .max(maxPersonNameLength)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u);
