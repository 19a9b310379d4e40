/** Reads and sends messages of a lead (live facts, messages). A sent message also comes back as an event. */
import { z } from 'zod';
import { publishMessage } from '../deliver/events.ts';
import { answer, limitField, read } from '../http/answer.ts';
import { presentMessage } from '../leads/present.ts';
import { addMessage, threadOf } from '../leads/thread.ts';
import { scheduleAnswer } from '../traffic.ts';
import { leadOf, type Endpoint } from './endpoint.ts';

const time = z.iso
  .datetime({ offset: true, error: 'must be an RFC 3339 time' })
  .transform((text) => Date.parse(text))
  .optional();

const listQuery = z.object({ limit: limitField(20), sentAfter: time, sentBefore: time });
const newMessage = z.object({ text: z.string().min(1).max(16_384) });

export const messageEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/v4/negotiations/:negotiationID/messages',
    scope: 'supply::messages.read',
    handle(call) {
      const found = leadOf(call);
      if ('problem' in found) return found;
      const parsed = read(listQuery, call.query);
      if ('problem' in parsed) return parsed;
      const { limit = 10, sentAfter = -Infinity, sentBefore = Infinity } = parsed.value;
      const matching = threadOf(call.world, found.lead).filter(({ sentAt }) => {
        const sent = Date.parse(sentAt);
        return sent > sentAfter && sent < sentBefore;
      });
      const page = matching.slice(-limit).reverse();
      return answer({
        data: page.map((message) => presentMessage(call.world, message)),
        pagination: { limit },
      });
    },
  },
  {
    method: 'POST',
    path: '/v4/negotiations/:negotiationID/messages',
    scope: 'supply::messages.write',
    handle(call) {
      const found = leadOf(call);
      if ('problem' in found) return found;
      const parsed = read(newMessage, call.body);
      if ('problem' in parsed) return parsed;
      const { world } = call;
      const message = addMessage(world, found.lead, 'Business', parsed.value.text);
      world.state.stats.messages.received++;
      publishMessage(world, found.lead, message);
      scheduleAnswer(world, found.lead, parsed.value.text);
      return answer(presentMessage(world, message));
    },
  },
];
