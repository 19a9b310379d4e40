/** One request over undici, without redirects or retries. A failure reports whether it may have been sent. */
import type { Agent, Dispatcher } from 'undici';
import type { ErrorCode } from '../../../../contract/errors.ts';
import type { Clock } from '../../../clock/clock.ts';
import { readAtMost } from '../../../http/bounded-fetch.ts';
import type { RawResponse } from './problem.ts';

/** Bytes. */
export const maxAnswerLength = 20_000_000;

/** Deadline of a request, including its body. */
const deadlineMs = 60_000;

export type Connections = ReturnType<typeof createConnections>;

/**
 * HTTP connections of one account: one pool for each origin. HTTP/1.1 only: over HTTP/2 undici repeats
 * requests, even a POST, that it considers refused. undici is loaded late, after the first leads.
 */
export const createConnections = () => {
  let opening: Promise<Agent> | null = null;
  let isClosed = false;
  const open = async (): Promise<Agent> => {
    const { Agent, errors } = await import('undici');
    if (isClosed) throw new errors.ClientClosedError();
    return new Agent({
      connections: 8,
      allowH2: false,
      connect: { timeout: 10_000 },
      headersTimeout: 30_000,
      bodyTimeout: 30_000,
      keepAliveTimeout: 4_000,
    });
  };
  return {
    /** Rejects when the connections were closed before the first request. */
    getDispatcher: (): Promise<Dispatcher> => (opening ??= open()),
    /** Closes them after running requests. */
    close: async (): Promise<void> => {
      isClosed = true;
      await opening?.then(
        (agent) => agent.close(),
        () => undefined,
      );
    },
  };
};

type OutgoingRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
};

/** A request without a response. `wasSent` is false only when it certainly did not reach the service. */
export type Lost = { readonly lost: ErrorCode; readonly wasSent: boolean; readonly why: string };

const timedOut = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_ABORTED']);

const getSystemCode = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string'
    ? thrown.code
    : 'unknown';

/** Calls `onStart` just before the request is written. Error codes do not show whether it was. */
const watchStart = (dispatcher: Dispatcher, onStart: () => void): Dispatcher =>
  dispatcher.compose(
    (dispatch) => (options, handler) =>
      dispatch(options, {
        onRequestStart: (controller, context) => {
          onStart();
          handler.onRequestStart?.(controller, context);
        },
        onResponseStart: (...event) => handler.onResponseStart?.(...event),
        onResponseData: (...event) => handler.onResponseData?.(...event),
        onResponseEnd: (...event) => handler.onResponseEnd?.(...event),
        onResponseError: (...event) => handler.onResponseError?.(...event),
      }),
  );

const toLost = (thrown: unknown, wasSent: boolean, answered: boolean): Lost => {
  const why = getSystemCode(thrown);
  if (timedOut.has(why)) return { lost: 'timeout', wasSent, why };
  const isGarbled = answered || why.startsWith('HPE_') || why === 'UND_ERR_HEADERS_OVERFLOW';
  return { lost: isGarbled ? 'unexpected_answer' : 'offline', wasSent, why };
};

const getFirst = (value: string | string[] | undefined): string =>
  (Array.isArray(value) ? value[0] : value) ?? '';

/** Sends a request once. Never throws for errors of the network or the service. */
export const exchange = async (
  connections: Connections,
  clock: Clock,
  outgoing: OutgoingRequest,
): Promise<RawResponse | Lost> => {
  const abort = new AbortController();
  const cancelTimer = clock.after(deadlineMs, () => abort.abort());
  let wasSent = false;
  let answered = false;
  try {
    const { origin, path, method, headers, body } = outgoing;
    const { request } = await import('undici');
    const dispatcher = await connections.getDispatcher();
    const response = await request(origin + path, {
      dispatcher: watchStart(dispatcher, () => (wasSent = true)),
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      signal: abort.signal,
    });
    answered = true;
    const bytes = await readAtMost(maxAnswerLength, response.body);
    if (bytes === null) return { lost: 'unexpected_answer', wasSent: true, why: 'too long' };
    return {
      status: response.statusCode,
      contentType: getFirst(response.headers['content-type']),
      retryAfter: getFirst(response.headers['retry-after']),
      text: bytes.toString(),
    };
  } catch (thrown) {
    if (abort.signal.aborted) return { lost: 'timeout', wasSent, why: 'deadline' };
    return toLost(thrown, wasSent, answered);
  } finally {
    cancelTimer();
  }
};
