/** Professionals: competitors, generated on demand, and the signed-in professional's own businesses. */
import { categories, type Category } from '../generate/categories.ts';
import { areas, listCustomerCities, pickHome } from '../generate/places.ts';
import { buildImagePath, type TradingBusiness } from '../generate/professional.ts';
import { createRandom } from '../generate/random.ts';
import {
  generateIntroduction,
  generateRival,
  countRivals,
  type Profile,
} from '../generate/rival.ts';
import type { Place } from '../generate/words.ts';
import type { World } from '../world.ts';
import { listReviews } from './reviews.ts';

export type Professional = Profile & {
  readonly businessID: string;
  readonly category: Category;
  readonly area: Place;
  /** Path relative to the service's base URL. */
  readonly image: string;
  /** At least 4.8 stars from at least 50 reviews. */
  readonly isTopPro: boolean;
};

/** Lists the professionals of a category in an area, the best first. */
export const listProfessionals = (
  world: World,
  category: Category,
  area: Place,
): Professional[] => {
  const { seed } = world.options;
  const rivals = Array.from({ length: countRivals(seed, category, area) }, (_, number) =>
    buildRival(world, category, area, number),
  );
  const own = world.businesses
    .filter(({ trade }) => trade.category === category.name)
    .filter(({ businessID }) =>
      listCustomerCities(pickHome(world.options.seed, businessID)).includes(area),
    )
    .map((business) => buildOwnProfessional(world, business, category, area));
  return [...own, ...rivals].sort((a, b) => computeRankingScore(b) - computeRankingScore(a));
};

/** Finds a competitor by id. */
export const findRival = (world: World, businessID: string): Professional | undefined => {
  const [, area, category, number] = /^3(\d{3})(\d\d)(\d\d)\d{10}$/.exec(businessID) ?? [];
  const inArea = areas[Number(area)];
  const ofCategory = categories[Number(category)];
  if (!inArea || !ofCategory) return undefined;
  if (Number(number) >= countRivals(world.options.seed, ofCategory, inArea)) return undefined;
  const found = buildRival(world, ofCategory, inArea, Number(number));
  return found.businessID === businessID ? found : undefined;
};

/** Finds a competitor or one of the professional's own businesses by id. */
export const findProfessional = (world: World, businessID: string): Professional | undefined => {
  const own = world.businesses.find((business) => business.businessID === businessID);
  const category = own && categories.find(({ name }) => name === own.trade.category);
  return own && category
    ? buildOwnProfessional(world, own, category, pickHome(world.options.seed, businessID))
    : findRival(world, businessID);
};

const computeRankingScore = ({ rating, numberOfReviews }: Professional) =>
  rating * Math.log(numberOfReviews + 3);

const isTopRated = (rating: number, numberOfReviews: number) =>
  rating >= 4.8 && numberOfReviews >= 50;

const buildRival = (
  world: World,
  category: Category,
  area: Place,
  number: number,
): Professional => {
  const profile = generateRival(world.options.seed, category, area, number);
  const businessID = deriveRivalID(world.options.seed, category, area, number);
  return {
    ...profile,
    businessID,
    category,
    area,
    image: buildImagePath(businessID),
    isTopPro: isTopRated(profile.rating, profile.numberOfReviews),
  };
};

/** Returns an id that encodes area, category and number, so that a lookup needs no search. */
const deriveRivalID = (seed: number, category: Category, area: Place, number: number): string => {
  const pad = (index: number, count: number) => String(index).padStart(count, '0');
  const random = createRandom(seed, 'rival id', category.name, area.city, number);
  const position = pad(areas.indexOf(area), 3) + pad(categories.indexOf(category), 2);
  return `3${position}${pad(number, 2)}${pad(random.int(0, 9_999_999_999), 10)}`;
};

const buildOwnProfessional = (
  world: World,
  business: TradingBusiness,
  category: Category,
  area: Place,
): Professional => {
  const { businessID, name, imageURL } = business;
  const random = createRandom(world.options.seed, 'own profile', businessID);
  const reviews = listReviews(world, business);
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
    isTopPro: isTopRated(rating, reviews.length),
  };
};
