/** One attempt to connect, within five minutes (security rule 9), with its state and verifier. */
import { timingSafeEqual } from 'node:crypto';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import type { Clock } from '../clock/clock.ts';
import type { Grant, Who } from './grant.ts';
import { openLoopback } from './loopback.ts';
import { refusedSignIn } from './token-endpoint.ts';

export type Authorized = {
  readonly code: string;
  readonly redirectUri: string;
  readonly verifier: string;
};

export type Attempt = {
  readonly attemptID: string;
  /** UTC milliseconds. */
  readonly expiresAt: number;
  readonly address: string;
  /** Errors: `connect_denied`, `connect_refused`, `connect_expired`, `connect_cancelled`. */
  readonly outcome: Promise<Answer<Authorized>>;
  /**
   * Accepts the address where the browser ended. Errors: `invalid_input` for another address,
   * `connect_mismatch` if it belongs to another attempt; this attempt then continues.
   */
  readonly paste: (address: string) => Answer<Record<string, never>>;
  readonly end: (why: 'connect_cancelled' | 'connect_expired' | 'internal') => void;
};

const lifetime = 5 * 60_000;

type Dependencies = {
  readonly grant: Grant;
  readonly redirectUris: readonly string[];
  /** Whether the system opens the app by its own URL scheme. */
  readonly hasWayBack: boolean;
  readonly who: Who;
  readonly clock: Clock;
  readonly random: (bytes: number) => Buffer;
  readonly onMismatch: () => void;
};

/** Opens the listener and creates the address of the consent page. Errors: `port_in_use`. */
export const openAttempt = async (dependencies: Dependencies): Promise<Answer<Attempt>> => {
  const { grant, redirectUris, hasWayBack, who, clock, random, onMismatch } = dependencies;
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

  /** Handles the service's answer; the listener closes itself after an accepted one. */
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
  /** The `error` parameter (RFC 6749, 4.1.2.1), which legacy services write in upper case. */
  const refusal = (error: string, description: string | null): Answer<never> =>
    error.toLowerCase() === 'access_denied'
      ? fail('connect_denied', 'The consent was not given.')
      : { ok: false, error: refusedSignIn(error, description, [state, verifier]) };
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
      if (query === null)
        return fail('invalid_input', `This is not an address that begins with ${redirectUri}.`);
      if (take(query) === 'refused')
        return fail('connect_mismatch', 'This address belongs to another attempt to connect.');
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

/** The value of a parameter that occurs exactly once, else null. */
const single = (query: URLSearchParams, name: string): string | null => {
  const values = query.getAll(name);
  return values.length === 1 ? (values[0] ?? null) : null;
};

const isSame = (value: string | null, expected: string): boolean => {
  const [a, b] = [Buffer.from(value ?? ''), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** The query of an address that equals the registered one, with or without a final slash. */
const queryOf = (text: string, redirectUri: string): URLSearchParams | null => {
  if (!URL.canParse(text.trim())) return null;
  const [address, registered] = [new URL(text.trim()), new URL(redirectUri)];
  const path = (url: URL): string => url.origin + url.pathname.replace(/\/$/, '');
  return path(address) === path(registered) ? address.searchParams : null;
};
