/** The result of an endpoint, a body or a problem, which the server sends. */
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { sendProblem, type FieldError, type Problem } from './problem.ts';

export type Answer =
  | { readonly body: unknown; readonly status?: number }
  | { readonly problem: Problem };

export const answer = (body: unknown): Answer => ({ body });

/** 201 with the created record. */
export const created = (body: unknown): Answer => ({ body, status: 201 });

/** 204 without a body. */
export const done: Answer = { body: undefined };

export const refuse = (
  status: number,
  detail: string,
  errors?: readonly FieldError[],
): { readonly problem: Problem } => ({ problem: { status, detail, errors } });

export const sendAnswer = (reply: FastifyReply, result: Answer): FastifyReply => {
  if ('problem' in result) return sendProblem(reply, result.problem);
  return result.body === undefined
    ? reply.code(204).send()
    : reply.code(result.status ?? 200).send(result.body);
};

/** Parses a body or query; invalid input is a 400 that names each field. */
export const read = <T>(
  schema: z.ZodType<T>,
  input: unknown,
): { readonly value: T } | { readonly problem: Problem } => {
  const result = schema.safeParse(input ?? {});
  if (result.success) return { value: result.data };
  const errors = result.error.issues.map(({ path, message }) => ({
    field: path.join('.'),
    message,
  }));
  const [first] = errors;
  return refuse(400, first ? `${first.field || 'body'}: ${first.message}` : 'Invalid', errors);
};

/** The `limit` parameter of a list. */
export const limitField = (max: number) =>
  z.coerce
    .number()
    .refine((limit) => Number.isInteger(limit) && limit >= 1 && limit <= max, {
      message: `must be a whole number from 1 to ${max}`,
    })
    .optional();
