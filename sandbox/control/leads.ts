/** Control calls of customers: requests, messages, prices, statuses and reviews. */
import { z } from 'zod';
import {
  repeatDescription,
  publishLead,
  publishMessage,
  publishReview,
  setPrice,
} from '../deliver/events.ts';
import { parseInput } from '../http/input.ts';
import { addLead, storeLead } from '../leads/store.ts';
import { presentLead, presentMessage } from '../leads/present.ts';
import { addMessage, getThread } from '../leads/thread.ts';
import { addReview, presentReview } from '../marketplace/reviews.ts';
import { chooseBusiness, requireLead, type ControlCalls } from './call.ts';

const newLead = z.object({
  businessID: z.string().optional(),
  customer: z
    .object({
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

const newReview = z.object({
  businessID: z.string().optional(),
  rating: z.int().min(1).max(5).optional(),
  text: z.string().min(1).optional(),
});

export const leadCalls: ControlCalls = {
  'POST /leads': (world, body) => {
    const { businessID, customer, descriptionMessage, ...job } = parseInput(newLead, body);
    const business = chooseBusiness(world, businessID, world.state.newLeads.length);
    const lead = addLead(world, business, { ...customer, ...job });
    publishLead(world, lead);
    if (descriptionMessage) repeatDescription(world, lead);
    return presentLead(world, lead);
  },
  'POST /leads/:negotiationID/messages': (world, body, params) => {
    const lead = requireLead(world, params);
    const { text, photo: hasPhoto } = parseInput(newMessage, body);
    const message = addMessage(world, lead, 'Customer', text, { hasPhoto });
    publishMessage(world, lead, message);
    return presentMessage(world, message);
  },
  'GET /leads/:negotiationID/messages': (world, _body, params) => ({
    data: getThread(world, requireLead(world, params)).map((it) => presentMessage(world, it)),
  }),
  'POST /leads/:negotiationID/price': (world, body, params) => {
    const lead = requireLead(world, params);
    return presentLead(world, setPrice(world, lead, parseInput(newPrice, body).leadPrice));
  },
  'POST /leads/:negotiationID/status': (world, body, params) => {
    const lead = requireLead(world, params);
    const { status } = parseInput(newStatus, body);
    const changed = { ...lead, negotiation: { ...lead.negotiation, status } };
    storeLead(world, changed);
    return presentLead(world, changed);
  },
  'POST /reviews': (world, body) => {
    const { businessID, ...values } = parseInput(newReview, body);
    const business = chooseBusiness(world, businessID, world.state.newReviews.length);
    const review = addReview(world, business, values);
    publishReview(world, review);
    return presentReview(world, review);
  },
};
