/**
 * The marketplace's records in responses (conformance.md, Other v4 paths). Every link carries the
 * partner's UTM source.
 */
import { formatMoney } from '../generate/estimate.ts';
import { idOf } from '../generate/random.ts';
import type { Category } from '../generate/categories.ts';
import type { HomeCareTask } from '../generate/words.ts';
import { addressOf } from '../leads/present.ts';
import { nextNumber, type World } from '../world.ts';
import { categoryID } from './categories.ts';
import type { Professional } from './professionals.ts';
import type { Recommendation } from './recommendations.ts';
import type { SearchResult } from './search.ts';

/** Parameters of the links in a response. */
type LinkContext = {
  readonly zipCode: string;
  /** Optional for legacy partners. */
  readonly utmSource?: string | undefined;
};

const linkQuery = ({ zipCode, utmSource }: LinkContext): string =>
  new URLSearchParams({ zipCode, ...(utmSource && { utm_source: utmSource }) }).toString();

export const presentCategory = ({ name }: Category) => ({ categoryID: categoryID(name), name });

export const presentRecommendation = (
  world: World,
  { category, activeServices }: Recommendation,
  context: LinkContext,
) => {
  const { categoryID: id, name } = presentCategory(category);
  return {
    categoryID: id,
    name,
    nearMeURL: addressOf(world, `/near-me/${id}?${linkQuery(context)}`),
    imageURL: addressOf(world, `/images/categories/${id}.png`),
    activeServices,
  };
};

export const presentHomeCare = (
  world: World,
  recommendation: Recommendation & { readonly task: HomeCareTask },
  context: LinkContext,
) => {
  const { title, description, tagline } = recommendation.task;
  return {
    ...presentRecommendation(world, recommendation, context),
    taskID: idOf(0, 'task', title),
    taskDetails: { title, description, tagline },
  };
};

/** A search result with at most `limit` professionals. */
export const presentSearchResult = (
  world: World,
  {
    category,
    area,
    professionals,
    ...rest
  }: SearchResult & { readonly filters?: readonly string[] },
  { limit, ...context }: LinkContext & { readonly limit: number },
) => ({
  searchID: idOf(world.options.seed, 'search', nextNumber(world)),
  data: professionals.slice(0, limit).map((it) => presentProfessional(world, it, context)),
  metadata: {
    category: category ? presentCategory(category) : null,
    location: { city: area.city, state: area.state, zipCode: context.zipCode },
    total: professionals.length,
    ...rest,
  },
});

const presentProfessional = (world: World, of: Professional, context: LinkContext) => {
  const { businessID, category } = of;
  const query = linkQuery(context);
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
    quote: { startingCost: formatMoney(of.dollars), costUnit: category.quote.unit },
    servicePageURL: `${page}?${query}`,
    widgets: { requestFlowURL: `${page}/request?${query}` },
  };
};
