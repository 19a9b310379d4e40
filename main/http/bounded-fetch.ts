/** Bounded HTTP requests with secrets. A redirect would send them elsewhere and is not followed (security rule 10). */
import type { Failure } from '../../contract/errors.ts';
import { buildFailure } from './status.ts';

export type Fetch = (address: string, options: RequestInit) => Promise<Response>;

/** Includes the body. */
const requestTimeoutMs = 15_000;
const defaultMaxBytes = 256 * 1024;

/** Errors from before the connection was made, so the service has not seen the request. */
const errorsBeforeSending = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ENETDOWN',
  'UND_ERR_CONNECT_TIMEOUT',
];

/** A request without a response. `sent` is false only if it was certainly not sent. */
export type FailedRequest = { readonly sent: boolean; readonly error: Failure };

/** Classifies an error of `fetch`. Its text is dropped: it can contain the address. */
export const classifyError = (thrown: unknown): FailedRequest => {
  const error = thrown as Error & { cause?: { code?: string } };
  if (error.name === 'TimeoutError') return { sent: true, error: buildFailure('timeout') };
  return {
    sent: !errorsBeforeSending.includes(error.cause?.code ?? ''),
    error: buildFailure('offline'),
  };
};

/** Adds a time-out and limits the response body; a larger one counts as empty. */
export const createBoundedFetch =
  (fetch: Fetch, timeout = requestTimeoutMs, maxBytes = defaultMaxBytes): Fetch =>
  async (address, options) => {
    const response = await fetch(address, {
      ...options,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    });
    const { status, headers } = response;
    const body = await readAtMost(maxBytes, response.body ?? []);
    return new Response(body === null || body.length === 0 ? null : body, { status, headers });
  };

/** Reads a body; null if it is longer than `maxBytes`, and the rest is discarded. */
export const readAtMost = async (
  maxBytes: number,
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Buffer<ArrayBuffer> | null> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** Removes secrets from a text, except those shorter than 8 characters, which occur in ordinary words. */
export const redactSecrets = (secrets: readonly string[], text: string): string =>
  secrets
    .filter(({ length }) => length >= 8)
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text);
