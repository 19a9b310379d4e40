/**
 * Sends requests to the service: budget, token, request, retries. A request that only reads is
 * retried after a lost connection, 429, 502 and 503; others only after a 401, because then the
 * service did nothing. It never logs or returns a header, a token or an address with its query.
 */
import { succeed, type Answer, type Failure } from '../../../../contract/errors.ts';
import { createBackoff } from '../../../clock/backoff.ts';
import { pause, type Clock } from '../../../clock/clock.ts';
import type { Log } from '../../../log/log.ts';
import type { Random } from '../random.ts';
import { toStoreFailure } from '../store/failure.ts';
import type { Budget, Urgency } from './budget.ts';
import { exchange, type Connections, type Lost } from './exchange.ts';
import { parseJSON } from '../../../http/json.ts';
import { buildFailure, parseRetryAfter } from '../../../http/status.ts';
import { isWebPage, toFailure, type RawResponse } from './problem.ts';

/** Returns an access token; `rejected` is one that the service refused, so that it is renewed. */
export type TokenSource = (rejected: string | null) => Promise<Answer<string>>;

export type Call = {
  /** Name for the log; never a complete address. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to the base address, without a query. */
  readonly path: string;
  /** A list repeats the parameter. */
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: object;
  /** A POST that changes nothing may be retried like a GET. */
  readonly isReadOnly?: true;
  readonly urgency: Urgency;
  /** `record`: a JSON body is required. `nothing`: any success is accepted. */
  readonly expects: 'record' | 'nothing';
  /** Evaluated right before each request; false prevents it, and the answer is `timeout`. */
  readonly maySend?: (() => boolean) | undefined;
  readonly onResponse?: (response: RawResponse) => void;
};

export type Transport = (call: Call) => Promise<Answer<unknown>>;

const maxTries = 3;
const failureWait = createBackoff({ first: 1_000, max: 60_000, jitter: 0.5 });
const maxWaitMs = 5_000;

const isLost = (result: RawResponse | Lost): result is Lost => 'lost' in result;

const mayRepeat = ({ method, isReadOnly }: Call): boolean =>
  method === 'GET' || isReadOnly === true;

/** Returns the path of a call below `base` with its query; it contains no credential. */
export const buildAddress = (base: URL, call: Pick<Call, 'path' | 'query'>): string => {
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries(call.query ?? {})) {
    for (const value of typeof values === 'string' ? [values] : values) query.append(name, value);
  }
  return base.pathname.replace(/\/+$/, '') + call.path + (query.size === 0 ? '' : `?${query}`);
};

const toLostFailure = ({ lost, wasSent, why }: Lost, call: Call): Failure => {
  if (wasSent && !mayRepeat(call)) return buildFailure('outcome_unknown', { detail: why });
  if (lost === 'unexpected_answer')
    return buildFailure(lost, { detail: `The answer broke off (${why}).` });
  return buildFailure(lost, { detail: why });
};

/** Failures of the token endpoint that look like the service's response to the call. */
const serviceCodes: ReadonlySet<Failure['code']> = new Set([
  'forbidden',
  'outcome_unknown',
  'service_unavailable',
  'unexpected_answer',
]);

/** Converts the failure to get a token. It loses its status, because no request was sent. */
const toTokenFailure = ({ status: _, ...failure }: Failure): Failure =>
  serviceCodes.has(failure.code) ? { ...failure, code: 'service_unavailable' } : failure;

/** Parses the body of a success. It may be unusable: a firewall answers 202 with an empty body. */
const parseValue = (response: RawResponse, expects: Call['expects']): Answer<unknown> => {
  const { status, text } = response;
  if (isWebPage(response)) return { ok: false, error: toFailure(response) };
  const failUnusable = (detail: string): Answer<never> => ({
    ok: false,
    error: buildFailure('unexpected_answer', { status, detail }),
  });
  if (text.trim() === '' && (status === 202 || expects === 'record'))
    return failUnusable('The answer was empty.');
  if (expects === 'nothing') return succeed(undefined);
  const value = parseJSON(text);
  return value === undefined ? failUnusable('The answer was not JSON.') : succeed(value);
};

export type TransportDependencies = {
  /** Called for every request. */
  readonly token: TokenSource;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** `Store.flush`: a change at the service must be recorded first. */
  readonly flush: () => Promise<void>;
  /** Called for each response of the service itself below 500. */
  readonly onReachable?: () => void;
};

/** Creates the transport of one account to the address `base`. */
export const createTransport = (
  dependencies: TransportDependencies & {
    readonly base: URL;
    readonly connections: Connections;
    readonly budget: Budget;
  },
): Transport => {
  const { base, token, clock, random, log, connections, budget, flush, onReachable } = dependencies;
  let refusedInARow = 0;

  const computeWait = (failures: number): number => failureWait(failures, random.fraction);

  /** Waits until commits are on the disk; null on success. */
  const flushCommits = async (): Promise<Failure | null> => {
    try {
      await flush();
      return null;
    } catch (thrown) {
      const failure = toStoreFailure(thrown);
      if (failure === null) throw thrown;
      return failure;
    }
  };

  const send = async (call: Call, accessToken: string): Promise<RawResponse | Lost> => {
    const result = await exchange(connections, clock, {
      method: call.method,
      origin: base.origin,
      path: buildAddress(base, call),
      headers: {
        authorization: `Bearer ${accessToken}`,
        accept: 'application/json',
        'user-agent': 'Hearthline',
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: call.body === undefined ? undefined : JSON.stringify(call.body),
    });
    // The service may repeat the token, which must not reach a log or a failure.
    return isLost(result)
      ? result
      : { ...result, text: result.text.replaceAll(accessToken, '[redacted]') };
  };

  const pauseFor429 = (response: RawResponse): void => {
    refusedInARow += 1;
    const wait = parseRetryAfter(response.retryAfter, clock.now()) ?? computeWait(refusedInARow);
    budget.pause(clock.steady() + wait);
  };

  const computeRetryDelay = (
    result: RawResponse | Lost,
    call: Call,
    tries: number,
  ): number | null => {
    if (!mayRepeat(call) || tries >= maxTries) return null;
    if (isLost(result)) return computeWait(tries) / 2;
    if (result.status === 429) return 0;
    if (result.status !== 502 && result.status !== 503) return null;
    const requested = parseRetryAfter(result.retryAfter, clock.now());
    if (requested === null) return computeWait(tries) / 2;
    return requested <= maxWaitMs ? requested : null;
  };

  const finish = (result: RawResponse | Lost, call: Call): Answer<unknown> => {
    if (isLost(result)) return { ok: false, error: toLostFailure(result, call) };
    if (result.status >= 200 && result.status < 300) return parseValue(result, call.expects);
    return { ok: false, error: toFailure(result) };
  };

  const ask: Transport = async (call) => {
    let rejected: string | null = null;
    let isRenewed = false;
    for (let tries = 1; ; tries += 1) {
      if ((await budget.acquire(call.urgency)) === 'paused') {
        return { ok: false, error: buildFailure('rate_limited', { status: 429 }) };
      }
      const access = await token(rejected);
      if (!access.ok) return { ok: false, error: toTokenFailure(access.error) };
      const refusal = mayRepeat(call) ? null : await flushCommits();
      if (refusal !== null) return { ok: false, error: refusal };
      if (call.maySend?.() === false) return { ok: false, error: buildFailure('timeout') };
      const result = await send(call, access.value);
      if (!isLost(result)) call.onResponse?.(result);
      if (!isLost(result) && result.status === 429) pauseFor429(result);
      else if (!isLost(result) && result.status < 400) refusedInARow = 0;
      const answer = finish(result, call);
      // A page of a public Wi-Fi or a firewall does not come from the service.
      const isOfService = answer.ok || answer.error.code !== 'unexpected_answer';
      if (!isLost(result) && result.status < 500 && isOfService) onReachable?.();
      rejected = null;
      if (!answer.ok && answer.error.code === 'reconnect_needed' && !isRenewed) {
        isRenewed = true;
        rejected = access.value;
        continue;
      }
      const wait = answer.ok ? null : computeRetryDelay(result, call, tries);
      if (wait === null) return answer;
      if (wait > 0) await pause(clock, wait);
    }
  };

  return async (call) => {
    const start = clock.steady();
    const answer = await ask(call);
    if (!answer.ok) {
      const { code, status, traceID } = answer.error;
      const ms = clock.steady() - start;
      log.warn({ call: call.name, code, status, traceID, ms }, 'a request to the service failed');
    }
    return answer;
  };
};
