/**
 * Accepts the job status of a lead. The body's field names are undocumented, so any field may
 * contain it. It is not stored; a completed job may lead to a review.
 */
import { Refusal } from '../http/problem.ts';
import { scheduleReview } from '../traffic.ts';
import { leadOf, type Endpoint } from './endpoint.ts';

const jobStatuses: readonly unknown[] = [
  'not_scheduled',
  'appt_scheduled',
  'job_complete',
  'invoice_paid',
  'customer_cancel',
  'pro_cancel',
];

export const jobStatusEndpoint: Endpoint = {
  method: 'POST',
  path: '/v4/negotiations/:negotiationID/job-status',
  scope: 'supply::negotiations.write',
  handle(call) {
    const lead = leadOf(call);
    const { body, world } = call;
    const fields = typeof body === 'object' && body && !Array.isArray(body) ? body : {};
    const jobStatus: unknown = Object.values(fields).find((value) => jobStatuses.includes(value));
    if (jobStatus === undefined)
      throw new Refusal(400, `No field of the body is one of ${jobStatuses.join(', ')}.`);
    if (jobStatus === 'job_complete' || jobStatus === 'invoice_paid') scheduleReview(world, lead);
    return { negotiationID: lead.negotiation.negotiationID, jobStatus };
  },
};
