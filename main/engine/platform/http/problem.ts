/**
 * What an answer of the service that is not a success means, as a Failure of the closed list
 * (live-facts, Errors; service.md, OAuth errors and General status codes). It keeps the traceID
 * that support asks for and never an address with a query string or a credential.
 */
import type { ErrorCode, Failure } from '../../../../contract/errors.ts';
import { redact } from '../../../log/redact.ts';
import { isFields, textOf, type Fields } from './fields.ts';
import { readJSON } from '../../../http/json.ts';
import { codeOf, failureOf } from '../../../http/status.ts';
import { oneRecord } from './parse.ts';

/** An answer as it came off the wire. */
export type RawAnswer = {
  readonly status: number;
  readonly contentType: string;
  /** Value of `Retry-After`, empty when there is none. */
  readonly retryAfter: string;
  readonly text: string;
};

const open: ReadonlySet<ErrorCode> = new Set([
  'outcome_unknown',
  'service_unavailable',
  'unexpected_answer',
]);

/** True when a change that failed so may have been made at the service all the same. */
export const leavesOpen = ({ code }: Failure): boolean => open.has(code);

const clean = (text: string, longest: number): string =>
  redact(text.replaceAll(/\p{Cc}+/gu, ' ').trim()).slice(0, longest);

const firstText = (...values: readonly unknown[]): string | undefined =>
  values.map(textOf).find((words) => words !== undefined);

/** True for a web page where JSON was expected: a firewall, a captive portal, a gateway. */
export const isWebPage = ({ contentType, text }: RawAnswer): boolean =>
  /\bhtml\b/i.test(contentType) || /^\s*</.test(text);

/** What the body says; the legacy interface's shape is not documented, so `{error: {…}}` is opened. */
const saidBy = (text: string): Fields => {
  const body = oneRecord(readJSON(text));
  if (!isFields(body)) return {};
  return isFields(body['error']) ? { ...body, error: undefined, ...body['error'] } : body;
};

/** The code of service.md's OAuth errors, such as INVALID_TOKEN, where the body has one. */
const oauthCode = (said: Fields): string | undefined =>
  [said['error'], said['code'], said['errorCode']].find(
    (value): value is string => typeof value === 'string' && /^[A-Z]+(_[A-Z]+)+$/.test(value),
  );

/** Scopes look like `supply::messages.write`; the detail of a 401 names the missing one. */
const namesScope = (detail: string): boolean => /\bscopes?\b|\bsupply::/i.test(detail);

/** RFC 7807 (v4), or a reason as the legacy interface gives one; a firewall's JSON has neither. */
const isProblem = ({ contentType }: RawAnswer, said: Fields): boolean =>
  /problem\+json/i.test(contentType) ||
  ['title', 'detail', 'error', 'error_description'].some((field) => field in said);

/**
 * False for a firewall's refusal (live-facts, Errors) or a gateway's page in the service's place: it
 * says nothing of what the service has or allows. The service itself gives a reason with a 403.
 */
const isOfService = (answer: RawAnswer, said: Fields): boolean => {
  switch (codeOf(answer.status)) {
    case 'forbidden':
      return isProblem(answer, said);
    case 'gone':
    case 'conflict':
      return !isWebPage(answer);
    default:
      return true;
  }
};

/**
 * The Failure for a status of 300 and more, or for a success whose body cannot be used. Reads
 * RFC 7807 bodies, the gateway's `{error}`, and the legacy interface's upper-case codes.
 */
export const problemOf = (answer: RawAnswer): Failure => {
  const said = saidBy(answer.text);
  const named = oauthCode(said);
  const fields = ['detail', 'error_description', 'message', 'title', 'error', 'code'];
  const words = firstText(...fields.map((field) => said[field]));
  const inWords = named === undefined || words === named ? words : `${named}: ${words}`;
  const detail = isWebPage(answer) ? 'The answer was a web page.' : inWords;
  const traceID = firstText(said['traceID']);
  const code = isOfService(answer, said) ? codeOf(answer.status) : 'unexpected_answer';
  const isScope =
    (named === 'INSUFFICIENT_SCOPE' && answer.status < 500) ||
    (code === 'reconnect_needed' && detail !== undefined && namesScope(detail));
  return failureOf(isScope ? 'scope_missing' : code, {
    status: answer.status,
    ...(detail === undefined ? {} : { detail: clean(detail, 2_000) }),
    ...(traceID === undefined
      ? {}
      : { traceID: traceID.replaceAll(/[^\w.:-]/g, '').slice(0, 200) }),
  });
};

/** Milliseconds that `Retry-After` asks for (seconds or an HTTP date), or null. At most an hour. */
export const retryAfterMs = (value: string, now: number): number | null => {
  const ms = /^\s*\d+\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 3_600_000) : null;
};
