/** Control calls that play the customer and the marketplace: leads, messages, prices, states. */
import { z } from 'zod';
import { describeAgain, leadCreated, messageCreated } from '../deliver/events.ts';
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
      /** Of a customer who comes back. */
      customerID: z.string().min(1).optional(),
      firstName: z.string().optional(),
      lastName: z.string().optional(),
      phone: z.string().optional(),
    })
    .optional(),
  category: z.string().min(1).optional(),
  description: z.string().optional(),
  /** The description comes once more as a message, about a second after the lead. */
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
      const given = read(newLead, body);
      if ('problem' in given) return given;
      const { businessID, customer, category, description, descriptionMessage } = given.value;
      const business =
        businessID === undefined
          ? world.businesses[world.state.newLeads.length % world.businesses.length]
          : findBusiness(world, businessID)?.business;
      if (!business) return refuse(404, 'There is no such business.');
      const lead = addLead(world, business, { ...customer, category, description });
      leadCreated(world, lead);
      if (descriptionMessage) describeAgain(world, lead);
      return answer(presentLead(world, lead));
    },
  },
  {
    method: 'POST',
    path: '/leads/:negotiationID/messages',
    handle: (world, body, params) =>
      withLead(world, params, (lead) => {
        const given = read(newMessage, body);
        if ('problem' in given) return given;
        const { text, photo } = given.value;
        const message = addMessage(world, lead, 'Customer', text, { hasPhoto: photo });
        messageCreated(world, lead, message);
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
        const given = read(newPrice, body);
        if ('problem' in given) return given;
        return answer(presentLead(world, setPrice(world, lead, given.value.leadPrice)));
      }),
  },
  {
    method: 'POST',
    path: '/leads/:negotiationID/status',
    handle: (world, body, params) =>
      withLead(world, params, (lead) => {
        const given = read(newStatus, body);
        if ('problem' in given) return given;
        const { status } = given.value;
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
