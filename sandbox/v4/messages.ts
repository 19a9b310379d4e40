/** Lists and sends messages of a lead. A sent message is also delivered as an event. */
import { z } from 'zod';
import { publishMessage } from '../deliver/events.ts';
import { limitField, parseInput } from '../http/input.ts';
import { presentMessage } from '../leads/present.ts';
import { addMessage, getThread } from '../leads/thread.ts';
import type { Lead, Message } from '../records.ts';
import { scheduleAnswer } from '../traffic.ts';
import type { World } from '../world.ts';
import { requireLead, defineEndpoint } from './endpoint.ts';

const time = z.iso
  .datetime({ offset: true, error: 'must be an RFC 3339 time' })
  .transform((text) => Date.parse(text))
  .optional();

const listQuery = z.object({ limit: limitField(20), sentAfter: time, sentBefore: time });
export const newMessage = z.object({ text: z.string().min(1).max(16_384) });

export const messageEndpoints = [
  defineEndpoint(
    'GET',
    '/v4/negotiations/:negotiationID/messages',
    'supply::messages.read',
    (call) => {
      const lead = requireLead(call);
      const {
        limit = 10,
        sentAfter = -Infinity,
        sentBefore = Infinity,
      } = parseInput(listQuery, call.query);
      const matching = getThread(call.world, lead).filter(({ sentAt }) => {
        const sent = Date.parse(sentAt);
        return sent > sentAfter && sent < sentBefore;
      });
      const page = matching.slice(-limit).reverse();
      return {
        data: page.map((message) => presentMessage(call.world, message)),
        pagination: { limit },
      };
    },
  ),
  defineEndpoint(
    'POST',
    '/v4/negotiations/:negotiationID/messages',
    'supply::messages.write',
    (call) => {
      const { world } = call;
      const lead = requireLead(call);
      const { text } = parseInput(newMessage, call.body);
      return presentMessage(world, receiveReply(world, lead, text));
    },
  ),
];

/** Adds a message of the professional, publishes it and schedules the customer's answer. */
export const receiveReply = (world: World, lead: Lead, text: string): Message => {
  const message = addMessage(world, lead, 'Business', text);
  world.state.stats.messages.received++;
  publishMessage(world, lead, message);
  scheduleAnswer(world, lead, text);
  return message;
};
