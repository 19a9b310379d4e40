/** The marketplace's records in responses (conformance.md, Other v4 paths). Links carry the partner's UTM source. */
import { formatMoney } from '../generate/estimate.ts';
import { idOf } from '../generate/random.ts';
import type { Category } from '../generate/categories.ts';
import { addressOf } from '../leads/present.ts';
import { nextNumber, type World } from '../world.ts';
import { categoryID } from './categories.ts';
import type { Professional } from './professionals.ts';
import { homeCareFor, popularCategories, type Recommendation } from './recommendations.ts';
import { findFiltered, findProfessionals, type SearchResult } from './search.ts';

/** Parameters of the links in a response. */
type LinkContext = {
  readonly zipCode: string;
  /** Optional for legacy partners. */
  readonly utmSource?: string | undefined;
};

const linkQuery = ({ zipCode, utmSource }: LinkContext): string =>
  new URLSearchParams({ zipCode, ...(utmSource && { utm_source: utmSource }) }).toString();

export const presentCategory = ({ name }: Category) => ({ categoryID: categoryID(name), name });

const presentRecommendation = (
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

export const presentRecommendations = (
  world: World,
  { limit, ...context }: LinkContext & { readonly limit: number },
) => ({
  data: popularCategories(world, context.zipCode)
    .slice(0, limit)
    .map((it) => presentRecommendation(world, it, context)),
});

export const presentHomeCare = (
  world: World,
  context: LinkContext & { readonly propertyType?: string | undefined },
) => ({
  data: homeCareFor(world, context.zipCode, context.propertyType).map(
    ({ task: { title, description, tagline }, ...recommendation }) => ({
      ...presentRecommendation(world, recommendation, context),
      taskID: idOf(0, 'task', title),
      taskDetails: { title, description, tagline },
    }),
  ),
});

type Search = LinkContext & { readonly limit: number };

export const presentSearch = (world: World, query: Search & { readonly searchQuery: string }) =>
  presentResult(world, findProfessionals(world, query.searchQuery, query.zipCode), query);

export const presentFilteredSearch = (
  world: World,
  query: Search & { readonly userQuery: string },
) => presentResult(world, findFiltered(world, query.userQuery, query.zipCode), query);

/** A search result with at most `limit` professionals. */
const presentResult = (
  world: World,
  { category, area, professionals, ...rest }: SearchResult,
  { limit, ...context }: Search,
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
