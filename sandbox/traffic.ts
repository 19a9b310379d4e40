/**
 * Customers who act by themselves: with traffic on, requests, messages and now and then a review
 * arrive at random moments, and a professional who replies is often answered. Which lead, what words and
 * when follow from the seed and from the order in which things happen.
 */
import { describeAgain, leadCreated, messageCreated, reviewCreated } from './deliver/events.ts';
import { answerTo, reminderOf } from './generate/answer.ts';
import type { Writing } from './generate/conversation.ts';
import type { TradingBusiness } from './generate/professional.ts';
import { randomOf } from './generate/random.ts';
import { addLead, findBusiness, findLead, listLeads } from './leads/book.ts';
import { setPrice } from './leads/price.ts';
import { addMessage, threadOf } from './leads/thread.ts';
import { addReview, isReviewed } from './marketplace/reviews.ts';
import type { Lead } from './records.ts';
import { nextNumber, type World } from './world.ts';

/** Starts the arrival of leads and messages; does nothing when traffic is off. */
export const startTraffic = (world: World): void => {
  const { traffic, seed } = world.options;
  if (traffic === 0) return;
  const random = randomOf(seed, 'traffic', nextNumber(world));
  // Independent arrivals: the waits between them are exponential.
  const wait = (-Math.log(1 - random.next()) * 60_000) / traffic;
  world.clock.after(wait, () => {
    const luck = random.next();
    if (luck < 0.93 && isFull(world)) return startTraffic(world);
    if (luck < 0.4) customerAsks(world);
    else if (luck < 0.93) customerWrites(world);
    else customerReviews(world, random.pick(world.businesses));
    world.changed();
    startTraffic(world);
  });
};

/** So many of each business's newest leads are looked at: customers write to no other ones. */
const newest = 12;

const openLeads = (world: World, businessID: string): readonly Lead[] =>
  listLeads(world, businessID, 0, newest).filter(
    ({ negotiation }) => negotiation.status === 'Open',
  );

/** A customer who has had no reply for longer waits no more. */
const patience = 14 * 86_400_000;

/** A customer who was written to answers within these milliseconds, or not. */
const answersWithin = [3_000, 15_000] as const;

/** Whether as many leads wait for a reply, or may do so in a moment, as the options allow. */
const isFull = (world: World): boolean => {
  const { mostWaiting } = world.options;
  if (mostWaiting === 0) return false;
  const waiting = world.businesses
    .flatMap(({ businessID }) => openLeads(world, businessID))
    .filter((lead) => {
      const last = threadOf(world, lead).at(-1);
      const ago = world.clock.now() - Date.parse(last?.sentAt ?? lead.negotiation.createdAt);
      return last?.from === 'Business' ? ago <= answersWithin[1] : ago < patience;
    });
  return waiting.length >= mostWaiting;
};

/** Often, some seconds after the professional wrote, the customer answers. */
export const customerAnswers = (world: World, lead: Lead, text: string): void => {
  const { traffic, seed } = world.options;
  if (traffic === 0) return;
  const random = randomOf(seed, 'answer', nextNumber(world));
  if (!random.chance(0.7)) return;
  world.clock.after(random.int(...answersWithin), () =>
    write(world, lead, answerTo(text, lead, random)),
  );
};

/** Some time after the professional said that the job is done, the customer may write a review. */
export const customerMayReview = (world: World, lead: Lead): void => {
  const { traffic, seed } = world.options;
  if (traffic === 0) return;
  const random = randomOf(seed, 'may review', nextNumber(world));
  const found = findBusiness(world, lead.negotiation.business.businessID);
  if (!found || !random.chance(0.8)) return;
  world.clock.after(random.int(10_000, 40_000), () => {
    if (!isReviewed(world, found.business, lead)) customerReviews(world, found.business, lead);
  });
};

const customerReviews = (world: World, business: TradingBusiness, lead?: Lead): void => {
  reviewCreated(world, addReview(world, business, { lead }));
  world.changed();
};

const customerAsks = (world: World): void => {
  const random = randomOf(world.options.seed, 'customer asks', nextNumber(world));
  const lead = addLead(world, random.pick(world.businesses), {});
  // Often the description comes once more as a message: a second after its lead, at times before it.
  const isAgain = random.chance(1 / 3);
  const isBefore = isAgain && random.chance(0.25);
  if (isBefore) describeAgain(world, lead, 0);
  world.clock.after(isBefore ? 400 : 0, () => {
    leadCreated(world, lead);
    if (isAgain && !isBefore) describeAgain(world, lead);
  });
  world.clock.after(random.int(5000, 20_000), () => {
    const now = findLead(world, lead.negotiation.negotiationID);
    if (now && now.negotiation.leadPrice === undefined)
      setPrice(world, now, `$${random.int(9, 70)}.00`);
  });
};

/** A customer of one of the newest leads goes on writing. */
const customerWrites = (world: World): void => {
  const random = randomOf(world.options.seed, 'customer writes', nextNumber(world));
  const { businessID } = random.pick(world.businesses);
  const open = openLeads(world, businessID);
  if (open.length === 0) return customerAsks(world);
  const lead = random.pick(open);
  const last = threadOf(world, lead).at(-1);
  const said =
    last?.from === 'Business'
      ? answerTo(last.text, lead, random)
      : { text: reminderOf(lead, random), hasPhoto: false };
  write(world, lead, random.chance(0.1) ? { text: '', hasPhoto: true } : said);
};

const write = (world: World, lead: Lead, { text, hasPhoto }: Writing): void => {
  messageCreated(world, lead, addMessage(world, lead, 'Customer', text, { hasPhoto }));
  world.changed();
};
