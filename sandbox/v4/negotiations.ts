/** Leads by id (conformance.md, J) and, as an option, those of a business, which the service may not list. */
import { z } from 'zod';
import { Refusal } from '../http/problem.ts';
import { limitField, offsetField, parseInput } from '../http/input.ts';
import { listLeads } from '../leads/store.ts';
import { presentLead } from '../leads/present.ts';
import { scheduleReview } from '../traffic.ts';
import { requireBusiness, requireLead, defineEndpoint } from './endpoint.ts';

const listQuery = z.object({ limit: limitField(100), offset: offsetField });

export const negotiationEndpoint = defineEndpoint(
  'GET',
  '/v4/negotiations/:negotiationID',
  'supply::negotiations.read',
  (call) => presentLead(call.world, requireLead(call)),
);

/** Lists leads, newest first; `next` is the offset of the next page, null on the last one. */
export const negotiationListEndpoint = defineEndpoint(
  'GET',
  '/v4/businesses/:businessID/negotiations',
  'supply::negotiations.read',
  (call) => {
    const { world, query } = call;
    const { businessID } = requireBusiness(call);
    const { limit = 50, offset = 0 } = parseInput(listQuery, query);
    const leads = listLeads(world, businessID, offset, limit + 1);
    return {
      data: leads.slice(0, limit).map((lead) => presentLead(world, lead)),
      pagination: { limit, offset, next: leads.length > limit ? offset + limit : null },
    };
  },
);

const jobStatuses: readonly unknown[] = [
  'not_scheduled',
  'appt_scheduled',
  'job_complete',
  'invoice_paid',
  'customer_cancel',
  'pro_cancel',
];

/** Accepts a job status in any field of the body, whose names are undocumented. A completed job may get a review. */
export const jobStatusEndpoint = defineEndpoint(
  'POST',
  '/v4/negotiations/:negotiationID/job-status',
  'supply::negotiations.write',
  (call) => {
    const lead = requireLead(call);
    const { body, world } = call;
    const fields = typeof body === 'object' && body && !Array.isArray(body) ? body : {};
    const jobStatus: unknown = Object.values(fields).find((value) => jobStatuses.includes(value));
    if (jobStatus === undefined)
      throw new Refusal(400, `No field of the body is one of ${jobStatuses.join(', ')}.`);
    if (jobStatus === 'job_complete' || jobStatus === 'invoice_paid') scheduleReview(world, lead);
    return { negotiationID: lead.negotiation.negotiationID, jobStatus };
  },
);
