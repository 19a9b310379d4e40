/**
 * Sends a job status to the service. The path and values are known (live-facts, Negotiation record); the
 * field name `jobStatus` is assumed from the path. A service with another name answers 400 (`rejected`).
 */
import type { Answer } from '../../../../../contract/errors.ts';
import { segment, type Calls } from '../../../platform/http/calls.ts';
import type { ServiceJobStatus } from '../../service.ts';
import { api } from './paths.ts';

/** POST a negotiation's job status; the undocumented response is ignored. */
export type SetJobStatus = (
  negotiationID: string,
  status: ServiceJobStatus,
) => Promise<Answer<void>>;

export const jobStatusCall =
  ({ change }: Pick<Calls, 'change'>): SetJobStatus =>
  (negotiationID, jobStatus) =>
    change(
      'negotiations.jobStatus',
      'POST',
      `${api}/negotiations/${segment(negotiationID)}/job-status`,
      { jobStatus },
      'person',
    );
