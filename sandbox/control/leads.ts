/** Control calls for leads: requests, messages, prices and statuses. */
import { z } from 'zod';
import { repeatDescription, publishLead, publishMessage } from '../deliver/events.ts';
import { read } from '../http/read.ts';
import { addLead, keepLead } from '../leads/book.ts';
import { presentLead, presentMessage } from '../leads/present.ts';
import { setPrice } from '../leads/price.ts';
import { addMessage, threadOf } from '../leads/thread.ts';
import { businessFor, leadOf, type ControlCall } from './call.ts';

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

export const leadCalls: readonly ControlCall[] = [
  {
    method: 'POST',
    path: '/leads',
    handle(world, body) {
      const { businessID, customer, descriptionMessage, ...job } = read(newLead, body);
      const business = businessFor(world, businessID, world.state.newLeads.length);
      const lead = addLead(world, business, { ...customer, ...job });
      publishLead(world, lead);
      if (descriptionMessage) repeatDescription(world, lead);
      return presentLead(world, lead);
    },
  },
  {
    method: 'POST',
    path: '/leads/:negotiationID/messages',
    handle(world, body, params) {
      const lead = leadOf(world, params);
      const { text, photo: hasPhoto } = read(newMessage, body);
      const message = addMessage(world, lead, 'Customer', text, { hasPhoto });
      publishMessage(world, lead, message);
      return presentMessage(world, message);
    },
  },
  {
    method: 'GET',
    path: '/leads/:negotiationID/messages',
    handle: (world, _body, params) => ({
      data: threadOf(world, leadOf(world, params)).map((it) => presentMessage(world, it)),
    }),
  },
  {
    method: 'POST',
    path: '/leads/:negotiationID/price',
    handle(world, body, params) {
      const lead = leadOf(world, params);
      return presentLead(world, setPrice(world, lead, read(newPrice, body).leadPrice));
    },
  },
  {
    method: 'POST',
    path: '/leads/:negotiationID/status',
    handle(world, body, params) {
      const lead = leadOf(world, params);
      const { status } = read(newStatus, body);
      const changed = { ...lead, negotiation: { ...lead.negotiation, status } };
      keepLead(world, changed);
      return presentLead(world, changed);
    },
  },
];
