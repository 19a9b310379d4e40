/**
 * One attempt to connect: from opening the consent page to the code that comes back, or five minutes
 * (security rule 9). The state and the code verifier live here and die with the attempt.
 */
import { timingSafeEqual } from 'node:crypto';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import type { Clock } from '../clock/clock.ts';
import type { Grant, Who } from './grant.ts';
import { openLoopback } from './loopback.ts';
import { refusedSignIn } from './token-endpoint.ts';

/** What the service gave for the consent. */
export type Authorized = {
  readonly code: string;
  readonly redirectUri: string;
  readonly verifier: string;
};

export type Attempt = {
  readonly attemptID: string;
  /** UTC milliseconds. */
  readonly expiresAt: number;
  /** The consent page, for the browser. */
  readonly address: string;
  /**
   * The end of the attempt. Errors: `connect_denied`, `connect_refused`, `connect_expired`,
   * `connect_cancelled`.
   */
  readonly outcome: Promise<Answer<Authorized>>;
  /**
   * Takes the address that the browser ended on. Errors: `invalid_input` when it is another address,
   * `connect_mismatch` when it does not belong to this attempt, which then goes on waiting.
   */
  readonly paste: (address: string) => Answer<Record<string, never>>;
  readonly end: (why: 'connect_cancelled' | 'connect_expired' | 'internal') => void;
};

const lifetime = 5 * 60_000;

type Dependencies = {
  readonly grant: Grant;
  readonly redirectUris: readonly string[];
  /** Whether the system opens us by our scheme. */
  readonly hasWayBack: boolean;
  readonly who: Who;
  readonly clock: Clock;
  readonly random: (bytes: number) => Buffer;
  /** Somebody came to the listener with a state that is not ours. */
  readonly onMismatch: () => void;
};

/** Opens the listener and makes the address of the consent page. Errors: `port_in_use`. */
export const openAttempt = async (given: Dependencies): Promise<Answer<Attempt>> => {
  const { grant, redirectUris, hasWayBack, who, clock, random, onMismatch } = given;
  const state = random(32).toString('base64url');
  const verifier = random(32).toString('base64url');
  const latest = clock.steady() + lifetime;
  const { promise: outcome, resolve: finish } = Promise.withResolvers<Answer<Authorized>>();

  const opened = await openLoopback(
    redirectUris,
    (query) => {
      const taken = take(query);
      if (taken === 'refused') onMismatch();
      return taken;
    },
    hasWayBack,
  );
  if (!opened.ok) return opened;
  const { redirectUri, close } = opened.value;

  /** Decides what an answer of the service means; the listener closes itself after a taken one. */
  const take = (query: URLSearchParams): 'taken' | 'refused' => {
    if (!isSame(single(query, 'state'), state)) return 'refused';
    const code = single(query, 'code');
    const error = single(query, 'error');
    if (code === null && error === null) return 'refused';
    stopTimer();
    if (clock.steady() > latest) finish(endings.connect_expired);
    else if (error !== null) finish(refusal(error, single(query, 'error_description')));
    else if (code !== null) finish(succeed({ code, redirectUri, verifier }));
    return 'taken';
  };
  /** The service's `error` parameter (RFC 6749, 4.1.2.1); the legacy generation writes in upper case. */
  const refusal = (error: string, said: string | null): Answer<never> =>
    error.toLowerCase() === 'access_denied'
      ? fail('connect_denied', 'The consent was not given.')
      : { ok: false, error: refusedSignIn(error, said, [state, verifier]) };
  const end: Attempt['end'] = (why) => {
    stopTimer();
    close();
    finish(endings[why]);
  };
  const stopTimer = clock.after(lifetime, () => end('connect_expired'));

  return succeed({
    attemptID: random(16).toString('hex'),
    expiresAt: clock.now() + lifetime,
    address: grant.authorizeAddress({ redirectUri, state, verifier, who }),
    outcome,
    paste: (text) => {
      const query = queryOf(text, redirectUri);
      if (query === null) {
        return fail('invalid_input', `This is not an address that begins with ${redirectUri}.`);
      }
      if (take(query) === 'refused') {
        return fail('connect_mismatch', 'This address belongs to another attempt to connect.');
      }
      close();
      return succeed({});
    },
    end,
  });
};

const endings = {
  connect_expired: fail('connect_expired', 'Nobody came back from the browser in five minutes.'),
  connect_cancelled: fail('connect_cancelled', 'The attempt to connect was cancelled.'),
  internal: fail('internal', 'The browser could not be opened.'),
} as const;

/** The only value of a parameter; null when there is none or more than one. */
const single = (query: URLSearchParams, name: string): string | null => {
  const values = query.getAll(name);
  return values.length === 1 ? (values[0] ?? null) : null;
};

/** Compared in constant time. */
const isSame = (given: string | null, expected: string): boolean => {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** The query of an address that is the registered one, with or without a slash at its end. */
const queryOf = (text: string, redirectUri: string): URLSearchParams | null => {
  if (!URL.canParse(text.trim())) return null;
  const [address, registered] = [new URL(text.trim()), new URL(redirectUri)];
  const path = (url: URL): string => url.origin + url.pathname.replace(/\/$/, '');
  return path(address) === path(registered) ? address.searchParams : null;
};
