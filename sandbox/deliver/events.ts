/**
 * Who is told what happened: the webhooks that subscribed to it and, for businesses connected the
 * legacy way, the partner. Decides what is sent and to whom; how it travels is the deliverer's.
 * Envelope: `{event: {eventType, description, webhookID, triggeredAt}, data}` with the full record.
 */
import { presentLeadInEvent, presentMessageInEvent } from '../leads/present.ts';
import { tellPartnerOfLead, tellPartnerOfMessage, tellPartnerOfReview } from '../legacy/partner.ts';
import { findBusiness, findLead } from '../leads/book.ts';
import { quickReplyTo } from '../leads/quick-reply.ts';
import { addMessage } from '../leads/thread.ts';
import { presentReview } from '../marketplace/reviews.ts';
import type { Lead, Message, Review } from '../records.ts';
import type { DeliveryAuth, Webhook } from '../state.ts';
import type { World } from '../world.ts';
import { basicAuth } from './basic.ts';

/** Kinds that a business webhook can subscribe to; the marketplace has five PresetJob kinds. */
export const isBusinessEvent = (kind: string): boolean =>
  ['NegotiationCreatedV4', 'MessageCreatedV4', 'ReviewCreatedV4'].includes(kind) ||
  /^PresetJob\w+$/.test(kind);

/** Kinds that a user webhook can subscribe to. */
export const isUserEvent = (kind: string): boolean => kind === 'MessageCreated';

const descriptions: Readonly<Record<string, string>> = {
  NegotiationCreatedV4: 'A customer request created a lead for the business.',
  MessageCreatedV4: 'A message was sent by the customer or the business.',
  MessageCreated: 'A message was created.',
  ReviewCreatedV4: 'A customer wrote a review of the business.',
};

/** How long the news of a lead waits for a message when the message is to come first. */
const longestHold = 2000;
/** How much later than that message the lead then comes. */
const leadAfterMessage = 300;
/** How much later than its lead a Quick Reply comes. */
const quickReplyDelay = 500;
/** How much later than its lead the description comes once more. */
const descriptionDelay = 1000;

/**
 * A customer's request created a lead: NegotiationCreatedV4, and the legacy lead call. A lead that is
 * held back is sent as it is by then: its price may have become known. Where the business has its Quick
 * Reply switched on, the service sends it, before the lead's own delivery or after it.
 */
export const leadCreated = (world: World, lead: Lead): void => {
  const { negotiationID, business } = lead.negotiation;
  const tell = () => {
    const now = findLead(world, negotiationID) ?? lead;
    sendLeadEvent(world, business.businessID, presentLeadInEvent(world, now));
    tellPartnerOfLead(world, now);
  };
  const quickReply = quickReplyTo(world, lead);
  if (world.state.policy.messageFirst || quickReply?.isFirst) holdLead(world, negotiationID, tell);
  else tell();
  if (!quickReply) return;
  const { text, messageType, isFirst } = quickReply;
  const reply = () =>
    messageCreated(world, lead, addMessage(world, lead, 'Business', text, { messageType }));
  if (isFirst) reply();
  else world.clock.after(quickReplyDelay, reply);
};

/** Delivers a negotiation record to the business's webhooks as NegotiationCreatedV4. */
export const sendLeadEvent = (world: World, businessID: string, record: object): void => {
  sendToWebhooks(world, { businessID }, 'NegotiationCreatedV4', record);
};

/** Either side wrote: MessageCreatedV4 and MessageCreated; the legacy call for customers only. */
export const messageCreated = (world: World, lead: Lead, message: Message): void => {
  const { businessID } = lead.negotiation.business;
  const attempted = () => releaseLead(world, message.negotiationID);
  const record = presentMessageInEvent(world, lead, message);
  sendToWebhooks(world, { businessID }, 'MessageCreatedV4', record, attempted);
  for (const { userID } of findBusiness(world, businessID)?.owners ?? [])
    sendToWebhooks(world, { userID }, 'MessageCreated', record, attempted);
  if (message.from === 'Customer') tellPartnerOfMessage(world, lead, message, attempted);
};

/** The request's description, where there is one, comes once more as the customer's message, mostly a second later. */
export const describeAgain = (world: World, lead: Lead, delay = descriptionDelay): void => {
  const { description } = lead.negotiation.request;
  if (description === '') return;
  world.clock.after(delay, () =>
    messageCreated(world, lead, addMessage(world, lead, 'Customer', description)),
  );
};

/** A customer wrote a review: ReviewCreatedV4 with the whole record, whose key is the reviewID, and the legacy call. */
export const reviewCreated = (world: World, review: Review): void => {
  const { businessID } = review;
  sendToWebhooks(world, { businessID }, 'ReviewCreatedV4', presentReview(world, review));
  tellPartnerOfReview(world, review);
};

const sendToWebhooks = (
  world: World,
  owner: Webhook['owner'],
  eventType: string,
  data: unknown,
  attempted?: () => void,
): void => {
  for (const webhook of world.state.webhooks) {
    if (!webhook.enabled || !webhook.eventTypes.includes(eventType)) continue;
    if (!sameOwner(webhook.owner, owner)) continue;
    const { webhookID } = webhook;
    world.send({
      eventType,
      webhookID,
      method: 'POST',
      url: webhook.webhookURL,
      headers: authHeaders(webhook.auth),
      body: {
        event: {
          eventType,
          description: descriptions[eventType],
          webhookID,
          triggeredAt: new Date(world.clock.now()).toISOString(),
        },
        data,
      },
      wanted: () => world.state.webhooks.some((now) => now.webhookID === webhookID && now.enabled),
      ...(attempted ? { attempted } : {}),
    });
  }
};

export const sameOwner = (a: Webhook['owner'], b: Webhook['owner']): boolean =>
  'businessID' in a
    ? 'businessID' in b && a.businessID === b.businessID
    : 'userID' in b && a.userID === b.userID;

const authHeaders = (auth: DeliveryAuth | undefined): Record<string, string> => {
  if (!auth) return {};
  return auth.type === 'Basic'
    ? { authorization: basicAuth(auth.username, auth.password) }
    : { [auth.headerName]: auth.headerValue };
};

const holdLead = (world: World, negotiationID: string, tell: () => void): void => {
  world.heldLeads.set(negotiationID, tell);
  world.clock.after(longestHold, () => tellHeld(world, negotiationID));
};

const releaseLead = (world: World, negotiationID: string): void => {
  if (world.heldLeads.has(negotiationID))
    world.clock.after(leadAfterMessage, () => tellHeld(world, negotiationID));
};

const tellHeld = (world: World, negotiationID: string): void => {
  const tell = world.heldLeads.get(negotiationID);
  world.heldLeads.delete(negotiationID);
  tell?.();
};
