/**
 * Leads by id (service specification, endpoints J) and, as an option, the list of a business, which
 * the live interface may not have (live facts, negotiation record).
 */
import { z } from 'zod';
import { answer, limitField, read } from '../http/answer.ts';
import { listLeads } from '../leads/book.ts';
import { presentLead } from '../leads/present.ts';
import { businessOf, leadOf, type Endpoint } from './endpoint.ts';
import { offsetField } from './fields.ts';

const listQuery = z.object({ limit: limitField(100), offset: offsetField });

export const negotiationEndpoint: Endpoint = {
  method: 'GET',
  path: '/v4/negotiations/:negotiationID',
  scope: 'supply::negotiations.read',
  handle(call) {
    const found = leadOf(call);
    return 'problem' in found ? found : answer(presentLead(call.world, found.lead));
  },
};

/** Newest first; `next` is the offset of the next page, null on the last one. */
export const negotiationListEndpoint: Endpoint = {
  method: 'GET',
  path: '/v4/businesses/:businessID/negotiations',
  scope: 'supply::negotiations.read',
  handle(call) {
    const found = businessOf(call);
    if ('problem' in found) return found;
    const parsed = read(listQuery, call.query);
    if ('problem' in parsed) return parsed;
    const { limit = 50, offset = 0 } = parsed.value;
    const { world } = call;
    const leads = listLeads(world, found.business.businessID, offset, limit + 1);
    return answer({
      data: leads.slice(0, limit).map((lead) => presentLead(world, lead)),
      pagination: { limit, offset, next: leads.length > limit ? offset + limit : null },
    });
  },
};
