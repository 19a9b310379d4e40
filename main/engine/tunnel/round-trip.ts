/** Proves that deliveries arrive, by a test event to our own address. */
import type { RoundTrip } from '../../../contract/commands/tunnel.ts';
import type { Clock } from '../../clock/clock.ts';

/** Test events that only this computer recognizes. */
export type TestEvents = {
  /** Set if test events arrive over a team's log, after the response to the request. */
  readonly areLate?: true;
  /** Header and value of our receiver's refusals; the value is new at each start. */
  readonly header: string;
  readonly mark: string;
  /** Expects one test event with the returned path, credentials, and id in its body. */
  readonly expect: () => {
    readonly path: string;
    readonly username: string;
    readonly password: string;
    readonly id: string;
    readonly arrival: Promise<void>;
    readonly hasArrived: () => boolean;
    readonly forget: () => void;
  };
};

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const end = (): void => reject(signal.reason as Error);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });

type Why = Extract<RoundTrip, { outcome: 'failed' }>['why'];

const timeoutMs = 15_000;

const toReason = (code: string): Why => {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'dns';
  if (code === 'ECONNREFUSED') return 'refused';
  if (code === 'ENETUNREACH' || code === 'EHOSTUNREACH') return 'unreachable';
  if (/TIMEOUT|TIMEDOUT|ABORT/.test(code)) return 'timeout';
  return /CERT|TLS|SSL|EPROTO|SIGNATURE|ISSUER|CRL/.test(code) ? 'tls' : 'cut';
};

const findCode = (thrown: unknown): string => {
  const { code, name, cause, errors } = thrown as {
    readonly code?: unknown;
    readonly name?: unknown;
    readonly cause?: unknown;
    readonly errors?: readonly unknown[];
  };
  if (name === 'TimeoutError') return 'TIMEOUT';
  if (typeof code === 'string') return code;
  const inner = errors?.[0] ?? cause;
  return inner === undefined ? 'UNKNOWN' : findCode(inner);
};

/** Explains why a server refused the test event; `mark` identifies our receiver. */
const explainRefusal = (receivedMark: unknown, mark: string, status: number): Why => {
  if (receivedMark === undefined) return 'answered_otherwise';
  if (receivedMark !== mark) return 'other_installation';
  if (status === 404) return 'path_changed';
  return status === 401 ? 'credentials_dropped' : 'answered_otherwise';
};

/** Sends a test event to `address` (public, without a final slash) and returns its outcome. */
export const makeRoundTrip = async (
  { testEvents, clock }: { readonly testEvents: TestEvents; readonly clock: Clock },
  address: string,
): Promise<RoundTrip> => {
  const { path, username, password, id, arrival, hasArrived, forget } = testEvents.expect();
  const { Agent, request } = await import('undici');
  // A new connection: an open one would prove nothing about the next delivery.
  const agent = new Agent({ connect: { timeout: timeoutMs }, pipelining: 0 });
  const cut = new AbortController();
  const sentAt = clock.steady();
  let arrivedAt: number | null = null;
  void arrival.then(() => (arrivedAt = clock.steady()));
  const cancelTimeout = clock.after(timeoutMs, () => {
    cut.abort(Object.assign(new Error('No answer.'), { code: 'TIMEOUT' }));
  });
  const failed = (why: Why, status: number | null, detail: string): RoundTrip => ({
    outcome: 'failed',
    at: clock.now(),
    why,
    status,
    detail: detail.slice(0, 300),
  });
  try {
    const { statusCode, headers, body } = await request(`${address}/hook/${path}`, {
      method: 'POST',
      dispatcher: agent,
      signal: cut.signal,
      headers: {
        authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
        'content-type': 'application/json',
        'user-agent': 'Hearthline',
      },
      body: JSON.stringify({ event: { eventType: 'HearthlineRoundTrip', id } }),
    });
    await body.dump();
    if (testEvents.areLate && statusCode < 300)
      await Promise.race([arrival, rejectOnAbort(cut.signal)]);
    const ms = Math.max(0, (arrivedAt ?? sentAt) - sentAt);
    if (hasArrived()) return { outcome: 'arrived', at: clock.now(), ms };
    const why = explainRefusal(headers[testEvents.header], testEvents.mark, statusCode);
    return failed(why, statusCode, '');
  } catch (thrown) {
    const code = findCode(thrown);
    return failed(toReason(code), null, code);
  } finally {
    cancelTimeout();
    forget();
    await agent.destroy();
  }
};
