/** The marketplace's records in responses (conformance.md, Other v4 paths). Links carry the partner's UTM source. */
import { formatMoney } from '../generate/estimate.ts';
import { deriveID } from '../generate/random.ts';
import type { Category } from '../generate/categories.ts';
import { toURL } from '../leads/present.ts';
import { takeNextNumber, type World } from '../world.ts';
import { deriveCategoryID } from './categories.ts';
import type { Professional } from './professionals.ts';
import { listHomeCare, listPopularCategories, type Recommendation } from './recommendations.ts';
import { searchFiltered, searchProfessionals, type SearchResult } from './search.ts';

/** Parameters of the links in a response. */
type LinkContext = {
  readonly zipCode: string;
  /** Optional for legacy partners. */
  readonly utmSource?: string | undefined;
};

const formatLinkQuery = ({ zipCode, utmSource }: LinkContext): string =>
  new URLSearchParams({ zipCode, ...(utmSource && { utm_source: utmSource }) }).toString();

export const presentCategory = ({ name }: Category) => ({
  categoryID: deriveCategoryID(name),
  name,
});

const presentRecommendation = (
  world: World,
  { category, activeServices }: Recommendation,
  context: LinkContext,
) => {
  const { categoryID, name } = presentCategory(category);
  return {
    categoryID,
    name,
    nearMeURL: toURL(world, `/near-me/${categoryID}?${formatLinkQuery(context)}`),
    imageURL: toURL(world, `/images/categories/${categoryID}.png`),
    activeServices,
  };
};

export const presentRecommendations = (
  world: World,
  { limit, ...context }: LinkContext & { readonly limit: number },
) => ({
  data: listPopularCategories(world, context.zipCode)
    .slice(0, limit)
    .map((it) => presentRecommendation(world, it, context)),
});

export const presentHomeCare = (
  world: World,
  context: LinkContext & { readonly propertyType?: string | undefined },
) => ({
  data: listHomeCare(world, context.zipCode, context.propertyType).map(
    ({ task: { title, description, tagline }, ...recommendation }) => ({
      ...presentRecommendation(world, recommendation, context),
      taskID: deriveID(0, 'task', title),
      taskDetails: { title, description, tagline },
    }),
  ),
});

type Search = LinkContext & { readonly limit: number };

export const presentSearch = (world: World, query: Search & { readonly searchQuery: string }) =>
  presentResult(world, searchProfessionals(world, query.searchQuery, query.zipCode), query);

export const presentFilteredSearch = (
  world: World,
  query: Search & { readonly userQuery: string },
) => presentResult(world, searchFiltered(world, query.userQuery, query.zipCode), query);

/** Presents a search result with at most `limit` professionals. */
const presentResult = (
  world: World,
  { category, area, professionals, ...rest }: SearchResult,
  { limit, ...context }: Search,
) => ({
  searchID: deriveID(world.options.seed, 'search', takeNextNumber(world)),
  data: professionals.slice(0, limit).map((it) => presentProfessional(world, it, context)),
  metadata: {
    category: category ? presentCategory(category) : null,
    location: { city: area.city, state: area.state, zipCode: context.zipCode },
    total: professionals.length,
    ...rest,
  },
});

const presentProfessional = (world: World, professional: Professional, context: LinkContext) => {
  const { businessID, category } = professional;
  const query = formatLinkQuery(context);
  const page = toURL(world, `/pros/${businessID}`);
  return {
    businessID,
    businessName: professional.name,
    businessIntroduction: professional.introduction,
    businessLocation: `${professional.area.city}, ${professional.area.state}`,
    businessImageURL: toURL(world, professional.image),
    rating: professional.rating,
    numberOfReviews: professional.numberOfReviews,
    featuredReview: professional.featuredReview,
    isTopPro: professional.isTopPro,
    quote: { startingCost: formatMoney(professional.dollars), costUnit: category.quote.unit },
    servicePageURL: `${page}?${query}`,
    widgets: { requestFlowURL: `${page}/request?${query}` },
  };
};
