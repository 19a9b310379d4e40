/** The name of a person of a team. */
import { z } from 'zod';

/** As an owner entered it: one line. */
export const personName = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u);
