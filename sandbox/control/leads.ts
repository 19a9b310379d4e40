/** Control calls for leads: requests, messages, prices and statuses. */
import { z } from 'zod';
import { repeatDescription, publishLead, publishMessage } from '../deliver/events.ts';
import { answer, read, refuse, type Answer } from '../http/answer.ts';
import { addLead, findBusiness, findLead, keepLead } from '../leads/book.ts';
import { presentLead, presentMessage } from '../leads/present.ts';
import { setPrice } from '../leads/price.ts';
import { addMessage, threadOf } from '../leads/thread.ts';
import type { Lead } from '../records.ts';
import type { World } from '../world.ts';
import type { ControlCall } from './call.ts';

const newLead = z.object({
  businessID: z.string().optional(),
  customer: z
    .object({
      /** Of a returning customer. */
      customerID: z.string().min(1).optional(),
      firstName: z.string().optional(),
      lastName: z.string().optional(),
      phone: z.string().optional(),
    })
    .optional(),
  category: z.string().min(1).optional(),
  description: z.string().optional(),
  /** Repeats the description as a message, about a second after the lead. */
  descriptionMessage: z.boolean().optional(),
});
const newMessage = z
  .object({ text: z.string().default(''), photo: z.boolean().default(false) })
  .refine(({ text, photo }) => text !== '' || photo, { path: ['text'], message: 'is missing' });
const newPrice = z.object({ leadPrice: z.string().min(1) });
const newStatus = z.object({ status: z.enum(['Open', 'Canceled', 'Picked']) });

type Params = Readonly<Record<string, string>>;

export const leadCalls: readonly ControlCall[] = [
  {
    method: 'POST',
    path: '/leads',
    handle(world, body) {
      const parsed = read(newLead, body);
      if ('problem' in parsed) return parsed;
      const { businessID, customer, category, description, descriptionMessage } = parsed.value;
      const business =
        businessID === undefined
          ? world.businesses[world.state.newLeads.length % world.businesses.length]
          : findBusiness(world, businessID)?.business;
      if (!business) return refuse(404, 'There is no such business.');
      const lead = addLead(world, business, { ...customer, category, description });
      publishLead(world, lead);
      if (descriptionMessage) repeatDescription(world, lead);
      return answer(presentLead(world, lead));
    },
  },
  {
    method: 'POST',
    path: '/leads/:negotiationID/messages',
    handle: (world, body, params) =>
      withLead(world, params, (lead) => {
        const parsed = read(newMessage, body);
        if ('problem' in parsed) return parsed;
        const { text, photo } = parsed.value;
        const message = addMessage(world, lead, 'Customer', text, { hasPhoto: photo });
        publishMessage(world, lead, message);
        return answer(presentMessage(world, message));
      }),
  },
  {
    method: 'GET',
    path: '/leads/:negotiationID/messages',
    handle: (world, _body, params) =>
      withLead(world, params, (lead) =>
        answer({ data: threadOf(world, lead).map((message) => presentMessage(world, message)) }),
      ),
  },
  {
    method: 'POST',
    path: '/leads/:negotiationID/price',
    handle: (world, body, params) =>
      withLead(world, params, (lead) => {
        const parsed = read(newPrice, body);
        if ('problem' in parsed) return parsed;
        return answer(presentLead(world, setPrice(world, lead, parsed.value.leadPrice)));
      }),
  },
  {
    method: 'POST',
    path: '/leads/:negotiationID/status',
    handle: (world, body, params) =>
      withLead(world, params, (lead) => {
        const parsed = read(newStatus, body);
        if ('problem' in parsed) return parsed;
        const { status } = parsed.value;
        const changed = { ...lead, negotiation: { ...lead.negotiation, status } };
        keepLead(world, changed);
        return answer(presentLead(world, changed));
      }),
  },
];

const withLead = (world: World, params: Params, next: (lead: Lead) => Answer): Answer => {
  const lead = findLead(world, params['negotiationID'] ?? '');
  return lead ? next(lead) : refuse(404, 'There is no such negotiation.');
};
