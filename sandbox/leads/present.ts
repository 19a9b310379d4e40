/** Converts records to the form in which the service sends them: paths of pictures and attachments become URLs. */
import { createRandom } from '../generate/random.ts';
import type { Attachment, Lead, Message } from '../records.ts';
import type { World } from '../world.ts';
import { toWireRecord } from './wire.ts';

export const toURL = (world: World, path: string): string => `${world.baseUrl}${path}`;

export const presentAttachments = (
  world: World,
  attachments: readonly Attachment[],
): readonly Attachment[] =>
  attachments.map((attachment) => ({ ...attachment, url: toURL(world, attachment.url) }));

/** Presents a lead as in a GET response. */
export const presentLead = (world: World, lead: Lead): object => {
  const { negotiation } = lead;
  const { customer, business, request } = negotiation;
  return toWireRecord(world.options.seed, {
    ...negotiation,
    customer: { ...customer, firstName: formatFirstName(lead) },
    business: { ...business, imageURL: toURL(world, business.imageURL) },
    request: {
      ...request,
      ...(request.attachments && { attachments: presentAttachments(world, request.attachments) }),
    },
  });
};

/** Presents a lead as in an event, whose forwarding number may differ. */
export const presentLeadInEvent = (world: World, lead: Lead): object => {
  const { negotiation, eventPhone } = lead;
  const { customer } = negotiation;
  const phone = eventPhone ?? customer.phone;
  return presentLead(world, {
    ...lead,
    negotiation: { ...negotiation, customer: { ...customer, phone } },
  });
};

/** Presents a message as in a GET response, which names the sender. A photo without words may lack the text field. */
export const presentMessage = (world: World, message: Message): object => {
  const { messageID, text, attachments } = message;
  const isBare = text === '' && createRandom(world.options.seed, 'no text', messageID).chance(0.5);
  return {
    ...message,
    text: isBare ? undefined : text,
    attachments: presentAttachments(world, attachments),
  };
};

/** Presents a message as in an event, which names both sides. The business's may lack the attachments field. */
export const presentMessageInEvent = (world: World, lead: Lead, message: Message): object => {
  const random = createRandom(world.options.seed, 'no attachments', message.messageID);
  const isBare = message.from === 'Business' && random.chance(0.5);
  return {
    ...presentMessage(world, message),
    ...(isBare ? { attachments: undefined } : {}),
    ...presentParties(lead),
  };
};

/** Customer and business in a message's form. */
export const presentParties = (lead: Lead) => {
  const { customer, business } = lead.negotiation;
  return {
    customer: {
      customerID: customer.customerID,
      displayName: `${formatFirstName(lead)} ${customer.lastName.charAt(0)}.`,
    },
    business: { businessID: business.businessID, displayName: business.name },
  };
};

/** Formats the customer's first name as typed, possibly with a trailing space. */
export const formatFirstName = ({ negotiation, hasTrailingSpace }: Lead): string =>
  negotiation.customer.firstName + (hasTrailingSpace ? ' ' : '');
