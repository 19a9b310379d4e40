/** Maps HTTP statuses to failures (conformance.md, General status codes). */
import type { ErrorCode, Failure } from '../../contract/errors.ts';

export const toErrorCode = (status: number): ErrorCode => {
  if (status === 401) return 'reconnect_needed';
  if (status === 403) return 'forbidden';
  if (status === 404 || status === 410) return 'gone';
  if (status === 409) return 'conflict';
  if (status === 429) return 'rate_limited';
  // Sent by a firewall or because of a court order, not by the service.
  if (status === 451) return 'unexpected_answer';
  if (status >= 500) return 'service_unavailable';
  if (status >= 400) return 'rejected';
  return 'unexpected_answer';
};

const wordings: Partial<Record<ErrorCode, string>> = {
  offline: 'The service cannot be reached.',
  timeout: 'The service took too long to answer.',
  reconnect_needed: 'The service no longer accepts the sign-in.',
  scope_missing: 'The sign-in lacks a permission that this needs.',
  forbidden: 'The service does not allow this for the connected businesses.',
  gone: 'The service no longer has this.',
  conflict: 'The service says that this conflicts with what it has.',
  rate_limited: 'The service asked for fewer requests.',
  service_unavailable: 'The service has a problem of its own.',
  rejected: 'The service refused the request.',
  unexpected_answer: 'The service gave an answer that cannot be read.',
  outcome_unknown: 'The connection broke before the service answered.',
};

/** Builds a failure with the message of its code, for logs and support. */
export const buildFailure = (
  code: ErrorCode,
  more: Omit<Failure, 'code' | 'message'> = {},
): Failure => ({ code, message: wordings[code] ?? 'The request failed.', ...more });

/** Codes about the service or its gateway, for any request. */
const general: ReadonlySet<ErrorCode> = new Set([
  'forbidden',
  'rate_limited',
  'service_unavailable',
]);

/** Creates the failure of a request without a sign-in or record. Statuses about these are unexpected. */
export const toStatusFailure = (status: number): Failure => {
  const code = toErrorCode(status);
  return buildFailure(general.has(code) ? code : 'unexpected_answer', { status });
};

/** Parses `Retry-After` (seconds or an HTTP date): milliseconds, at most an hour, or null. */
export const parseRetryAfter = (value: string, now: number): number | null => {
  const ms = /^\s*\d+\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 3_600_000) : null;
};
