/**
 * Who can be found in the marketplace: many other professionals, made when asked for, and among them
 * the signed-in professional's own businesses in their regions.
 */
import { categories, type Category } from '../generate/categories.ts';
import { around, homeOf } from '../generate/places.ts';
import { imagePath, type TradingBusiness } from '../generate/professional.ts';
import { randomOf } from '../generate/random.ts';
import {
  generateIntroduction,
  generateRival,
  rivalCount,
  type Profile,
} from '../generate/rival.ts';
import type { Place } from '../generate/words.ts';
import type { World } from '../world.ts';
import { areas } from './areas.ts';
import { reviewsOf } from './reviews.ts';

export type Professional = Profile & {
  readonly businessID: string;
  readonly category: Category;
  readonly area: Place;
  /** Path below the service's own address. */
  readonly image: string;
  /** Best of the marketplace: at least 4.8 stars from at least 50 reviews. */
  readonly isTopPro: boolean;
};

/** Professionals of a category who serve an area, in the order in which the marketplace shows them. */
export const professionalsIn = (world: World, category: Category, area: Place): Professional[] => {
  const { seed } = world.options;
  const rivals = Array.from({ length: rivalCount(seed, category, area) }, (_, number) =>
    rival(world, category, area, number),
  );
  const own = world.businesses
    .filter(({ trade }) => trade.category === category.name)
    .filter(({ businessID }) => around(homeOf(world.options.seed, businessID)).includes(area))
    .map((business) => ownProfessional(world, business, category, area));
  return [...own, ...rivals].sort((a, b) => standing(b) - standing(a));
};

/** The professional of that id, own businesses aside; undefined when the marketplace has none. */
export const findProfessional = (world: World, businessID: string): Professional | undefined => {
  const [, area, category, number] = /^3(\d{3})(\d\d)(\d\d)\d{10}$/.exec(businessID) ?? [];
  const inArea = areas[Number(area)];
  const ofCategory = categories[Number(category)];
  if (!inArea || !ofCategory) return undefined;
  if (Number(number) >= rivalCount(world.options.seed, ofCategory, inArea)) return undefined;
  const found = rival(world, ofCategory, inArea, Number(number));
  return found.businessID === businessID ? found : undefined;
};

/** As findProfessional, own businesses included. */
export const professionalByID = (world: World, businessID: string): Professional | undefined => {
  const own = world.businesses.find((business) => business.businessID === businessID);
  const category = own && categories.find(({ name }) => name === own.trade.category);
  return own && category
    ? ownProfessional(world, own, category, homeOf(world.options.seed, businessID))
    : findProfessional(world, businessID);
};

/** "$1,450.00", as the service shows money. */
export const money = (dollars: number): string =>
  dollars.toLocaleString('en-US', { style: 'currency', currency: 'USD' });

const standing = ({ rating, numberOfReviews }: Professional) =>
  rating * Math.log(numberOfReviews + 3);

const isTop = (rating: number, numberOfReviews: number) => rating >= 4.8 && numberOfReviews >= 50;

const rival = (world: World, category: Category, area: Place, number: number): Professional => {
  const profile = generateRival(world.options.seed, category, area, number);
  const businessID = rivalID(world.options.seed, category, area, number);
  return {
    ...profile,
    businessID,
    category,
    area,
    image: imagePath(businessID),
    isTopPro: isTop(profile.rating, profile.numberOfReviews),
  };
};

/** Says in itself which professional it is, so that none has to be looked for among thousands. */
const rivalID = (seed: number, category: Category, area: Place, number: number): string => {
  const digits = (index: number, count: number) => String(index).padStart(count, '0');
  const random = randomOf(seed, 'rival id', category.name, area.city, number);
  const place = digits(areas.indexOf(area), 3) + digits(categories.indexOf(category), 2);
  return `3${place}${digits(number, 2)}${digits(random.int(0, 9_999_999_999), 10)}`;
};

const ownProfessional = (
  world: World,
  business: TradingBusiness,
  category: Category,
  area: Place,
): Professional => {
  const { businessID, name, imageURL } = business;
  const random = randomOf(world.options.seed, 'own profile', businessID);
  const reviews = reviewsOf(world, business);
  const sum = reviews.reduce((total, { rating }) => total + rating, 0);
  const rating = Math.round((10 * sum) / reviews.length) / 10;
  return {
    businessID,
    name,
    category,
    area,
    image: imageURL,
    introduction: generateIntroduction(random, category, area, true),
    rating,
    numberOfReviews: reviews.length,
    featuredReview: reviews.find((review) => review.rating === 5)?.reviewText ?? '',
    speaksSpanish: true,
    dollars: random.int(...category.quote.dollars),
    isTopPro: isTop(rating, reviews.length),
  };
};
