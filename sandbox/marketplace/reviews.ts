/** Reviews of the professional's businesses: seeded ones are generated on demand, new ones are in the state. */
import { generateReview, publicName } from '../generate/review.ts';
import type { TradingBusiness } from '../generate/professional.ts';
import { idOf, randomOf, type Random } from '../generate/random.ts';
import { tradeByKey } from '../generate/trades/trades.ts';
import { listLeads, seededLead, seededStatus } from '../leads/book.ts';
import { addressOf } from '../leads/present.ts';
import type { Lead, Review } from '../records.ts';
import { nextNumber, type World } from '../world.ts';
import { categoryID } from './categories.ts';

const day = 86_400_000;

/** Number of seeded leads per business that can have reviews. */
const searchedLeads = 400;

/** All reviews of the business, newest first. */
export const reviewsOf = (world: World, business: TradingBusiness): readonly Review[] => {
  const { businessID } = business;
  const added = world.state.newReviews.filter((review) => review.businessID === businessID);
  const seeded = [...reviewsOfLeads(world, business), ...olderReviews(world, business)];
  return newestFirst([...added.reverse(), ...seeded]);
};

/** Sorted by time, the newest first; the sort is stable. */
export const newestFirst = (reviews: readonly Review[]): readonly Review[] =>
  reviews.toSorted((a, b) => Date.parse(b.createTime) - Date.parse(a.createTime));

/** Fixed values of a new review; the rest is generated. */
type ReviewOverrides = {
  readonly lead?: Lead | undefined;
  readonly rating?: number | undefined;
  readonly text?: string | undefined;
};

/** Creates a review, of a lead without a review if there is one. */
export const addReview = (
  world: World,
  business: TradingBusiness,
  overrides: ReviewOverrides,
): Review => {
  const number = nextNumber(world);
  const random = randomOf(world.options.seed, 'new review', number);
  const lead = overrides.lead ?? unreviewedLead(world, business, random);
  const { reviewText, rating, reviewerName } = generateReview(random, {
    ...subjectOf(business, lead),
    rating: overrides.rating,
  });
  const review: Review = {
    reviewText: overrides.text ?? reviewText,
    rating,
    reviewerName,
    reviewID: idOf(world.options.seed, 'new review', number),
    businessID: business.businessID,
    createTime: new Date(world.clock.now()).toISOString(),
    responseText: null,
    responseTime: null,
    negotiationID: lead?.negotiation.negotiationID ?? null,
    categoryID:
      lead?.negotiation.request.category.categoryID ?? categoryID(business.trade.category),
    images: [],
  };
  world.state.newReviews.push(review);
  return review;
};

export const isReviewed = (world: World, business: TradingBusiness, lead: Lead): boolean =>
  reviewsOf(world, business).some(
    ({ negotiationID }) => negotiationID === lead.negotiation.negotiationID,
  );

/** The review in a response, with URLs of its images. */
export const presentReview = (world: World, review: Review): Review => ({
  ...review,
  images: review.images.map((path) => addressOf(world, path)),
});

const unreviewedLead = (
  world: World,
  business: TradingBusiness,
  random: Random,
): Lead | undefined => {
  const reviewed = new Set(reviewsOf(world, business).map(({ negotiationID }) => negotiationID));
  const leads = listLeads(world, business.businessID, 0, 40).filter(
    ({ negotiation }) =>
      negotiation.status !== 'Canceled' && !reviewed.has(negotiation.negotiationID),
  );
  return leads.length > 0 ? random.pick(leads) : undefined;
};

/** Reviews of picked leads, written some days later. */
const reviewsOfLeads = (world: World, business: TradingBusiness): readonly Review[] => {
  const { seed } = world.options;
  const numbers = world.seededByBusiness.get(business.businessID) ?? [];
  return numbers
    .slice(0, searchedLeads)
    .filter(
      (number) =>
        seededStatus(world, number) === 'Picked' &&
        randomOf(seed, 'is reviewed', number).chance(0.6),
    )
    .map((number) => {
      const lead = seededLead(world, number);
      const { negotiationID, createdAt, request } = lead.negotiation;
      const random = randomOf(seed, 'review of lead', number);
      return seededReview(world, business, random, lead, {
        reviewID: idOf(seed, 'review of lead', number),
        at: Math.min(
          Date.parse(createdAt) + random.int(30, 72) * (day / 24),
          world.state.startedAt,
        ),
        negotiationID,
        categoryID: request.category.categoryID,
      });
    });
};

/** Reviews of jobs older than the seeded leads. */
const olderReviews = (world: World, business: TradingBusiness): readonly Review[] => {
  const { seed } = world.options;
  const count = randomOf(seed, 'review count', business.businessID).int(24, 60);
  return Array.from({ length: count }, (_, i) => {
    const random = randomOf(seed, 'review', business.businessID, i);
    const age = 8 * day + 1400 * day * ((i + random.next()) / count) ** 1.5;
    return seededReview(world, business, random, undefined, {
      reviewID: idOf(seed, 'review', business.businessID, i),
      at: world.state.startedAt - age,
      negotiationID: null,
      categoryID: categoryID(business.trade.category),
    });
  });
};

const seededReview = (
  world: World,
  business: TradingBusiness,
  random: Random,
  lead: Lead | undefined,
  of: Pick<Review, 'reviewID' | 'negotiationID' | 'categoryID'> & { readonly at: number },
): Review => {
  const { at, ...ids } = of;
  const subject = lead
    ? subjectOf(business, lead)
    : random.chance(0.12)
      ? { businessName: business.name, work: business.trade.spanishWork, language: 'es' as const }
      : subjectOf(business, undefined);
  const { response, ...words } = generateReview(random, subject);
  const answeredAt = at + random.int(2, 60) * (day / 24);
  const hasResponse =
    answeredAt < world.state.startedAt && random.chance(words.rating < 5 ? 0.7 : 0.4);
  return {
    ...ids,
    ...words,
    businessID: business.businessID,
    createTime: new Date(at).toISOString(),
    responseText: hasResponse ? response : null,
    responseTime: hasResponse ? new Date(answeredAt).toISOString() : null,
    images: random.chance(0.15) ? [`/images/reviews/${ids.reviewID}.png`] : [],
  };
};

const subjectOf = (business: TradingBusiness, lead: Lead | undefined) => {
  const trade = lead ? tradeByKey(lead.trade) : business.trade;
  const language = lead?.language ?? 'en';
  const customer = lead?.negotiation.customer;
  return {
    businessName: business.name,
    work: language === 'es' ? trade.spanishWork : trade.work,
    language,
    ...(customer && { reviewerName: publicName(customer.firstName, customer.lastName) }),
  };
};
