/**
 * Calls the partner of connected businesses with leads, customers' messages, prices and reviews
 * (conformance.md, G). The control interface sets the partner and its credentials.
 */
import { basicAuth } from '../http/credentials.ts';
import { findLead } from '../leads/book.ts';
import { presentAttachments } from '../leads/present.ts';
import type { Lead, Message, Review } from '../records.ts';
import type { World } from '../world.ts';
import { legacyLead, priceOf, unixSeconds } from './lead.ts';

/** POST /v1/lead. */
export const sendLeadToPartner = (world: World, lead: Lead): void => {
  call(world, lead.negotiation.business.businessID, {
    eventType: 'Lead',
    method: 'POST',
    path: '/v1/lead',
    body: legacyLead(world, lead, world.state.partner?.phoneReady !== false),
  });
};

/** POST /v1/message. */
export const sendMessageToPartner = (
  world: World,
  lead: Lead,
  message: Message,
  onAttempt: () => void,
): void => {
  const { negotiationID, customer, business } = lead.negotiation;
  const body = {
    leadID: negotiationID,
    customerID: customer.customerID,
    businessID: business.businessID,
    message: {
      messageID: message.messageID,
      createTimestamp: unixSeconds(message.sentAt),
      text: message.text,
      ...(message.attachments.length > 0
        ? { attachments: presentAttachments(world, message.attachments) }
        : {}),
    },
  };
  call(world, lead.negotiation.business.businessID, {
    eventType: 'Message',
    method: 'POST',
    path: '/v1/message',
    body,
    onAttempt,
  });
};

/** PUT /v1/lead/update. */
export const sendPriceToPartner = (world: World, lead: Lead): void => {
  const body = { leadID: lead.negotiation.negotiationID, ...priceOf(lead) };
  call(world, lead.negotiation.business.businessID, {
    eventType: 'LeadUpdate',
    method: 'PUT',
    path: '/v1/lead/update',
    body,
  });
};

/** POST /v1/review, with the lead if it is known. */
export const sendReviewToPartner = (world: World, review: Review): void => {
  const { reviewID, businessID, negotiationID, createTime, rating } = review;
  const lead = negotiationID === null ? undefined : findLead(world, negotiationID);
  const body = {
    ...(lead
      ? {
          leadID: lead.negotiation.negotiationID,
          customerID: lead.negotiation.customer.customerID,
        }
      : {}),
    businessID,
    review: {
      reviewID,
      createTimestamp: unixSeconds(createTime),
      rating,
      text: review.reviewText,
      reviewerName: review.reviewerName,
    },
  };
  call(world, businessID, { eventType: 'Review', method: 'POST', path: '/v1/review', body });
};

type Call = {
  readonly eventType: string;
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly body: unknown;
  readonly onAttempt?: () => void;
};

const call = (world: World, businessID: string, { path, ...rest }: Call): void => {
  const { partner } = world.state;
  if (!partner || !isConnected(world, businessID)) return;
  world.send({
    ...rest,
    webhookID: null,
    url: partner.baseUrl.replace(/\/$/, '') + path,
    headers: { authorization: basicAuth(partner.username, partner.password) },
    isWanted: () => isConnected(world, businessID),
  });
};

/** Whether the business has a live legacy grant. */
const isConnected = (world: World, businessID: string): boolean => {
  const { clientID } = world.clients.legacy;
  return Object.values(world.state.grants).some(
    (grant) => !grant.dead && grant.clientID === clientID && grant.businessID === businessID,
  );
};
