/** Maps unsuccessful responses to failures with the service's traceID (conformance.md, Errors). */
import type { ErrorCode, Failure } from '../../../../contract/errors.ts';
import { redact } from '../../../log/redact.ts';
import { isFields, textOf, type Fields } from './fields.ts';
import { parseJSON } from '../../../http/json.ts';
import { codeOf, failureOf } from '../../../http/status.ts';
import { oneRecord } from './parse.ts';

export type RawResponse = {
  readonly status: number;
  readonly contentType: string;
  /** `Retry-After`; empty when absent. */
  readonly retryAfter: string;
  readonly text: string;
};

const openCodes: ReadonlySet<ErrorCode> = new Set([
  'outcome_unknown',
  'service_unavailable',
  'unexpected_answer',
]);

/** Whether the service may have made the change despite the failure. */
export const leavesOpen = ({ code }: Failure): boolean => openCodes.has(code);

const clean = (text: string, longest: number): string =>
  redact(text.replaceAll(/\p{Cc}+/gu, ' ').trim()).slice(0, longest);

const firstText = (...values: readonly unknown[]): string | undefined =>
  values.map(textOf).find((words) => words !== undefined);

/** Whether a response is a web page instead of JSON: a firewall, a captive portal, a gateway. */
export const isWebPage = ({ contentType, text }: RawResponse): boolean =>
  /\bhtml\b/i.test(contentType) || /^\s*</.test(text);

/** `{error: {…}}` is unwrapped, because the legacy error format is not documented. */
const bodyOf = (text: string): Fields => {
  const body = oneRecord(parseJSON(text));
  if (!isFields(body)) return {};
  return isFields(body['error']) ? { ...body, error: undefined, ...body['error'] } : body;
};

/** OAuth error code, such as INVALID_TOKEN. */
const oauthCode = (body: Fields): string | undefined =>
  [body['error'], body['code'], body['errorCode']].find(
    (value): value is string => typeof value === 'string' && /^[A-Z]+(_[A-Z]+)+$/.test(value),
  );

/** Scopes look like `supply::messages.write`; the detail of a 401 names the missing one. */
const namesScope = (detail: string): boolean => /\bscopes?\b|\bsupply::/i.test(detail);

/** Whether a body is RFC 7807 (v4) or gives a legacy reason; the JSON of a firewall does neither. */
const isProblem = ({ contentType }: RawResponse, body: Fields): boolean =>
  /problem\+json/i.test(contentType) ||
  ['title', 'detail', 'error', 'error_description'].some((field) => field in body);

/** Whether the service itself responded; a firewall or a gateway gives no reason for a refusal. */
const isOfService = (response: RawResponse, body: Fields): boolean => {
  switch (codeOf(response.status)) {
    case 'forbidden':
      return isProblem(response, body);
    case 'gone':
    case 'conflict':
      return !isWebPage(response);
    default:
      return true;
  }
};

/** Failure for a status of 300 or more, or for a success with an unusable body. */
export const problemOf = (response: RawResponse): Failure => {
  const body = bodyOf(response.text);
  const oauthError = oauthCode(body);
  const fields = ['detail', 'error_description', 'message', 'title', 'error', 'code'];
  const words = firstText(...fields.map((field) => body[field]));
  const reason =
    oauthError === undefined || words === oauthError ? words : `${oauthError}: ${words}`;
  const detail = isWebPage(response) ? 'The answer was a web page.' : reason;
  const traceID = firstText(body['traceID']);
  const code = isOfService(response, body) ? codeOf(response.status) : 'unexpected_answer';
  const isScope =
    (oauthError === 'INSUFFICIENT_SCOPE' && response.status < 500) ||
    (code === 'reconnect_needed' && detail !== undefined && namesScope(detail));
  return failureOf(isScope ? 'scope_missing' : code, {
    status: response.status,
    ...(detail === undefined ? {} : { detail: clean(detail, 2_000) }),
    ...(traceID === undefined
      ? {}
      : { traceID: traceID.replaceAll(/[^\w.:-]/g, '').slice(0, 200) }),
  });
};
