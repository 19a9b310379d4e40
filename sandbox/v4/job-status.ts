/**
 * What became of a lead's job, as the professional tells it (live facts, negotiation record). The
 * body's field names are not known, so any text field of it may hold the status. Nothing shows the
 * status later; a customer whose job is done may write a review.
 */
import { answer, refuse } from '../http/answer.ts';
import { customerMayReview } from '../traffic.ts';
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
    const found = leadOf(call);
    if ('problem' in found) return found;
    const { body, world } = call;
    const fields = typeof body === 'object' && body && !Array.isArray(body) ? body : {};
    const jobStatus: unknown = Object.values(fields).find((value) => jobStatuses.includes(value));
    if (jobStatus === undefined)
      return refuse(400, `No field of the body is one of ${jobStatuses.join(', ')}.`);
    if (jobStatus === 'job_complete' || jobStatus === 'invoice_paid')
      customerMayReview(world, found.lead);
    return answer({ negotiationID: found.lead.negotiation.negotiationID, jobStatus });
  },
};
