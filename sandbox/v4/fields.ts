/** Parameters shared by several v4 paths (live facts, other v4 paths). */
import { z } from 'zod';

/** An `offset` of a list query: a whole number from 0. */
export const offsetField = z.coerce
  .number()
  .refine((offset) => Number.isInteger(offset) && offset >= 0, {
    message: 'must be a whole number from 0',
  })
  .optional();

export const zipCodeField = z
  .string()
  .regex(/^\d{5}$/, { message: 'must be a five-digit zip code' });

export const queryField = z
  .string()
  .max(500)
  .refine((query) => query.trim() !== '', { message: 'must not be empty' });

export const utmSourceField = z
  .string()
  .max(48)
  .regex(/^cma-[a-zA-Z0-9-_]+$/, { message: 'must match ^cma-[a-zA-Z0-9-_]+$' });
