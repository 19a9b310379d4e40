/**
 * Telling the service how far a job is (live-facts, Negotiation record: the path and the values are
 * known, the name of the body's field is not). `jobStatus` is an assumption, after the path and the
 * camel case of every other field; a service that wants another name answers 400, which is `rejected`.
 */
import type { Answer } from '../../../../../contract/errors.ts';
import { segment, type Calls } from '../../../platform/http/calls.ts';
import type { ToldJobStatus } from '../../service.ts';
import { api } from './paths.ts';

/** POST a negotiation's job status. What a success answers is not documented and not read. */
export type SetJobStatus = (negotiationID: string, status: ToldJobStatus) => Promise<Answer<void>>;

/** The job status call of one account. */
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
