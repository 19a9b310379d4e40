/** People of a team, as leads name them. It loads nothing of teams. */
import { z } from 'zod';

/** The id of a person: a token of the log's subjects (team/subjects.ts). */
export const personID = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

export const longestPersonName = 80;

/** As an owner entered it: one line. */
export const personName = z
  .string()
  .trim()
  .min(1)
  .max(longestPersonName)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u);
