/** The name of a person of a team. */
import { z } from 'zod';

export const longestPersonName = 80;

/** As an owner entered it: one line. */
export const personName = z
  .string()
  .trim()
  .min(1)
  .max(longestPersonName)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u);
