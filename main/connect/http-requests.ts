/**
 * Sends the HTTP requests of sign-ins. Each has a time-out and a limited response body. Redirects
 * are not followed: they would send a secret to an unregistered address (security rule 10).
 */
import { succeed, type Answer, type Failure } from '../../contract/errors.ts';
import { backoff } from '../clock/backoff.ts';
import { pause, type Clock } from '../clock/clock.ts';
import { readJSON } from '../http/json.ts';
import { failureOf } from '../http/status.ts';

export type Fetch = (address: string, options: RequestInit) => Promise<Response>;

/** Milliseconds, including the body. */
const requestTimeout = 15_000;
const maxBodyBytes = 256 * 1024;

const maxTries = 3;
const retryDelay = backoff({ first: 1_500, most: 3_000 });
const permanentCodes: readonly Failure['code'][] = ['conflict', 'connect_refused', 'forbidden'];

/** Errors from before the connection was made, so the service has not seen the request. */
const errorsBeforeSending = [
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN'],
  'UND_ERR_CONNECT_TIMEOUT',
];

/** A request without a response. `sent` is false only if it certainly never left. */
export type FailedRequest = { readonly sent: boolean; readonly error: Failure };

/** Classifies an error of `fetch`. Its text is dropped: it can contain the address. */
export const classifyError = (thrown: unknown): FailedRequest => {
  const error = thrown as Error & { cause?: { code?: string } };
  if (error.name === 'TimeoutError') return { sent: true, error: failureOf('timeout') };
  return {
    sent: !errorsBeforeSending.includes(error.cause?.code ?? ''),
    error: failureOf('offline'),
  };
};

/** Adds a time-out and limits the response body; a larger one counts as empty. */
export const boundedFetch =
  (fetch: Fetch, timeout = requestTimeout): Fetch =>
  async (address, options) => {
    const response = await fetch(address, {
      ...options,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    });
    const { status, headers } = response;
    const body = await readBody(response);
    return new Response(body.length === 0 ? null : body, { status, headers });
  };

const readBody = async (response: Response): Promise<Buffer<ArrayBuffer>> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += (chunk as Uint8Array).length;
    if (length > maxBodyBytes) return Buffer.alloc(0);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** Parses the JSON of a response. Errors: `unexpected_answer`. */
export const parseBody = async (response: Response): Promise<Answer<unknown>> => {
  const value = readJSON(await response.text());
  return value === undefined
    ? { ok: false, error: failureOf('unexpected_answer', { status: response.status }) }
    : succeed(value);
};

/** Replaces secrets in a text of the service, but none of under 8 characters: ordinary words contain those. */
export const withoutSecrets = (secrets: readonly string[], text: string): string =>
  secrets
    .filter(({ length }) => length >= 8)
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text);

/** Sends a request without retries. Errors: `offline`, `timeout`. */
export const sendOnce = async (
  fetch: Fetch,
  address: URL,
  options: RequestInit,
  timeout?: number,
): Promise<Answer<Response>> => {
  try {
    return succeed(await boundedFetch(fetch, timeout)(address.href, options));
  } catch (thrown) {
    return { ok: false, error: classifyError(thrown).error };
  }
};

/** Adds query parameters to an address. */
export const withParameters = (address: URL, parameters: Readonly<Record<string, string>>): URL => {
  const result = new URL(address);
  for (const [name, value] of Object.entries(parameters)) result.searchParams.set(name, value);
  return result;
};

/** Appends `path`, which begins with a slash, to a base address. */
export const joinPath = (base: string, path: string): URL => {
  const { origin, pathname } = new URL(base);
  return new URL(origin + pathname.replace(/\/+$/, '') + path);
};

/** Tries a request up to three times, or until an answer or a permanent failure. */
export const withRetries = async <T>(
  clock: Clock,
  request: () => Promise<Answer<T>>,
): Promise<Answer<T>> => {
  for (let tries = 1; ; tries += 1) {
    const answer = await request();
    if (answer.ok || tries === maxTries || permanentCodes.includes(answer.error.code))
      return answer;
    await pause(clock, retryDelay(tries));
  }
};
