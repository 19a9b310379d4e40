/**
 * Error answers of the API: RFC 7807 with a traceID that support can be asked about. OAuth errors
 * and the legacy interface have their own shapes and are not made here.
 */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { FastifyReply } from 'fastify';

export type FieldError = {
  readonly field: string;
  readonly message: string;
};

export type Problem = {
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly FieldError[] | undefined;
};

export const problemType = 'application/problem+json; charset=utf-8';

export const sendProblem = (reply: FastifyReply, problem: Problem): FastifyReply =>
  reply.code(problem.status).type(problemType).send(problemText(problem));

/** The body as it goes over the wire, with a traceID of its own. */
export const problemText = ({ status, detail, errors }: Problem): string =>
  JSON.stringify({
    type: 'about:blank',
    title: STATUS_CODES[status],
    status,
    detail,
    traceID: randomUUID().replaceAll('-', ''),
    ...(errors ? { errors } : {}),
  });
