/** Error responses of the v4 API: RFC 7807 with a traceID. OAuth and legacy errors have other formats. */
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

/** The response body, with a new traceID. */
export const problemText = ({ status, detail, errors }: Problem): string =>
  JSON.stringify({
    type: 'about:blank',
    title: STATUS_CODES[status],
    status,
    detail,
    traceID: randomUUID().replaceAll('-', ''),
    ...(errors ? { errors } : {}),
  });
