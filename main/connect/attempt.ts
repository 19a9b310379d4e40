/** One attempt to connect: the consent page and the browser's return, within five minutes (security rule 9). */
import { timingSafeEqual } from 'node:crypto';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import type { Clock } from '../clock/clock.ts';
import type { Authorized, Grant, SignInHint } from './grant.ts';
import { openLoopback } from './loopback.ts';
import { toSignInRefusal } from './token-endpoint.ts';

export type Attempt = {
  readonly attemptID: string;
  /** UTC milliseconds. */
  readonly expiresAt: number;
  readonly address: string;
  /** Errors: `connect_denied`, `connect_refused`, `connect_expired`, `connect_cancelled`, `internal`. */
  readonly outcome: Promise<Answer<Authorized>>;
  /** Accepts a pasted return address. Errors, after which it continues: `invalid_input`, `connect_mismatch`. */
  readonly paste: (address: string) => Answer<Record<string, never>>;
  readonly end: (code: keyof typeof failures) => void;
};

const maxAttemptMs = 5 * 60_000;

/** Opens the listener and creates the address of the consent page. Errors: `port_in_use`. */
export const openAttempt = async (dependencies: {
  readonly grant: Grant;
  readonly redirectUris: readonly string[];
  /** True if the system opens `hearthline:` links with this app. */
  readonly opensAppLinks: boolean;
  readonly hint: SignInHint;
  readonly clock: Clock;
  readonly random: (bytes: number) => Buffer;
  readonly onMismatch: () => void;
}): Promise<Answer<Attempt>> => {
  const { grant, redirectUris, opensAppLinks, hint, clock, random, onMismatch } = dependencies;
  const state = random(32).toString('base64url');
  const verifier = random(32).toString('base64url');
  const deadline = clock.steady() + maxAttemptMs;
  const { promise: outcome, resolve: settle } = Promise.withResolvers<Answer<Authorized>>();

  const opened = await openLoopback(
    redirectUris,
    (query) => {
      const verdict = receive(query);
      if (verdict === 'rejected') onMismatch();
      return verdict;
    },
    opensAppLinks,
  );
  if (!opened.ok) return opened;
  const { redirectUri, close } = opened.value;

  /** Handles the service's answer. The caller closes the listener if it is accepted. */
  const receive = (query: URLSearchParams): 'accepted' | 'rejected' => {
    if (!equalsSecret(getSingleValue(query, 'state'), state)) return 'rejected';
    const code = getSingleValue(query, 'code');
    const error = getSingleValue(query, 'error');
    if (code === null && error === null) return 'rejected';
    stopTimer();
    if (clock.steady() > deadline) settle(failures.connect_expired);
    else if (error !== null) settle(toRefusal(error, getSingleValue(query, 'error_description')));
    else if (code !== null) settle(succeed({ code, redirectUri, verifier }));
    return 'accepted';
  };
  /** Converts the `error` parameter (RFC 6749, 4.1.2.1), which legacy services write in upper case. */
  const toRefusal = (error: string, description: string | null): Answer<never> =>
    error.toLowerCase() === 'access_denied'
      ? fail('connect_denied', 'The consent was not given.')
      : { ok: false, error: toSignInRefusal(error, description, [state, verifier]) };
  const end: Attempt['end'] = (code) => {
    stopTimer();
    close();
    settle(failures[code]);
  };
  const stopTimer = clock.after(maxAttemptMs, () => end('connect_expired'));

  return succeed({
    attemptID: random(16).toString('hex'),
    expiresAt: clock.now() + maxAttemptMs,
    address: grant.buildAuthorizeAddress({ redirectUri, state, verifier, hint }),
    outcome,
    paste: (text) => {
      const query = parseReturnedQuery(text, redirectUri);
      if (query === null)
        return fail('invalid_input', `This is not an address that begins with ${redirectUri}.`);
      if (receive(query) === 'rejected')
        return fail('connect_mismatch', 'This address belongs to another attempt to connect.');
      close();
      return succeed({});
    },
    end,
  });
};

const failures = {
  connect_expired: fail('connect_expired', 'Nobody came back from the browser in five minutes.'),
  connect_cancelled: fail('connect_cancelled', 'The attempt to connect was cancelled.'),
  internal: fail('internal', 'The browser could not be opened.'),
} as const;

/** Returns the value of a parameter that occurs exactly once, else null. */
const getSingleValue = (query: URLSearchParams, name: string): string | null => {
  const values = query.getAll(name);
  return values.length === 1 ? (values[0] ?? null) : null;
};

const equalsSecret = (value: string | null, expected: string): boolean => {
  const [a, b] = [Buffer.from(value ?? ''), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Parses the query of a pasted address; null if it is not the registered address. */
const parseReturnedQuery = (text: string, redirectUri: string): URLSearchParams | null => {
  if (!URL.canParse(text.trim())) return null;
  const [address, registered] = [new URL(text.trim()), new URL(redirectUri)];
  const getEndpoint = (url: URL): string => url.origin + url.pathname.replace(/\/$/, '');
  return getEndpoint(address) === getEndpoint(registered) ? address.searchParams : null;
};
