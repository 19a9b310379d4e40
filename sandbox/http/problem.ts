/** Error responses of the v4 API: RFC 7807 with a traceID. OAuth and legacy errors have other formats. */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { FastifyReply } from 'fastify';

export type FieldError = {
  readonly field: string;
  readonly message: string;
};

/** Thrown to refuse a request; the route's error handler sends it in the format of its interface. */
export class Refusal extends Error {
  readonly statusCode: number;
  readonly errors: readonly FieldError[] | undefined;
  constructor(statusCode: number, detail: string, errors?: readonly FieldError[]) {
    super(detail);
    this.statusCode = statusCode;
    this.errors = errors;
  }
}

export const problemType = 'application/problem+json; charset=utf-8';

export const sendProblem = (reply: FastifyReply, refusal: Refusal): FastifyReply =>
  reply.code(refusal.statusCode).type(problemType).send(formatProblem(refusal));

/** Formats the response body, with a new traceID. */
export const formatProblem = ({ statusCode, message, errors }: Refusal): string =>
  JSON.stringify({
    type: 'about:blank',
    title: STATUS_CODES[statusCode],
    status: statusCode,
    detail: message,
    traceID: randomUUID().replaceAll('-', ''),
    errors,
  });
