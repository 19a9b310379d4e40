/** The messages of a lead, generated until a new one is stored. Their times strictly increase, for paging by time. */
import { generateAttachments, photoSubjectOf } from '../generate/attachments.ts';
import { generateConversation, type Line } from '../generate/conversation.ts';
import { idOf, randomOf } from '../generate/random.ts';
import type { Lead, Message } from '../records.ts';
import type { World } from '../world.ts';
import { partiesOf } from './present.ts';
import { seededQuickReply } from './quick-reply.ts';

/** All messages of a lead, oldest first. */
export const threadOf = (world: World, lead: Lead): readonly Message[] => {
  const id = lead.negotiation.negotiationID;
  const stored = world.state.threads[id];
  if (stored) return stored;
  const number = world.seededLeads.get(id);
  if (number === undefined) return [];
  const { seed, messages: mean } = world.options;
  const lines = generateConversation({ lead, seed, number, mean, until: world.state.startedAt });
  let last = 0;
  const openings = [...repeatedDescription(world, lead, number), ...seededQuickReply(world, lead)];
  return [...openings, ...lines].map((line, i) => {
    last = Math.max(line.at, last + 1);
    return message(world, lead, i, { ...line, at: last });
  });
};

/** Some leads repeat the request's description as the customer's first message. */
const repeatedDescription = (world: World, lead: Lead, number: number): readonly Line[] => {
  const { createdAt, request } = lead.negotiation;
  const { seed, messages } = world.options;
  if (messages === 0 || !repeatsDescription(seed, number, lead)) return [];
  const at = Math.min(Date.parse(createdAt) + 1000, world.state.startedAt);
  return [{ from: 'Customer', text: request.description, hasPhoto: false, at }];
};

/** Whether a seeded lead's first message repeats its description. */
export const repeatsDescription = (seed: number, number: number, lead: Lead): boolean =>
  lead.negotiation.request.description !== '' &&
  randomOf(seed, 'described again', number).chance(1 / 3);

/** Adds a message with the current time. The text may be empty for a photo. */
export const addMessage = (
  world: World,
  lead: Lead,
  from: Message['from'],
  text: string,
  { hasPhoto = false, messageType }: MessageExtras = {},
): Message => {
  const id = lead.negotiation.negotiationID;
  const thread = [...threadOf(world, lead)];
  const last = thread.at(-1);
  const at = Math.max(world.clock.now(), last ? Date.parse(last.sentAt) + 1 : 0);
  const line = { from, text, hasPhoto, at };
  const added = {
    ...message(world, lead, thread.length, line),
    ...(messageType ? { messageType } : {}),
  };
  (world.state.threads[id] ??= thread).push(added);
  return added;
};

type MessageExtras = {
  readonly hasPhoto?: boolean | undefined;
  readonly messageType?: Message['messageType'] | undefined;
};

const message = (
  world: World,
  lead: Lead,
  number: number,
  { from, text, hasPhoto, at }: Line,
): Message => {
  const { negotiationID } = lead.negotiation;
  const { seed } = world.options;
  const messageID = idOf(seed, 'message', negotiationID, number);
  const random = randomOf(seed, 'photo', messageID);
  const base = {
    messageID,
    negotiationID,
    text,
    attachments: hasPhoto
      ? generateAttachments(random, photoSubjectOf(lead), 1, seed, 'photo', messageID)
      : [],
    sentAt: new Date(at).toISOString(),
  };
  const { customer, business } = partiesOf(lead);
  return from === 'Customer' ? { ...base, from, customer } : { ...base, from, business };
};
