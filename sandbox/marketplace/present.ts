/**
 * The marketplace's records as they leave the service (live facts, other v4 paths). Every link names
 * the partner that led there, by its UTM source.
 */
import { idOf } from '../generate/random.ts';
import type { Category } from '../generate/categories.ts';
import type { HomeCareTask } from '../generate/words.ts';
import { addressOf } from '../leads/present.ts';
import { nextNumber, type World } from '../world.ts';
import { categoryID } from './categories.ts';
import { money, type Professional } from './professionals.ts';
import type { Recommendation } from './recommendations.ts';
import type { Found } from './search.ts';

/** Where the caller asks from, for the links in the answer. */
type Asking = {
  readonly zipCode: string;
  /** Left out by a legacy partner that names none. */
  readonly utmSource?: string | undefined;
};

const linkQuery = ({ zipCode, utmSource }: Asking): string =>
  new URLSearchParams({ zipCode, ...(utmSource && { utm_source: utmSource }) }).toString();

export const presentCategory = ({ name }: Category) => ({ categoryID: categoryID(name), name });

export const presentRecommendation = (
  world: World,
  { category, activeServices }: Recommendation,
  asking: Asking,
) => {
  const { categoryID: id, name } = presentCategory(category);
  return {
    categoryID: id,
    name,
    nearMeURL: addressOf(world, `/near-me/${id}?${linkQuery(asking)}`),
    imageURL: addressOf(world, `/images/categories/${id}.png`),
    activeServices,
  };
};

export const presentHomeCare = (
  world: World,
  recommendation: Recommendation & { readonly task: HomeCareTask },
  asking: Asking,
) => {
  const { title, description, tagline } = recommendation.task;
  return {
    ...presentRecommendation(world, recommendation, asking),
    taskID: idOf(0, 'task', title),
    taskDetails: { title, description, tagline },
  };
};

/** The answer to a search; `limit` is the most professionals in it. */
export const presentFound = (
  world: World,
  { category, area, professionals, ...rest }: Found & { readonly filters?: readonly string[] },
  { limit, ...asking }: Asking & { readonly limit: number },
) => ({
  searchID: idOf(world.options.seed, 'search', nextNumber(world)),
  data: professionals.slice(0, limit).map((it) => presentProfessional(world, it, asking)),
  metadata: {
    category: category ? presentCategory(category) : null,
    location: { city: area.city, state: area.state, zipCode: asking.zipCode },
    total: professionals.length,
    ...rest,
  },
});

const presentProfessional = (world: World, of: Professional, asking: Asking) => {
  const { businessID, category } = of;
  const query = linkQuery(asking);
  const page = addressOf(world, `/pros/${businessID}`);
  return {
    businessID,
    businessName: of.name,
    businessIntroduction: of.introduction,
    businessLocation: `${of.area.city}, ${of.area.state}`,
    businessImageURL: addressOf(world, of.image),
    rating: of.rating,
    numberOfReviews: of.numberOfReviews,
    featuredReview: of.featuredReview,
    isTopPro: of.isTopPro,
    quote: { startingCost: money(of.dollars), costUnit: category.quote.unit },
    servicePageURL: `${page}?${query}`,
    widgets: { requestFlowURL: `${page}/request?${query}` },
  };
};
