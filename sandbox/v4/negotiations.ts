/**
 * Leads by id (conformance.md, J) and, as an option, the list of a business's leads, which the live
 * interface may not have.
 */
import { z } from 'zod';
import { limitField, offsetField, read } from '../http/read.ts';
import { listLeads } from '../leads/book.ts';
import { presentLead } from '../leads/present.ts';
import { businessOf, leadOf, type Endpoint } from './endpoint.ts';

const listQuery = z.object({ limit: limitField(100), offset: offsetField });

export const negotiationEndpoint: Endpoint = {
  method: 'GET',
  path: '/v4/negotiations/:negotiationID',
  scope: 'supply::negotiations.read',
  handle: (call) => presentLead(call.world, leadOf(call)),
};

/** Newest first; `next` is the offset of the next page, null on the last one. */
export const negotiationListEndpoint: Endpoint = {
  method: 'GET',
  path: '/v4/businesses/:businessID/negotiations',
  scope: 'supply::negotiations.read',
  handle(call) {
    const { world, query } = call;
    const { businessID } = businessOf(call);
    const { limit = 50, offset = 0 } = read(listQuery, query);
    const leads = listLeads(world, businessID, offset, limit + 1);
    return {
      data: leads.slice(0, limit).map((lead) => presentLead(world, lead)),
      pagination: { limit, offset, next: leads.length > limit ? offset + limit : null },
    };
  },
};
