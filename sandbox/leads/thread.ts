/**
 * The messages of a lead: the seed's until somebody writes, then the thread that the state keeps.
 * Times in a thread are strictly rising, so that a page that ends at a time misses nothing.
 */
import { generateConversation } from '../generate/conversation.ts';
import { idOf } from '../generate/random.ts';
import type { Lead, Message } from '../records.ts';
import type { World } from '../world.ts';

/** All messages of a lead, oldest first. */
export function threadOf(world: World, lead: Lead): readonly Message[] {
  const id = lead.negotiation.negotiationID;
  const kept = world.state.threads[id];
  if (kept) return kept;
  const number = world.seededLeads.get(id);
  if (number === undefined) return [];
  const { seed, messages: mean } = world.options;
  let last = 0;
  return generateConversation({ lead, seed, number, mean, until: world.state.startedAt }).map(
    ({ from, text, at }, i) => {
      last = Math.max(at, last + 1);
      return message(world, lead, i, from, text, last);
    },
  );
}

export function addMessage(world: World, lead: Lead, from: Message['from'], text: string): Message {
  const id = lead.negotiation.negotiationID;
  const thread = [...threadOf(world, lead)];
  const last = thread.at(-1);
  const sentAt = Math.max(world.clock.now(), last ? Date.parse(last.sentAt) + 1 : 0);
  const added = message(world, lead, thread.length, from, text, sentAt);
  const kept = (world.state.threads[id] ??= thread);
  kept.push(added);
  return added;
}

function message(
  world: World,
  lead: Lead,
  number: number,
  from: Message['from'],
  text: string,
  sentAt: number,
): Message {
  const { negotiationID, customer, business } = lead.negotiation;
  const base = {
    messageID: idOf(world.options.seed, 'message', negotiationID, number),
    negotiationID,
    text,
    attachments: [],
    sentAt: new Date(sentAt).toISOString(),
  };
  return from === 'Customer'
    ? {
        ...base,
        from,
        customer: {
          customerID: customer.customerID,
          displayName: `${customer.firstName} ${customer.lastName.charAt(0)}.`,
        },
      }
    : { ...base, from, business: { businessID: business.businessID, displayName: business.name } };
}
