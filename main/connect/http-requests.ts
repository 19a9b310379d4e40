/** Sends the HTTP requests of sign-ins, parses their answers and retries them. */
import { succeed, type Answer, type Failure } from '../../contract/errors.ts';
import { createBackoff } from '../clock/backoff.ts';
import { pause, type Clock } from '../clock/clock.ts';
import { createBoundedFetch, classifyError, type Fetch } from '../http/bounded-fetch.ts';
import { parseJSON } from '../http/json.ts';
import { buildFailure } from '../http/status.ts';

const maxTries = 3;
const retryDelay = createBackoff({ first: 1_500, max: 3_000 });
const permanentCodes: readonly Failure['code'][] = ['conflict', 'connect_refused', 'forbidden'];

/** Parses the JSON of a response. Errors: `unexpected_answer`. */
export const parseBody = async (response: Response): Promise<Answer<unknown>> => {
  const value = parseJSON(await response.text());
  return value === undefined
    ? { ok: false, error: buildFailure('unexpected_answer', { status: response.status }) }
    : succeed(value);
};

/** Sends a request without retries. Errors: `offline`, `timeout`. */
export const sendOnce = async (
  fetch: Fetch,
  address: URL,
  options: RequestInit,
  timeout?: number,
  maxBytes?: number,
): Promise<Answer<Response>> => {
  try {
    return succeed(await createBoundedFetch(fetch, timeout, maxBytes)(address.href, options));
  } catch (thrown) {
    return { ok: false, error: classifyError(thrown).error };
  }
};

export const addParameters = (address: URL, parameters: Readonly<Record<string, string>>): URL => {
  const result = new URL(address);
  for (const [name, value] of Object.entries(parameters)) result.searchParams.set(name, value);
  return result;
};

/** Appends `path`, which begins with a slash, to a base address. */
export const joinPath = (base: string, path: string): URL => {
  const { origin, pathname } = new URL(base);
  return new URL(origin + pathname.replace(/\/+$/, '') + path);
};

/** Sends a request up to three times, until it succeeds or fails permanently. */
export const sendWithRetries = async <T>(
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
