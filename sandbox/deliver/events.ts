/** Publishes events to subscribed webhooks and, for businesses connected by the legacy flow, to the partner. */
import { formatBasic } from '../http/credentials.ts';
import { presentLeadInEvent, presentMessageInEvent } from '../leads/present.ts';
import {
  sendLeadToPartner,
  sendMessageToPartner,
  sendPriceToPartner,
  sendReviewToPartner,
} from '../legacy/partner.ts';
import { findBusiness, findLead, storeLead } from '../leads/store.ts';
import { createQuickReply } from '../leads/quick-reply.ts';
import { addMessage } from '../leads/thread.ts';
import { presentReview } from '../marketplace/reviews.ts';
import type { Lead, Message, Review } from '../records.ts';
import type { DeliveryAuth, Webhook } from '../state.ts';
import type { World } from '../world.ts';

/** True for the event kinds of a business webhook; the marketplace has five PresetJob kinds. */
export const isBusinessEvent = (kind: string): boolean =>
  ['NegotiationCreatedV4', 'MessageCreatedV4', 'ReviewCreatedV4'].includes(kind) ||
  /^PresetJob\w+$/.test(kind);

/** True for the event kinds of a user webhook. */
export const isUserEvent = (kind: string): boolean => kind === 'MessageCreated';

const descriptions: Readonly<Record<string, string>> = {
  NegotiationCreatedV4: 'A customer request created a lead for the business.',
  MessageCreatedV4: 'A message was sent by the customer or the business.',
  MessageCreated: 'A message was created.',
  ReviewCreatedV4: 'A customer wrote a review of the business.',
};

/** Longest wait of a lead event for a message that must precede it. */
const maxHoldMs = 2000;
/** Time from that message to the lead event. */
const leadAfterMessageMs = 300;
/** Time from a lead event to its Quick Reply. */
const quickReplyDelayMs = 500;
/** Time from a lead event to the message that repeats its description. */
const descriptionDelayMs = 1000;

/**
 * Publishes a new lead and its Quick Reply, if any. If a message must precede the lead, the lead waits for it and
 * then appears in its latest state.
 */
export const publishLead = (world: World, lead: Lead): void => {
  const { negotiationID, business } = lead.negotiation;
  const send = () => {
    const latest = findLead(world, negotiationID) ?? lead;
    sendLeadEvent(world, business.businessID, presentLeadInEvent(world, latest));
    sendLeadToPartner(world, latest);
  };
  const quickReply = createQuickReply(world, lead);
  if (world.state.policy.messageFirst || quickReply?.isFirst) {
    world.heldLeads.set(negotiationID, send);
    world.clock.after(maxHoldMs, () => sendHeldLead(world, negotiationID));
  } else send();
  if (!quickReply) return;
  const { text, messageType, isFirst } = quickReply;
  const sendReply = () =>
    publishMessage(world, lead, addMessage(world, lead, 'Business', text, { messageType }));
  if (isFirst) sendReply();
  else world.clock.after(quickReplyDelayMs, sendReply);
};

/** Delivers a negotiation record to the business's webhooks as NegotiationCreatedV4. */
export const sendLeadEvent = (world: World, businessID: string, record: object): void => {
  sendToWebhooks(world, { businessID }, 'NegotiationCreatedV4', record);
};

/** Charges a lead at a price such as "$25.00" and sends the legacy update. Returns the changed lead. */
export const setPrice = (world: World, lead: Lead, leadPrice: string): Lead => {
  const priced: Lead = {
    ...lead,
    negotiation: {
      ...lead.negotiation,
      leadPrice,
      leadPriceBreakdown: { subtotal: leadPrice, salesTax: '$0.00' },
      chargeState: 'Charged',
    },
  };
  storeLead(world, priced);
  sendPriceToPartner(world, priced);
  return priced;
};

/** Publishes a message as MessageCreatedV4 and MessageCreated; a customer's also by the legacy call. */
export const publishMessage = (world: World, lead: Lead, message: Message): void => {
  const { businessID } = lead.negotiation.business;
  const { negotiationID } = message;
  const onAttempt = () => {
    if (world.heldLeads.has(negotiationID))
      world.clock.after(leadAfterMessageMs, () => sendHeldLead(world, negotiationID));
  };
  const record = presentMessageInEvent(world, lead, message);
  sendToWebhooks(world, { businessID }, 'MessageCreatedV4', record, onAttempt);
  for (const { userID } of findBusiness(world, businessID)?.owners ?? [])
    sendToWebhooks(world, { userID }, 'MessageCreated', record, onAttempt);
  if (message.from === 'Customer') sendMessageToPartner(world, lead, message, onAttempt);
};

/** Repeats the request's description, if any, as a message of the customer after `delayMs`. */
export const repeatDescription = (world: World, lead: Lead, delayMs = descriptionDelayMs): void => {
  const { description } = lead.negotiation.request;
  if (description === '') return;
  world.clock.after(delayMs, () =>
    publishMessage(world, lead, addMessage(world, lead, 'Customer', description)),
  );
};

/** Publishes a review as ReviewCreatedV4 with the full record, and by the legacy call. */
export const publishReview = (world: World, review: Review): void => {
  const { businessID } = review;
  sendToWebhooks(world, { businessID }, 'ReviewCreatedV4', presentReview(world, review));
  sendReviewToPartner(world, review);
};

const sendToWebhooks = (
  world: World,
  owner: Webhook['owner'],
  eventType: string,
  data: unknown,
  onAttempt?: () => void,
): void => {
  for (const webhook of world.state.webhooks) {
    if (!webhook.enabled || !webhook.eventTypes.includes(eventType)) continue;
    if (!isSameOwner(webhook.owner, owner)) continue;
    const { webhookID } = webhook;
    world.send({
      eventType,
      webhookID,
      method: 'POST',
      url: webhook.webhookURL,
      headers: buildAuthHeaders(webhook.auth),
      body: {
        event: {
          eventType,
          description: descriptions[eventType],
          webhookID,
          triggeredAt: new Date(world.clock.now()).toISOString(),
        },
        data,
      },
      isWanted: () =>
        world.state.webhooks.some((each) => each.webhookID === webhookID && each.enabled),
      ...(onAttempt && { onAttempt }),
    });
  }
};

export const isSameOwner = (a: Webhook['owner'], b: Webhook['owner']): boolean =>
  'businessID' in a
    ? 'businessID' in b && a.businessID === b.businessID
    : 'userID' in b && a.userID === b.userID;

const buildAuthHeaders = (auth: DeliveryAuth | undefined): Record<string, string> => {
  if (!auth) return {};
  return auth.type === 'Basic'
    ? { authorization: formatBasic(auth.username, auth.password) }
    : { [auth.headerName]: auth.headerValue };
};

const sendHeldLead = (world: World, negotiationID: string): void => {
  const send = world.heldLeads.get(negotiationID);
  world.heldLeads.delete(negotiationID);
  send?.();
};
