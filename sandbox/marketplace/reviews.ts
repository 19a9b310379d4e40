/** Reviews of the professional's businesses: seeded ones are generated on demand, new ones are in the state. */
import { generateReview, formatPublicName } from '../generate/review.ts';
import type { TradingBusiness } from '../generate/professional.ts';
import { deriveID, createRandom, type Random } from '../generate/random.ts';
import { getTrade } from '../generate/trades/trades.ts';
import { listLeads, generateSeededLead, deriveSeededStatus } from '../leads/store.ts';
import { toURL } from '../leads/present.ts';
import type { Lead, Review } from '../records.ts';
import { takeNextNumber, type World } from '../world.ts';
import { deriveCategoryID } from './categories.ts';

const day = 86_400_000;

/** Number of seeded leads per business that can have reviews. */
const maxReviewedLeads = 400;

/** Lists all reviews of the business, newest first. */
export const listReviews = (world: World, business: TradingBusiness): readonly Review[] => {
  const { businessID } = business;
  const added = world.state.newReviews.filter((review) => review.businessID === businessID);
  const seeded = [
    ...generateLeadReviews(world, business),
    ...generateOlderReviews(world, business),
  ];
  return sortNewestFirst([...added.reverse(), ...seeded]);
};

/** Sorts reviews by time, the newest first; the sort is stable. */
export const sortNewestFirst = (reviews: readonly Review[]): readonly Review[] =>
  reviews.toSorted((a, b) => Date.parse(b.createTime) - Date.parse(a.createTime));

/** Fixed values of a new review; the rest is generated. */
type ReviewOverrides = {
  readonly lead?: Lead | undefined;
  readonly rating?: number | undefined;
  readonly text?: string | undefined;
};

/** Creates and stores a review, of a lead without a review if there is one. */
export const addReview = (
  world: World,
  business: TradingBusiness,
  overrides: ReviewOverrides,
): Review => {
  const number = takeNextNumber(world);
  const random = createRandom(world.options.seed, 'new review', number);
  const lead = overrides.lead ?? pickUnreviewedLead(world, business, random);
  const { reviewText, rating, reviewerName } = generateReview(random, {
    ...getSubject(business, lead),
    rating: overrides.rating,
  });
  const review: Review = {
    reviewText: overrides.text ?? reviewText,
    rating,
    reviewerName,
    reviewID: deriveID(world.options.seed, 'new review', number),
    businessID: business.businessID,
    createTime: new Date(world.clock.now()).toISOString(),
    responseText: null,
    responseTime: null,
    negotiationID: lead?.negotiation.negotiationID ?? null,
    categoryID:
      lead?.negotiation.request.category.categoryID ?? deriveCategoryID(business.trade.category),
    images: [],
  };
  world.state.newReviews.push(review);
  return review;
};

export const isReviewed = (world: World, business: TradingBusiness, lead: Lead): boolean =>
  listReviews(world, business).some(
    ({ negotiationID }) => negotiationID === lead.negotiation.negotiationID,
  );

/** Presents a review as in a response, with URLs of its images. */
export const presentReview = (world: World, review: Review): Review => ({
  ...review,
  images: review.images.map((path) => toURL(world, path)),
});

const pickUnreviewedLead = (
  world: World,
  business: TradingBusiness,
  random: Random,
): Lead | undefined => {
  const reviewed = new Set(listReviews(world, business).map(({ negotiationID }) => negotiationID));
  const leads = listLeads(world, business.businessID, 0, 40).filter(
    ({ negotiation }) =>
      negotiation.status !== 'Canceled' && !reviewed.has(negotiation.negotiationID),
  );
  return leads.length > 0 ? random.pick(leads) : undefined;
};

/** Generates the reviews of picked leads, written some days later. */
const generateLeadReviews = (world: World, business: TradingBusiness): readonly Review[] => {
  const { seed } = world.options;
  const numbers = world.seededByBusiness.get(business.businessID) ?? [];
  return numbers
    .slice(0, maxReviewedLeads)
    .filter(
      (number) =>
        deriveSeededStatus(world, number) === 'Picked' &&
        createRandom(seed, 'is reviewed', number).chance(0.6),
    )
    .map((number) => {
      const lead = generateSeededLead(world, number);
      const { negotiationID, createdAt, request } = lead.negotiation;
      const random = createRandom(seed, 'review of lead', number);
      return generateSeededReview(world, business, random, lead, {
        reviewID: deriveID(seed, 'review of lead', number),
        at: Math.min(
          Date.parse(createdAt) + random.int(30, 72) * (day / 24),
          world.state.startedAt,
        ),
        negotiationID,
        categoryID: request.category.categoryID,
      });
    });
};

/** Generates reviews of jobs older than the seeded leads. */
const generateOlderReviews = (world: World, business: TradingBusiness): readonly Review[] => {
  const { seed } = world.options;
  const count = createRandom(seed, 'review count', business.businessID).int(24, 60);
  return Array.from({ length: count }, (_, i) => {
    const random = createRandom(seed, 'review', business.businessID, i);
    const age = 8 * day + 1400 * day * ((i + random.next()) / count) ** 1.5;
    return generateSeededReview(world, business, random, undefined, {
      reviewID: deriveID(seed, 'review', business.businessID, i),
      at: world.state.startedAt - age,
      negotiationID: null,
      categoryID: deriveCategoryID(business.trade.category),
    });
  });
};

const generateSeededReview = (
  world: World,
  business: TradingBusiness,
  random: Random,
  lead: Lead | undefined,
  {
    at,
    ...ids
  }: Pick<Review, 'reviewID' | 'negotiationID' | 'categoryID'> & { readonly at: number },
): Review => {
  const subject = lead
    ? getSubject(business, lead)
    : random.chance(0.12)
      ? { businessName: business.name, work: business.trade.spanishWork, language: 'es' as const }
      : getSubject(business, undefined);
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

const getSubject = (business: TradingBusiness, lead: Lead | undefined) => {
  const trade = lead ? getTrade(lead.trade) : business.trade;
  const language = lead?.language ?? 'en';
  const customer = lead?.negotiation.customer;
  return {
    businessName: business.name,
    work: language === 'es' ? trade.spanishWork : trade.work,
    language,
    ...(customer && { reviewerName: formatPublicName(customer.firstName, customer.lastName) }),
  };
};
