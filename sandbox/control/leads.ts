/** Control calls of customers: requests, messages, prices, statuses and reviews. */
import { z } from 'zod';
import {
  repeatDescription,
  publishLead,
  publishMessage,
  publishReview,
  setPrice,
} from '../deliver/events.ts';
import { read } from '../http/read.ts';
import { addLead, keepLead } from '../leads/book.ts';
import { presentLead, presentMessage } from '../leads/present.ts';
import { addMessage, threadOf } from '../leads/thread.ts';
import { addReview, presentReview } from '../marketplace/reviews.ts';
import { businessFor, leadOf, type ControlCalls } from './call.ts';

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
    const { businessID, customer, descriptionMessage, ...job } = read(newLead, body);
    const business = businessFor(world, businessID, world.state.newLeads.length);
    const lead = addLead(world, business, { ...customer, ...job });
    publishLead(world, lead);
    if (descriptionMessage) repeatDescription(world, lead);
    return presentLead(world, lead);
  },
  'POST /leads/:negotiationID/messages': (world, body, params) => {
    const lead = leadOf(world, params);
    const { text, photo: hasPhoto } = read(newMessage, body);
    const message = addMessage(world, lead, 'Customer', text, { hasPhoto });
    publishMessage(world, lead, message);
    return presentMessage(world, message);
  },
  'GET /leads/:negotiationID/messages': (world, _body, params) => ({
    data: threadOf(world, leadOf(world, params)).map((it) => presentMessage(world, it)),
  }),
  'POST /leads/:negotiationID/price': (world, body, params) => {
    const lead = leadOf(world, params);
    return presentLead(world, setPrice(world, lead, read(newPrice, body).leadPrice));
  },
  'POST /leads/:negotiationID/status': (world, body, params) => {
    const lead = leadOf(world, params);
    const { status } = read(newStatus, body);
    const changed = { ...lead, negotiation: { ...lead.negotiation, status } };
    keepLead(world, changed);
    return presentLead(world, changed);
  },
  // By default of each of the professional's businesses in sequence.
  'POST /reviews': (world, body) => {
    const { businessID, ...values } = read(newReview, body);
    const business = businessFor(world, businessID, world.state.newReviews.length);
    const review = addReview(world, business, values);
    publishReview(world, review);
    return presentReview(world, review);
  },
};
