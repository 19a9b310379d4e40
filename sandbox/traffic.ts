/** Simulated customers, who write and answer at random times, by the seed and the order of events. */
import {
  repeatDescription,
  publishLead,
  publishMessage,
  publishReview,
  setPrice,
} from './deliver/events.ts';
import { generateAnswer, generateReminder } from './generate/answer.ts';
import type { Writing } from './generate/conversation.ts';
import type { TradingBusiness } from './generate/professional.ts';
import { createRandom, type Random } from './generate/random.ts';
import { addLead, findBusiness, findLead, listLeads } from './leads/store.ts';
import { addMessage, getThread } from './leads/thread.ts';
import { addReview, isReviewed } from './marketplace/reviews.ts';
import type { Lead } from './records.ts';
import { takeNextNumber, type World } from './world.ts';

/** Starts the arrival of leads and messages; does nothing when traffic is off. */
export const startTraffic = (world: World): void => {
  const { traffic, seed } = world.options;
  if (traffic === 0) return;
  const random = createRandom(seed, 'traffic', takeNextNumber(world));
  // Independent arrivals have exponential intervals.
  const wait = (-Math.log(1 - random.next()) * 60_000) / traffic;
  world.clock.after(wait, () => {
    const luck = random.next();
    if (luck < 0.93 && isFull(world)) return startTraffic(world);
    if (luck < 0.4) requestWork(world);
    else if (luck < 0.93) writeCustomerMessage(world);
    else writeReview(world, random.pick(world.businesses));
    world.markChanged();
    startTraffic(world);
  });
};

/** Number of newest leads per business whose customers write messages. */
const maxActiveLeads = 12;

const listOpenLeads = (world: World, businessID: string, limit: number): readonly Lead[] =>
  listLeads(world, businessID, 0, limit).filter(({ negotiation }) => negotiation.status === 'Open');

/** Customers stop waiting for a reply after this many milliseconds. */
const maxWaitMs = 14 * 86_400_000;

/** True if the allowed number of leads waits for a reply, or soon will. */
const isFull = (world: World): boolean => {
  const { maxWaiting } = world.options;
  if (maxWaiting === 0) return false;
  const waiting = world.businesses
    .flatMap(({ businessID }) => listOpenLeads(world, businessID, Infinity))
    .filter((lead) => {
      const last = getThread(world, lead).at(-1);
      const ago = world.clock.now() - Date.parse(last?.sentAt ?? lead.negotiation.createdAt);
      return last?.from === 'Business'
        ? world.leadsBeingAnswered.has(lead.negotiation.negotiationID)
        : ago < maxWaitMs;
    });
  return waiting.length >= maxWaiting;
};

/** With traffic on, schedules the customer's answer to 70 % of the professional's messages. */
export const scheduleAnswer = (world: World, lead: Lead, text: string): void => {
  const { traffic, seed } = world.options;
  if (traffic === 0) return;
  const random = createRandom(seed, 'answer', takeNextNumber(world));
  if (!random.chance(0.7)) return;
  const { negotiationID } = lead.negotiation;
  world.leadsBeingAnswered.add(negotiationID);
  world.clock.after(random.int(3000, 15_000), () => {
    world.leadsBeingAnswered.delete(negotiationID);
    sendMessage(world, lead, generateAnswer(text, lead, random));
  });
};

/** With traffic on, schedules a review after 80 % of completed jobs, unless the lead has one by then. */
export const scheduleReview = (world: World, lead: Lead): void => {
  const { traffic, seed } = world.options;
  if (traffic === 0) return;
  const random = createRandom(seed, 'may review', takeNextNumber(world));
  const found = findBusiness(world, lead.negotiation.business.businessID);
  if (!found || !random.chance(0.8)) return;
  world.clock.after(random.int(10_000, 40_000), () => {
    if (!isReviewed(world, found.business, lead)) writeReview(world, found.business, lead);
  });
};

const writeReview = (world: World, business: TradingBusiness, lead?: Lead): void => {
  publishReview(world, addReview(world, business, { lead }));
  world.markChanged();
};

const requestWork = (world: World): void => {
  const random = createRandom(world.options.seed, 'customer asks', takeNextNumber(world));
  const lead = addLead(world, random.pick(world.businesses), {});
  // Some descriptions are repeated as a message, mostly after their lead.
  const isDescriptionRepeated = random.chance(1 / 3);
  const isBefore = isDescriptionRepeated && random.chance(0.25);
  if (isBefore) repeatDescription(world, lead, 0);
  world.clock.after(isBefore ? 400 : 0, () => {
    publishLead(world, lead);
    if (isDescriptionRepeated && !isBefore) repeatDescription(world, lead);
  });
  world.clock.after(random.int(5000, 20_000), () => {
    const now = findLead(world, lead.negotiation.negotiationID);
    if (now && now.negotiation.leadPrice === undefined)
      setPrice(world, now, `$${random.int(9, 70)}.00`);
  });
};

/** Sends a message from the customer of one of the newest leads. */
const writeCustomerMessage = (world: World): void => {
  const random = createRandom(world.options.seed, 'customer writes', takeNextNumber(world));
  const { businessID } = random.pick(world.businesses);
  const open = listOpenLeads(world, businessID, maxActiveLeads);
  if (open.length === 0) return requestWork(world);
  const lead = random.pick(open);
  const thread = getThread(world, lead);
  const last = thread.at(-1);
  if (last?.from !== 'Business') {
    const text = generateReminder(
      lead,
      random,
      thread.map((message) => message.text),
    );
    if (text === null) return requestWork(world);
    return sendMessage(world, lead, maybeUsePhoto(random, { text, hasPhoto: false }));
  }
  sendMessage(world, lead, maybeUsePhoto(random, generateAnswer(last.text, lead, random)));
};

/** Some customers send a photo without words instead. */
const maybeUsePhoto = (random: Random, message: Writing): Writing =>
  random.chance(0.1) ? { text: '', hasPhoto: true } : message;

const sendMessage = (world: World, lead: Lead, { text, hasPhoto }: Writing): void => {
  publishMessage(world, lead, addMessage(world, lead, 'Customer', text, { hasPhoto }));
  world.markChanged();
};
