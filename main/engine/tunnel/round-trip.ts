/**
 * The proof that deliveries come in: a test event that this computer sends to its own public address,
 * with a fresh path and fresh credentials, and that the receiver has to recognize.
 */
import type { RoundTrip } from '../../../contract/commands/tunnel.ts';
import type { Clock } from '../../clock/clock.ts';
import type { TestEvents } from './test-events.ts';

type Why = Extract<RoundTrip, { outcome: 'failed' }>['why'];

const patienceMs = 15_000;

const whyOf = (code: string): Why => {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'dns';
  if (code === 'ECONNREFUSED') return 'refused';
  if (code === 'ENETUNREACH' || code === 'EHOSTUNREACH') return 'unreachable';
  if (/TIMEOUT|TIMEDOUT|ABORT/.test(code)) return 'timeout';
  return /CERT|TLS|SSL|EPROTO|SIGNATURE|ISSUER|CRL/.test(code) ? 'tls' : 'cut';
};

/** The code of an error, of its cause, or of the first of several. */
const codeOf = (thrown: unknown): string => {
  const { code, name, cause, errors } = thrown as {
    readonly code?: unknown;
    readonly name?: unknown;
    readonly cause?: unknown;
    readonly errors?: readonly unknown[];
  };
  if (name === 'TimeoutError') return 'TIMEOUT';
  if (typeof code === 'string') return code;
  const deeper = errors?.[0] ?? cause;
  return deeper === undefined ? 'UNKNOWN' : codeOf(deeper);
};

/** Why whoever answered did not take the test event; `mark` is that of our own receiver. */
const refusedBy = (whose: unknown, mark: string, status: number): Why => {
  if (whose === undefined) return 'answered_otherwise';
  if (whose !== mark) return 'other_installation';
  if (status === 404) return 'path_changed';
  return status === 401 ? 'credentials_dropped' : 'answered_otherwise';
};

/**
 * Sends a test event to `address` and waits for it.
 * @param address public, without a slash at its end
 */
export const makeRoundTrip = async (
  { testEvents, clock }: { readonly testEvents: TestEvents; readonly clock: Clock },
  address: string,
): Promise<RoundTrip> => {
  const { path, username, password, arrival, hasArrived, forget } = testEvents.expect();
  const { Agent, request } = await import('undici');
  // A connection of its own: one that is kept open would prove nothing about the next delivery.
  const agent = new Agent({ connect: { timeout: patienceMs }, pipelining: 0 });
  const cut = new AbortController();
  const sentAt = clock.steady();
  let arrivedAt: number | null = null;
  void arrival.then(() => {
    arrivedAt = clock.steady();
  });
  const callOff = clock.after(patienceMs, () => {
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
      body: JSON.stringify({ event: { eventType: 'HearthlineRoundTrip' } }),
    });
    await body.dump();
    if (hasArrived()) {
      return {
        outcome: 'arrived',
        at: clock.now(),
        ms: Math.max(0, (arrivedAt ?? sentAt) - sentAt),
      };
    }
    return failed(
      refusedBy(headers[testEvents.header], testEvents.mark, statusCode),
      statusCode,
      '',
    );
  } catch (thrown) {
    const code = codeOf(thrown);
    return failed(whyOf(code), null, code);
  } finally {
    callOff();
    forget();
    await agent.destroy();
  }
};
