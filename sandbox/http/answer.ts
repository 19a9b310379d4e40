/** What an endpoint answers: a body, or a problem. Endpoints return it; the server sends it. */
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { sendProblem, type FieldError, type Problem } from './problem.ts';

export type Answer =
  { readonly body: unknown; readonly status?: number } | { readonly problem: Problem };

export const answer = (body: unknown): Answer => ({ body });

/** 201: something was created, and this is it. */
export const created = (body: unknown): Answer => ({ body, status: 201 });

/** 204: done, and nothing to say. */
export const done: Answer = { body: undefined };

export const refuse = (
  status: number,
  detail: string,
  errors?: readonly FieldError[],
): { readonly problem: Problem } => ({ problem: { status, detail, errors } });

export const sendAnswer = (reply: FastifyReply, given: Answer): FastifyReply => {
  if ('problem' in given) return sendProblem(reply, given.problem);
  return given.body === undefined
    ? reply.code(204).send()
    : reply.code(given.status ?? 200).send(given.body);
};

/** Reads a body or query against its schema; what does not fit is a 400 that names each field. */
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

/** A `limit` of a list query: a whole number within its bounds. */
export const limitField = (max: number) =>
  z.coerce
    .number()
    .refine((limit) => Number.isInteger(limit) && limit >= 1 && limit <= max, {
      message: `must be a whole number from 1 to ${max}`,
    })
    .optional();
