/** Calls the partner of connected businesses (conformance.md, G). The control interface sets the partner. */
import { formatBasic } from '../http/credentials.ts';
import { findLead } from '../leads/store.ts';
import { presentAttachments } from '../leads/present.ts';
import type { Lead, Message, Review } from '../records.ts';
import type { World } from '../world.ts';
import { toLegacyLead, toLegacyPrice, toUnixSeconds } from './lead.ts';

const calls = {
  Lead: { method: 'POST', path: '/v1/lead' },
  Message: { method: 'POST', path: '/v1/message' },
  LeadUpdate: { method: 'PUT', path: '/v1/lead/update' },
  Review: { method: 'POST', path: '/v1/review' },
} as const;

export const sendLeadToPartner = (world: World, lead: Lead): void => {
  const { businessID } = lead.negotiation.business;
  const hasPhone = world.state.partner?.phoneReady !== false;
  callPartner(world, businessID, 'Lead', toLegacyLead(world, lead, hasPhone));
};

export const sendMessageToPartner = (
  world: World,
  lead: Lead,
  message: Message,
  onAttempt: () => void,
): void => {
  const { negotiationID, customer, business } = lead.negotiation;
  const { messageID, sentAt, text, attachments } = message;
  const body = {
    leadID: negotiationID,
    customerID: customer.customerID,
    businessID: business.businessID,
    message: {
      messageID,
      createTimestamp: toUnixSeconds(sentAt),
      text,
      ...(attachments.length > 0 && { attachments: presentAttachments(world, attachments) }),
    },
  };
  callPartner(world, business.businessID, 'Message', body, onAttempt);
};

export const sendPriceToPartner = (world: World, lead: Lead): void => {
  const { negotiationID, business } = lead.negotiation;
  const body = { leadID: negotiationID, ...toLegacyPrice(lead) };
  callPartner(world, business.businessID, 'LeadUpdate', body);
};

/** Sends a review, with the lead if it is known. */
export const sendReviewToPartner = (world: World, review: Review): void => {
  const { reviewID, businessID, negotiationID, createTime, rating } = review;
  const lead = negotiationID === null ? undefined : findLead(world, negotiationID)?.negotiation;
  callPartner(world, businessID, 'Review', {
    ...(lead && { leadID: lead.negotiationID, customerID: lead.customer.customerID }),
    businessID,
    review: {
      reviewID,
      createTimestamp: toUnixSeconds(createTime),
      rating,
      text: review.reviewText,
      reviewerName: review.reviewerName,
    },
  });
};

const callPartner = (
  world: World,
  businessID: string,
  eventType: keyof typeof calls,
  body: object,
  onAttempt?: () => void,
): void => {
  const { partner } = world.state;
  if (!partner || !isConnected(world, businessID)) return;
  const { method, path } = calls[eventType];
  world.send({
    eventType,
    method,
    body,
    webhookID: null,
    url: partner.baseUrl.replace(/\/$/, '') + path,
    headers: { authorization: formatBasic(partner.username, partner.password) },
    isWanted: () => isConnected(world, businessID),
    ...(onAttempt && { onAttempt }),
  });
};

const isConnected = (world: World, businessID: string): boolean => {
  const { clientID } = world.clients.legacy;
  return Object.values(world.state.grants).some(
    (grant) => !grant.dead && grant.clientID === clientID && grant.businessID === businessID,
  );
};
