/**
 * What is known of a change that failed. After some failures the service may have made it all the
 * same; then its list decides, and the failure is put as what the list has shown.
 */
import type { Failure } from '../../../../contract/errors.ts';

/** The failure of a change that the service's list shows not to have been made. */
export const notDone = (error: Failure): Failure =>
  error.code === 'outcome_unknown' ? { ...error, code: 'service_unavailable' } : error;

/** The failure of a change about which the list could not be asked either. */
export const notKnown = (error: Failure): Failure => ({ ...error, code: 'outcome_unknown' });
