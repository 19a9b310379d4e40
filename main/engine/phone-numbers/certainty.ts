/**
 * What is known of a change that failed. After some failures the service may have made it all the
 * same; then its list decides, and the failure is put as what the list has shown.
 */
import type { ErrorCode, Failure } from '../../../contract/errors.ts';

const open: ReadonlySet<ErrorCode> = new Set([
  'outcome_unknown',
  'service_unavailable',
  'unexpected_answer',
]);

/** True when a change that failed so may have been made all the same. */
export const leavesOpen = (error: Failure): boolean => open.has(error.code);

/** The failure of a change that the service's list shows not to have been made. */
export const notDone = (error: Failure): Failure =>
  error.code === 'outcome_unknown' ? { ...error, code: 'service_unavailable' } : error;

/** The failure of a change about which the list could not be asked either. */
export const notKnown = (error: Failure): Failure => ({ ...error, code: 'outcome_unknown' });
