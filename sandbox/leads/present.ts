/** Converts records to the form in which the service sends them: paths of pictures and attachments become URLs. */
import { randomOf } from '../generate/random.ts';
import type { Attachment, Lead, Message } from '../records.ts';
import type { World } from '../world.ts';
import { toWireRecord } from './wire.ts';

export const addressOf = (world: World, path: string): string => `${world.baseUrl}${path}`;

export const presentAttachments = (
  world: World,
  attachments: readonly Attachment[],
): readonly Attachment[] =>
  attachments.map((attachment) => ({ ...attachment, url: addressOf(world, attachment.url) }));

/** The record in a GET response. */
export const presentLead = (world: World, lead: Lead): object => {
  const { negotiation } = lead;
  const { customer, business, request } = negotiation;
  return toWireRecord(world.options.seed, {
    ...negotiation,
    customer: { ...customer, firstName: typedFirstName(lead) },
    business: { ...business, imageURL: addressOf(world, business.imageURL) },
    request: {
      ...request,
      ...(request.attachments && { attachments: presentAttachments(world, request.attachments) }),
    },
  });
};

/** The record in an event, whose forwarding number may differ. */
export const presentLeadInEvent = (world: World, lead: Lead): object => {
  const { negotiation, eventPhone } = lead;
  const { customer } = negotiation;
  const phone = eventPhone ?? customer.phone;
  return presentLead(world, {
    ...lead,
    negotiation: { ...negotiation, customer: { ...customer, phone } },
  });
};

/** The message in a GET response: it names the sender. A photo without words may lack the text field. */
export const presentMessage = (world: World, message: Message): object => {
  const { messageID, text, attachments } = message;
  const isBare = text === '' && randomOf(world.options.seed, 'no text', messageID).chance(0.5);
  return {
    ...message,
    text: isBare ? undefined : text,
    attachments: presentAttachments(world, attachments),
  };
};

/** The message in an event: it names both sides. The business's may lack the attachments field. */
export const presentMessageInEvent = (world: World, lead: Lead, message: Message): object => {
  const random = randomOf(world.options.seed, 'no attachments', message.messageID);
  const isBare = message.from === 'Business' && random.chance(0.5);
  return {
    ...presentMessage(world, message),
    ...(isBare ? { attachments: undefined } : {}),
    ...partiesOf(lead),
  };
};

/** Customer and business in a message's form. */
export const partiesOf = (lead: Lead) => {
  const { customer, business } = lead.negotiation;
  return {
    customer: {
      customerID: customer.customerID,
      displayName: `${typedFirstName(lead)} ${customer.lastName.charAt(0)}.`,
    },
    business: { businessID: business.businessID, displayName: business.name },
  };
};

/** The customer's first name as typed, possibly with a trailing space. */
export const typedFirstName = ({ negotiation, hasTrailingSpace }: Lead): string =>
  negotiation.customer.firstName + (hasTrailingSpace ? ' ' : '');
