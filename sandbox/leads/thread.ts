/** The messages of a lead, generated until a new one is stored. Their times strictly increase, for paging by time. */
import { generateAttachments, getPhotoSubject } from '../generate/attachments.ts';
import { generateConversation, type Line } from '../generate/conversation.ts';
import { deriveID, createRandom } from '../generate/random.ts';
import type { Lead, Message } from '../records.ts';
import type { World } from '../world.ts';
import { presentParties } from './present.ts';
import { generateSeededQuickReply } from './quick-reply.ts';

/** Returns all messages of a lead, oldest first. */
export const getThread = (world: World, lead: Lead): readonly Message[] => {
  const id = lead.negotiation.negotiationID;
  const stored = world.state.threads[id];
  if (stored) return stored;
  const number = world.seededLeads.get(id);
  if (number === undefined) return [];
  const { seed, messages: mean } = world.options;
  const lines = generateConversation({ lead, seed, number, mean, until: world.state.startedAt });
  let last = 0;
  const openings = [
    ...generateRepeatedDescription(world, lead, number),
    ...generateSeededQuickReply(world, lead),
  ];
  return [...openings, ...lines].map((line, i) => {
    last = Math.max(line.at, last + 1);
    return createMessage(world, lead, i, { ...line, at: last });
  });
};

/** Some leads repeat the request's description as the customer's first message. */
const generateRepeatedDescription = (world: World, lead: Lead, number: number): readonly Line[] => {
  const { createdAt, request } = lead.negotiation;
  const { seed, messages } = world.options;
  if (messages === 0 || !hasRepeatedDescription(seed, number, lead)) return [];
  const at = Math.min(Date.parse(createdAt) + 1000, world.state.startedAt);
  return [{ from: 'Customer', text: request.description, hasPhoto: false, at }];
};

/** True if a seeded lead's first message repeats its description. */
export const hasRepeatedDescription = (seed: number, number: number, lead: Lead): boolean =>
  lead.negotiation.request.description !== '' &&
  createRandom(seed, 'described again', number).chance(1 / 3);

/** Adds a message with the current time. The text may be empty for a photo. */
export const addMessage = (
  world: World,
  lead: Lead,
  from: Message['from'],
  text: string,
  { hasPhoto = false, messageType }: MessageExtras = {},
): Message => {
  const id = lead.negotiation.negotiationID;
  const thread = [...getThread(world, lead)];
  const last = thread.at(-1);
  const at = Math.max(world.clock.now(), last ? Date.parse(last.sentAt) + 1 : 0);
  const line = { from, text, hasPhoto, at };
  const added = {
    ...createMessage(world, lead, thread.length, line),
    ...(messageType ? { messageType } : {}),
  };
  (world.state.threads[id] ??= thread).push(added);
  return added;
};

type MessageExtras = {
  readonly hasPhoto?: boolean | undefined;
  readonly messageType?: Message['messageType'] | undefined;
};

const createMessage = (
  world: World,
  lead: Lead,
  number: number,
  { from, text, hasPhoto, at }: Line,
): Message => {
  const { negotiationID } = lead.negotiation;
  const { seed } = world.options;
  const messageID = deriveID(seed, 'message', negotiationID, number);
  const random = createRandom(seed, 'photo', messageID);
  const base = {
    messageID,
    negotiationID,
    text,
    attachments: hasPhoto
      ? generateAttachments(random, getPhotoSubject(lead), 1, seed, 'photo', messageID)
      : [],
    sentAt: new Date(at).toISOString(),
  };
  const { customer, business } = presentParties(lead);
  return from === 'Customer' ? { ...base, from, customer } : { ...base, from, business };
};
