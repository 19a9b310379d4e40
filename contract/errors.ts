/**
 * The closed list of things that can go wrong, shared by all sides. A person reads the wording that
 * the renderer has for a code; `message` is for logs and for codes that need a detail. Nothing here
 * may carry a stack, a path, a token or an address with a query string (security rule 6).
 */
import { z } from 'zod';

export const errorCodes = [
  // the caller
  'invalid_input',
  'unknown_command',
  'not_found',
  'conflict',
  'too_late',
  // the way to the service
  'offline',
  'timeout',
  'reconnect_needed',
  'scope_missing',
  'forbidden',
  'gone',
  'rejected',
  'rate_limited',
  'service_unavailable',
  'unexpected_answer',
  'outcome_unknown',
  'restored',
  'customer_wrote',
  // connecting
  'profile_unreadable',
  'profile_invalid',
  'connect_denied',
  'connect_mismatch',
  'connect_expired',
  'connect_cancelled',
  'connect_refused',
  'port_in_use',
  // this computer
  'keychain_locked',
  'database_newer',
  'database_damaged',
  'database_busy',
  'backup_foreign',
  'backup_newer',
  'backup_damaged',
  'update_missing',
  'update_unreadable',
  'update_unsigned',
  'update_older',
  'update_damaged',
  'disk_full',
  'read_only',
  'engine_unavailable',
  'engine_stopped',
  'service_off',
  'internal',
] as const;

export const errorCode = z.enum(errorCodes);
export type ErrorCode = z.infer<typeof errorCode>;

/** What is wrong with a field of a service profile; never with its value, which may be a secret. */
const profileFault = z
  .strictObject({
    /** Where it is, such as `scopes.0`. */
    field: z.string().max(200),
    what: z.enum(['missing', 'type', 'choice', 'empty', 'long', 'form', 'unknown']),
  })
  .readonly();
export type ProfileFault = z.infer<typeof profileFault>;

export const failure = z
  .object({
    code: errorCode,
    /** One English sentence: what happened. Shown where the renderer has no wording of its own. */
    message: z.string().max(500),
    /** What the service said, shortened and without secrets. */
    detail: z.string().max(2_000).optional(),
    /** HTTP status of the service's answer, where there was one. */
    status: z.number().int().optional(),
    /** The service's traceID: support asks for it (live-facts, Errors). */
    traceID: z.string().max(200).optional(),
    /** Of `profile_invalid`: the fields that are wrong. */
    faults: z.array(profileFault).max(20).readonly().optional(),
  })
  .readonly();
export type Failure = z.infer<typeof failure>;

export type Answer<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Failure };

/**
 * An answer of another process as this one relies on it. One that is not as it should be is `internal`.
 *
 * @param value what a good answer holds
 */
export const readAnswer = <T extends z.ZodType>(value: T, answer: unknown): Answer<z.output<T>> => {
  const good = z.object({ ok: z.literal(true), value });
  const bad = z.object({ ok: z.literal(false), error: failure });
  const read = z.union([good, bad]).safeParse(answer);
  return read.success
    ? (read.data as Answer<z.output<T>>)
    : fail('internal', 'An answer inside Hearthline is not as the contract says.');
};

/** An answer that went well. */
export const succeed = <T>(value: T): Answer<T> => ({ ok: true, value });

/** An answer that went wrong, with a code from the closed list. */
export const fail = (
  code: ErrorCode,
  message: string,
  more: Omit<Failure, 'code' | 'message'> = {},
): Answer<never> => ({ ok: false, error: { code, message, ...more } });
