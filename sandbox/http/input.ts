/** Parses bodies and queries, and defines the parameters that several paths share. */
import { z } from 'zod';
import { Refusal } from './problem.ts';

/** Parses a body or query. Throws a Refusal with 400 that names each invalid field. */
export const parseInput = <T>(schema: z.ZodType<T>, input: unknown): T => {
  const result = schema.safeParse(input ?? {});
  if (result.success) return result.data;
  const errors = result.error.issues.map(({ path, message }) => ({
    field: path.join('.'),
    message,
  }));
  const [first] = errors;
  throw new Refusal(400, first ? `${first.field || 'body'}: ${first.message}` : 'Invalid', errors);
};

/** The `limit` of a list query: a whole number from 1 to `max`. */
export const limitField = (max: number) =>
  z.coerce
    .number()
    .refine((limit) => Number.isInteger(limit) && limit >= 1 && limit <= max, {
      message: `must be a whole number from 1 to ${max}`,
    })
    .optional();

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

export const propertyTypeField = z.string().min(1).max(100).optional();
