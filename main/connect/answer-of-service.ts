/**
 * Requests of the connection to the service, and what can come of them. The body is read whole and
 * within bounds before anyone looks at it; redirects are not followed, for they would carry a secret
 * to an address that nobody registered (security rule 10).
 */
import { succeed, type Answer, type Failure } from '../../contract/errors.ts';
import { backoff } from '../clock/backoff.ts';
import { pause, type Clock } from '../clock/clock.ts';
import { readJSON } from '../http/json.ts';
import { failureOf } from '../http/status.ts';

export type Fetch = (address: string, options: RequestInit) => Promise<Response>;

/** Milliseconds for one request, its body included. */
const requestTimeout = 15_000;
const largestBody = 256 * 1024;

/** How often what may be repeated is asked, and the waits between. */
const mostTries = 3;
const failureWait = backoff({ first: 1_500, most: 3_000 });
/** Failures that another try does not mend. */
const lasting: readonly Failure['code'][] = ['conflict', 'connect_refused', 'forbidden'];

/** Failures of a connection that never came about: the service has seen nothing of the request. */
const unsent = [
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN'],
  'UND_ERR_CONNECT_TIMEOUT',
];

/** Why a request brought no answer; `sent` is false only when it surely never left. */
export type NoAnswer = { readonly sent: boolean; readonly error: Failure };

/** Reads a thrown error of `fetch`. Nothing of its text is kept: it can hold the address. */
export const noAnswerOf = (thrown: unknown): NoAnswer => {
  const error = thrown as Error & { cause?: { code?: string } };
  if (error.name === 'TimeoutError') {
    return { sent: true, error: failureOf('timeout') };
  }
  const sent = !unsent.includes(error.cause?.code ?? '');
  return { sent, error: failureOf('offline') };
};

/**
 * A `fetch` with a time-out, no redirects and a body that is read whole; one that is too large counts
 * as empty. Throws what `fetch` throws.
 */
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

/** The JSON of an answer. Errors: `unexpected_answer` when it is none. */
export const readJson = async (response: Response): Promise<Answer<unknown>> => {
  const value = readJSON(await response.text());
  return value === undefined
    ? { ok: false, error: failureOf('unexpected_answer', { status: response.status }) }
    : succeed(value);
};

/** What the service said without the secrets in it; shorter ones are found in innocent words. */
export const withoutSecrets = (secrets: readonly string[], said: string): string =>
  secrets
    .filter(({ length }) => length >= 8)
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), said);

/** One request; errors: `offline`, `timeout`. For what may be asked again, whether it left or not. */
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

/** A copy of an address whose query has these parameters too; one of the same name is replaced. */
export const addressWith = (address: URL, parameters: Readonly<Record<string, string>>): URL => {
  const whole = new URL(address);
  for (const [name, value] of Object.entries(parameters)) whole.searchParams.set(name, value);
  return whole;
};

/** The address of `path` (with its slash) below a base address that may end in a slash. */
export const addressBelow = (base: string, path: string): URL => {
  const { origin, pathname } = new URL(base);
  return new URL(origin + pathname.replace(/\/+$/, '') + path);
};

/** Asks up to three times: for what must not be lost to one bad moment and may be asked again. */
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
