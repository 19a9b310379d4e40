/**
 * HTTP requests of sign-ins. Bodies are read completely and within a limit. Redirects are not
 * followed: they would send a secret to an unregistered address (security rule 10).
 */
import { succeed, type Answer, type Failure } from '../../contract/errors.ts';
import { backoff } from '../clock/backoff.ts';
import { pause, type Clock } from '../clock/clock.ts';
import { readJSON } from '../http/json.ts';
import { failureOf } from '../http/status.ts';

export type Fetch = (address: string, options: RequestInit) => Promise<Response>;

/** Milliseconds, including the body. */
const requestTimeout = 15_000;
const largestBody = 256 * 1024;

const mostTries = 3;
const failureWait = backoff({ first: 1_500, most: 3_000 });
/** Failures that a retry does not fix. */
const lasting: readonly Failure['code'][] = ['conflict', 'connect_refused', 'forbidden'];

/** Errors before a connection existed: the service has not seen the request. */
const unsent = [
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN'],
  'UND_ERR_CONNECT_TIMEOUT',
];

/** A request without a response; `sent` is false only if it certainly never left. */
export type NoAnswer = { readonly sent: boolean; readonly error: Failure };

/** Classifies an error of `fetch`. Its text is dropped: it can contain the address. */
export const noAnswerOf = (thrown: unknown): NoAnswer => {
  const error = thrown as Error & { cause?: { code?: string } };
  if (error.name === 'TimeoutError') return { sent: true, error: failureOf('timeout') };
  return { sent: !unsent.includes(error.cause?.code ?? ''), error: failureOf('offline') };
};

/** Adds a time-out and reads the body; one that is too large counts as empty. */
export const carefulFetch =
  (fetch: Fetch, timeout = requestTimeout): Fetch =>
  async (address, options) => {
    const response = await fetch(address, {
      ...options,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    });
    const { status, headers } = response;
    const body = await readBounded(response);
    return new Response(body.length === 0 ? null : body, { status, headers });
  };

const readBounded = async (response: Response): Promise<Buffer<ArrayBuffer>> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += (chunk as Uint8Array).length;
    if (length > largestBody) return Buffer.alloc(0);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** Parses the JSON of a response. Errors: `unexpected_answer`. */
export const readJson = async (response: Response): Promise<Answer<unknown>> => {
  const value = readJSON(await response.text());
  return value === undefined
    ? { ok: false, error: failureOf('unexpected_answer', { status: response.status }) }
    : succeed(value);
};

/** Removes secrets from the service's text. Short ones also occur in ordinary words. */
export const withoutSecrets = (secrets: readonly string[], text: string): string =>
  secrets
    .filter(({ length }) => length >= 8)
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text);

/** Sends one repeatable request. Errors: `offline`, `timeout`. */
export const askOnce = async (
  fetch: Fetch,
  address: URL,
  options: RequestInit,
  timeout?: number,
): Promise<Answer<Response>> => {
  try {
    return succeed(await carefulFetch(fetch, timeout)(address.href, options));
  } catch (thrown) {
    return { ok: false, error: noAnswerOf(thrown).error };
  }
};

export const addressWith = (address: URL, parameters: Readonly<Record<string, string>>): URL => {
  const whole = new URL(address);
  for (const [name, value] of Object.entries(parameters)) whole.searchParams.set(name, value);
  return whole;
};

/** The address of `path` (with its slash) below a base address. */
export const addressBelow = (base: string, path: string): URL => {
  const { origin, pathname } = new URL(base);
  return new URL(origin + pathname.replace(/\/+$/, '') + path);
};

export const askPatiently = async <T>(
  clock: Clock,
  ask: () => Promise<Answer<T>>,
): Promise<Answer<T>> => {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    if (answer.ok || tries === mostTries || lasting.includes(answer.error.code)) return answer;
    await pause(clock, failureWait(tries));
  }
};
