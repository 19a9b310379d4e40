/** The Lead of the legacy interface, field for field, and its attachments (conformance.md, Lead). */
import { presentAttachments } from '../leads/present.ts';
import type { Lead } from '../records.ts';
import type { World } from '../world.ts';

/** @param hasPhone true if the partner may receive customers' phone numbers */
export const toLegacyLead = (world: World, lead: Lead, hasPhone: boolean) => {
  const { negotiationID, createdAt, customer, business, request, estimate } = lead.negotiation;
  return {
    leadID: negotiationID,
    createTimestamp: toUnixSeconds(createdAt),
    request: {
      requestID: request.requestID,
      category: request.category.name,
      title: lead.title,
      ...(request.description ? { description: request.description } : {}),
      ...(lead.schedule ? { schedule: lead.schedule } : {}),
      location: {
        city: request.location.city,
        state: request.location.state,
        zipCode: request.location.zipCode,
      },
      travelPreferences: request.travelPreferences.map((way) => travelText[way]).join(', '),
      details: request.details,
      ...(request.attachments && { attachments: presentAttachments(world, request.attachments) }),
    },
    customer: {
      customerID: customer.customerID,
      name: `${customer.firstName} ${customer.lastName}`,
      ...(lead.phoneKnown && hasPhone ? { phone: customer.phone } : {}),
    },
    business: { businessID: business.businessID, name: business.name },
    ...(estimate.total ? { price: estimate.total } : {}),
    leadType: lead.leadType,
    ...toLegacyPrice(lead),
  };
};

/** Returns the legacy charge state: `Charged` with a price, null without. */
export const toLegacyPrice = (lead: Lead) => {
  const { leadPrice } = lead.negotiation;
  return leadPrice === undefined
    ? { leadPrice: null, chargeState: null }
    : { leadPrice, chargeState: 'Charged' };
};

const travelText = {
  ProviderTravelToCustomer: 'Professional must travel to my address',
  CustomerTravelToProvider: 'I travel to the professional',
  Remote: 'By phone or over the internet',
} as const;

/** Formats a time as Unix seconds: "1795241625". */
export const toUnixSeconds = (time: string): string => String(Math.floor(Date.parse(time) / 1000));
