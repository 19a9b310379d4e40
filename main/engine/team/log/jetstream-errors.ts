/** Converts errors of the NATS client to codes of requests and states of the connection. */
import { JetStreamApiError } from '@nats-io/jetstream';
import { errors } from '@nats-io/transport-node';
import { isConflictCode, isFullCode } from '../../../../contract/team/jetstream-codes.ts';
import type { LogState } from '../../../../contract/team/log-state.ts';
import { findCertificateProblem } from '../../../http/certificate.ts';
import type { LogCode } from './team-log.ts';

/** The meaning of JetStream's error code; of all others, that the server stored nothing. */
const toRefusal = (code: number): LogCode => {
  if (isConflictCode(code)) return 'conflict';
  if (isFullCode(code)) return 'full';
  return code === 10_054 ? 'too_large' : 'unavailable';
};

/** An error and the errors that caused it, outermost first. */
const listErrors = (error: unknown): Error[] =>
  error instanceof Error ? [error, ...listErrors(error.cause)] : [];

/** The code that an error proves; null when no answer came. */
export const toLogCode = (error: unknown): LogCode | null => {
  for (const each of listErrors(error)) {
    if (each instanceof JetStreamApiError) return toRefusal(each.code);
    if (each instanceof errors.PermissionViolationError) return 'forbidden';
    if (each instanceof errors.InvalidArgumentError) return 'too_large';
    if (each instanceof errors.NoRespondersError) return 'unavailable';
  }
  return null;
};

export const toLogState = (error: unknown, wasUp: boolean): LogState => {
  for (const each of listErrors(error)) {
    if (
      each instanceof errors.AuthorizationError ||
      each instanceof errors.UserAuthenticationExpiredError ||
      each.message.toLowerCase().includes('authentication revoked')
    )
      return { name: wasUp ? 'revoked' : 'refused' };
  }
  const why = findCertificateProblem(error);
  if (why !== null) return { name: 'wrong_certificate', why };
  return { name: 'down' };
};
