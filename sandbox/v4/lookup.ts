/**
 * Searches for categories, keywords and professionals (conformance.md, Other v4 paths). Where
 * nothing is documented, `limit` is 1 to 100, by default 10, the shown `zipCode` and UTM source are
 * required, and `popular` is the only recommendation type.
 */
import { z } from 'zod';
import {
  limitField,
  propertyTypeField,
  queryField,
  read,
  utmSourceField,
  zipCodeField,
} from '../http/read.ts';
import { bestCategories, completions } from '../marketplace/categories.ts';
import {
  presentCategory,
  presentFilteredSearch,
  presentHomeCare,
  presentRecommendations,
  presentSearch,
} from '../marketplace/present.ts';
import type { World } from '../world.ts';
import { endpoint } from './endpoint.ts';

const limit = limitField(100).default(10);

const wordQuery = z.object({
  searchQuery: queryField,
  limit,
  'utmData[utm_source]': utmSourceField.optional(),
});
const recommendationQuery = z.object({
  zipCode: zipCodeField,
  recommendationType: z.literal('popular', { message: 'must be popular' }).optional(),
  'utmData[utm_source]': utmSourceField,
  limit,
});
const homeCareQuery = z.object({
  zipCode: zipCodeField,
  propertyType: propertyTypeField,
  'utmData[utm_source]': utmSourceField,
});
/** JSON bodies contain real numbers. */
const bodyLimit = z
  .int()
  .min(1, { message: 'must be a whole number from 1 to 100' })
  .max(100, { message: 'must be a whole number from 1 to 100' })
  .default(10);
const caller = {
  zipCode: zipCodeField,
  utmData: z.object({ utm_source: utmSourceField }),
  limit: bodyLimit,
};
const search = z.object({ ...caller, searchQuery: queryField });
const filteredSearch = z.object({ ...caller, userQuery: queryField });

/** Creates a public endpoint whose `find` gets the parsed query or body. */
const lookup = <T>(
  method: 'GET' | 'POST',
  path: string,
  schema: z.ZodType<T>,
  find: (world: World, parameters: T) => object,
) =>
  endpoint(method, path, null, ({ world, query, body }) =>
    find(world, read(schema, method === 'GET' ? query : body)),
  );

const keywords = (_world: World, { searchQuery, limit }: z.infer<typeof wordQuery>) => ({
  data: completions(searchQuery).slice(0, limit),
});

export const lookupEndpoints = [
  lookup('GET', '/v4/categories/search', wordQuery, (_world, { searchQuery, limit }) => ({
    data: bestCategories(searchQuery).slice(0, limit).map(presentCategory),
  })),
  lookup('GET', '/v4/keywords', wordQuery, keywords),
  lookup('GET', '/v4/keywords/search', wordQuery, keywords),
  lookup(
    'GET',
    '/v4/categories/recommendations',
    recommendationQuery,
    (world, { 'utmData[utm_source]': utmSource, ...query }) =>
      presentRecommendations(world, { ...query, utmSource }),
  ),
  lookup(
    'GET',
    '/v4/categories/homecare',
    homeCareQuery,
    (world, { 'utmData[utm_source]': utmSource, ...query }) =>
      presentHomeCare(world, { ...query, utmSource }),
  ),
  lookup('POST', '/v4/businesses/search', search, (world, { utmData, ...query }) =>
    presentSearch(world, { ...query, utmSource: utmData.utm_source }),
  ),
  lookup('POST', '/v4/businesses/search-filtered', filteredSearch, (world, { utmData, ...query }) =>
    presentFilteredSearch(world, { ...query, utmSource: utmData.utm_source }),
  ),
];
