/**
 * One request and its answer over undici: time-outs, a counted body, no redirects. It decides
 * nothing about what an answer means; it only tells how far a request that failed had come, because
 * one that may have left must not be repeated blindly. Nothing below it may repeat a request either.
 */
import type { Agent, Dispatcher } from 'undici';
import type { ErrorCode } from '../../../../contract/errors.ts';
import type { Clock } from '../../../clock/clock.ts';
import type { RawAnswer } from './problem.ts';

/** Largest answer that is read, in bytes. */
export const longestAnswer = 20_000_000;

/** No request takes longer than this, however slowly its body drips in. */
const deadlineMs = 60_000;

/** Connections of one account. */
export type Connections = {
  /** What requests go through. Rejects when the connections were closed before the first of them. */
  readonly dispatcher: () => Promise<Dispatcher>;
  /** Closes them when what is under way has ended. */
  readonly close: () => Promise<void>;
};

/**
 * Connections with the engine's time-outs; one pool for each origin. HTTP/1.1 only: over HTTP/2
 * undici itself sends a request again, a POST too, that it takes for refused. It is loaded with the
 * first request: no lead waits for it to be shown.
 */
export const createConnections = (): Connections => {
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
    dispatcher: () => (opening ??= open()),
    close: async () => {
      isClosed = true;
      await opening?.then(
        (agent) => agent.close(),
        () => undefined,
      );
    },
  };
};

export type Outgoing = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
};

/** `left` is false only when the request certainly never reached the service. */
export type Lost = { readonly lost: ErrorCode; readonly left: boolean; readonly why: string };

const timedOut = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_ABORTED']);

const systemCode = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string'
    ? thrown.code
    : 'unknown';

/**
 * `dispatcher`, telling when a connection stands and the request is about to be written to it. The
 * code of an error cannot tell that: a line that dies under a request has those of no network too.
 */
const watched = (dispatcher: Dispatcher, begins: () => void): Dispatcher =>
  dispatcher.compose(
    (dispatch) => (options, handler) =>
      dispatch(options, {
        onRequestStart: (controller, context) => {
          begins();
          handler.onRequestStart?.(controller, context);
        },
        onResponseStart: (...told) => handler.onResponseStart?.(...told),
        onResponseData: (...told) => handler.onResponseData?.(...told),
        onResponseEnd: (...told) => handler.onResponseEnd?.(...told),
        onResponseError: (...told) => handler.onResponseError?.(...told),
      }),
  );

const lostOf = (thrown: unknown, left: boolean, answered: boolean): Lost => {
  const why = systemCode(thrown);
  if (timedOut.has(why)) return { lost: 'timeout', left, why };
  const garbled = answered || why.startsWith('HPE_') || why === 'UND_ERR_HEADERS_OVERFLOW';
  return { lost: garbled ? 'unexpected_answer' : 'offline', left, why };
};

const headerText = (value: string | string[] | undefined): string =>
  (Array.isArray(value) ? value[0] : value) ?? '';

/** The body as text, or null when it is longer than anybody should send. */
const readBody = async (body: Dispatcher.ResponseData['body']): Promise<string | null> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > longestAnswer) {
      body.destroy();
      return null;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

/** Sends `outgoing` once. Never throws for what a network or a service can do. */
export const exchange = async (
  connections: Connections,
  clock: Clock,
  outgoing: Outgoing,
): Promise<RawAnswer | Lost> => {
  const abort = new AbortController();
  const callOff = clock.after(deadlineMs, () => abort.abort());
  let left = false;
  let answered = false;
  try {
    const { origin, path, method, headers, body } = outgoing;
    const { request } = await import('undici');
    const through = await connections.dispatcher();
    const response = await request(origin + path, {
      dispatcher: watched(through, () => (left = true)),
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      signal: abort.signal,
    });
    answered = true;
    const text = await readBody(response.body);
    if (text === null) return { lost: 'unexpected_answer', left: true, why: 'too long' };
    return {
      status: response.statusCode,
      contentType: headerText(response.headers['content-type']),
      retryAfter: headerText(response.headers['retry-after']),
      text,
    };
  } catch (thrown) {
    if (abort.signal.aborted) return { lost: 'timeout', left, why: 'deadline' };
    return lostOf(thrown, left, answered);
  } finally {
    callOff();
  }
};
