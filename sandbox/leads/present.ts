/** Records as they leave the service: paths of pictures and attachments become whole addresses. */
import type { Lead, Negotiation } from '../records.ts';
import type { World } from '../world.ts';

export const addressOf = (world: World, path: string): string => `${world.baseUrl}${path}`;

/** The record that a GET answers. */
export function presentLead(world: World, { negotiation }: Lead): Negotiation {
  const { business, request } = negotiation;
  return {
    ...negotiation,
    business: { ...business, imageURL: addressOf(world, business.imageURL) },
    request: {
      ...request,
      ...(request.attachments && {
        attachments: request.attachments.map((attachment) => ({
          ...attachment,
          url: addressOf(world, attachment.url),
        })),
      }),
    },
  };
}

/** The record that an event carries: its forwarding number can be another one. */
export function presentLeadInEvent(world: World, lead: Lead): Negotiation {
  const record = presentLead(world, lead);
  return lead.eventPhone
    ? { ...record, customer: { ...record.customer, phone: lead.eventPhone } }
    : record;
}
