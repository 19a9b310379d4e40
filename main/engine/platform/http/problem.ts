/** Maps unsuccessful responses to failures with the service's traceID (conformance.md, Errors). */
import type { ErrorCode, Failure } from '../../../../contract/errors.ts';
import { redact } from '../../../log/redact.ts';
import { isFields, toText, type Fields } from './fields.ts';
import { parseJSON } from '../../../http/json.ts';
import { toErrorCode, buildFailure } from '../../../http/status.ts';
import { pickRecord } from './parse.ts';

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

/** True if the service may have made the change despite the failure. */
export const mayHaveSucceeded = ({ code }: Failure): boolean => openCodes.has(code);

const clean = (text: string, longest: number): string =>
  redact(text.replaceAll(/\p{Cc}+/gu, ' ').trim()).slice(0, longest);

const findText = (...values: readonly unknown[]): string | undefined =>
  values.map(toText).find((words) => words !== undefined);

/** True for a web page instead of JSON, as from a firewall, a captive portal or a gateway. */
export const isWebPage = ({ contentType, text }: RawResponse): boolean =>
  /\bhtml\b/i.test(contentType) || /^\s*</.test(text);

/** `{error: {…}}` is unwrapped, because the legacy error format is not documented. */
const parseBody = (text: string): Fields => {
  const body = pickRecord(parseJSON(text));
  if (!isFields(body)) return {};
  return isFields(body['error']) ? { ...body, error: undefined, ...body['error'] } : body;
};

/** Finds the OAuth error code, such as INVALID_TOKEN. */
const findOAuthCode = (body: Fields): string | undefined =>
  [body['error'], body['code'], body['errorCode']].find(
    (value): value is string => typeof value === 'string' && /^[A-Z]+(_[A-Z]+)+$/.test(value),
  );

/** Scopes look like `supply::messages.write`; the detail of a 401 names the missing one. */
const namesScope = (detail: string): boolean => /\bscopes?\b|\bsupply::/i.test(detail);

/** True if a body is RFC 7807 (v4) or has a legacy reason; the JSON of a firewall is and has neither. */
const isProblem = ({ contentType }: RawResponse, body: Fields): boolean =>
  /problem\+json/i.test(contentType) ||
  ['title', 'detail', 'error', 'error_description'].some((field) => field in body);

/** True if the service itself responded; a firewall or a gateway sends no reason with a refusal. */
const isOfService = (response: RawResponse, body: Fields): boolean => {
  switch (toErrorCode(response.status)) {
    case 'forbidden':
      return isProblem(response, body);
    case 'gone':
    case 'conflict':
      return !isWebPage(response);
    default:
      return true;
  }
};

/** Converts a status of 300 or more, or a success with an unusable body. */
export const toFailure = (response: RawResponse): Failure => {
  const body = parseBody(response.text);
  const oauthError = findOAuthCode(body);
  const fields = ['detail', 'error_description', 'message', 'title', 'error', 'code'];
  const words = findText(...fields.map((field) => body[field]));
  const reason =
    oauthError === undefined || words === oauthError ? words : `${oauthError}: ${words}`;
  const detail = isWebPage(response) ? 'The answer was a web page.' : reason;
  const traceID = findText(body['traceID']);
  const code = isOfService(response, body) ? toErrorCode(response.status) : 'unexpected_answer';
  const isScope =
    (oauthError === 'INSUFFICIENT_SCOPE' && response.status < 500) ||
    (code === 'reconnect_needed' && detail !== undefined && namesScope(detail));
  return buildFailure(isScope ? 'scope_missing' : code, {
    status: response.status,
    ...(detail === undefined ? {} : { detail: clean(detail, 2_000) }),
    ...(traceID === undefined
      ? {}
      : { traceID: traceID.replaceAll(/[^\w.:-]/g, '').slice(0, 200) }),
  });
};
