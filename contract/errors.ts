/**
 * The closed list of failures, shared by all processes. The renderer has the wording for each code; `message` is for
 * logs. No failure may carry a stack, a path, a token or an address with a query string (security rule 6).
 */
import { z } from 'zod';
import { readonlyObject, readonlyStrictObject } from './schema.ts';

export const errorCodes = [
  // the caller
  'invalid_input',
  'unknown_command',
  'not_found',
  'conflict',
  'too_late',
  // the connection to the service
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
  'colleague_answered',
  // connecting
  'profile_unreadable',
  'profile_invalid',
  'connect_denied',
  'connect_mismatch',
  'connect_expired',
  'connect_cancelled',
  'connect_refused',
  'port_in_use',
  // the team
  'hub_unavailable',
  'unknown_to_hub',
  'not_in_team',
  'owner_needed',
  'owner_only',
  'last_owner',
  'invitation_invalid',
  'invitation_expired',
  'team_full',
  'too_many_invitations',
  'too_many_webhooks',
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
  'no_program',
  'disk_full',
  'read_only',
  'engine_unavailable',
  'engine_stopped',
  'service_off',
  'internal',
] as const;

export const errorCode = z.enum(errorCodes);
export type ErrorCode = z.infer<typeof errorCode>;

/** Mistake in a field of a service profile. Never contains the value, which may be a secret. */
const profileMistake = readonlyStrictObject({
  /** Path of the field, such as `scopes.0`. */
  field: z.string().max(200),
  what: z.enum(['missing', 'type', 'choice', 'empty', 'long', 'form', 'unknown']),
});
export type ProfileMistake = z.infer<typeof profileMistake>;

export const failure = readonlyObject({
  code: errorCode,
  /** One English sentence, for logs and support. */
  message: z.string().max(500),
  /** The service's own explanation, shortened and without secrets. */
  detail: z.string().max(2_000).optional(),
  /** HTTP status of the service's response. */
  status: z.int().optional(),
  /** The service's traceID, which its support asks for. */
  traceID: z.string().max(200).optional(),
  /** Invalid fields, for `profile_invalid`. */
  mistakes: z.array(profileMistake).max(20).readonly().optional(),
});
export type Failure = z.infer<typeof failure>;

export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: Failure };

/** Validates an answer of another process by the schema of its value; an invalid one becomes `internal`. */
export const parseAnswer = <T extends z.ZodType>(
  value: T,
  answer: unknown,
): Answer<z.output<T>> => {
  const success = z.object({ ok: z.literal(true), value });
  const failed = z.object({ ok: z.literal(false), error: failure });
  const parsed = z.union([success, failed]).safeParse(answer);
  return parsed.success
    ? (parsed.data as Answer<z.output<T>>)
    : fail('internal', 'An answer inside Hearthline is not as the contract says.');
};

export const succeed = <T>(value: T): Answer<T> => ({ ok: true, value });

export const fail = (
  code: ErrorCode,
  message: string,
  more: Omit<Failure, 'code' | 'message'> = {},
): Answer<never> => ({ ok: false, error: { code, message, ...more } });
