/** Records as they leave the service: paths of pictures and attachments become whole addresses. */
import { randomOf } from '../generate/random.ts';
import type { Attachment, Lead, Message } from '../records.ts';
import type { World } from '../world.ts';
import { partiesOf, typedFirstName } from './parties.ts';
import { asRecorded } from './wire.ts';

export const addressOf = (world: World, path: string): string => `${world.baseUrl}${path}`;

export const presentAttachments = (
  world: World,
  attachments: readonly Attachment[],
): readonly Attachment[] =>
  attachments.map((attachment) => ({ ...attachment, url: addressOf(world, attachment.url) }));

/** The record that a GET answers. */
export const presentLead = (world: World, lead: Lead): object => {
  const { negotiation } = lead;
  const { customer, business, request } = negotiation;
  return asRecorded(world.options.seed, {
    ...negotiation,
    customer: { ...customer, firstName: typedFirstName(lead) },
    business: { ...business, imageURL: addressOf(world, business.imageURL) },
    request: {
      ...request,
      ...(request.attachments && { attachments: presentAttachments(world, request.attachments) }),
    },
  });
};

/** The record that an event carries: its forwarding number can be another one. */
export const presentLeadInEvent = (world: World, lead: Lead): object => {
  const { negotiation, eventPhone } = lead;
  const { customer } = negotiation;
  const phone = eventPhone ?? customer.phone;
  return presentLead(world, {
    ...lead,
    negotiation: { ...negotiation, customer: { ...customer, phone } },
  });
};

/** The message that a GET answers: it names the one who wrote. A photo without words has no text. */
export const presentMessage = (world: World, message: Message): object => {
  const { messageID, text, attachments } = message;
  const isBare = text === '' && randomOf(world.options.seed, 'no text', messageID).chance(0.5);
  return {
    ...message,
    text: isBare ? undefined : text,
    attachments: presentAttachments(world, attachments),
  };
};

/** The message that an event carries: it names both sides. The business's own may have no attachments field. */
export const presentMessageInEvent = (world: World, lead: Lead, message: Message): object => {
  const random = randomOf(world.options.seed, 'no attachments', message.messageID);
  const isBare = message.from === 'Business' && random.chance(0.5);
  return {
    ...presentMessage(world, message),
    ...(isBare ? { attachments: undefined } : {}),
    ...partiesOf(lead),
  };
};
