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
  parseInput,
  utmSourceField,
  zipCodeField,
} from '../http/input.ts';
import { findCategories, findCompletions } from '../marketplace/categories.ts';
import {
  presentCategory,
  presentFilteredSearch,
  presentHomeCare,
  presentRecommendations,
  presentSearch,
} from '../marketplace/present.ts';
import type { World } from '../world.ts';
import { defineEndpoint } from './endpoint.ts';

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
const searchFields = {
  zipCode: zipCodeField,
  utmData: z.object({ utm_source: utmSourceField }),
  limit: bodyLimit,
};
const search = z.object({ ...searchFields, searchQuery: queryField });
const filteredSearch = z.object({ ...searchFields, userQuery: queryField });

/** Defines a public endpoint whose `find` gets the parsed query or body. */
const defineLookup = <T>(
  method: 'GET' | 'POST',
  path: string,
  schema: z.ZodType<T>,
  find: (world: World, parameters: T) => object,
) =>
  defineEndpoint(method, path, null, ({ world, query, body }) =>
    find(world, parseInput(schema, method === 'GET' ? query : body)),
  );

const presentKeywords = (_world: World, { searchQuery, limit }: z.infer<typeof wordQuery>) => ({
  data: findCompletions(searchQuery).slice(0, limit),
});

export const lookupEndpoints = [
  defineLookup('GET', '/v4/categories/search', wordQuery, (_world, { searchQuery, limit }) => ({
    data: findCategories(searchQuery).slice(0, limit).map(presentCategory),
  })),
  defineLookup('GET', '/v4/keywords', wordQuery, presentKeywords),
  defineLookup('GET', '/v4/keywords/search', wordQuery, presentKeywords),
  defineLookup(
    'GET',
    '/v4/categories/recommendations',
    recommendationQuery,
    (world, { 'utmData[utm_source]': utmSource, ...query }) =>
      presentRecommendations(world, { ...query, utmSource }),
  ),
  defineLookup(
    'GET',
    '/v4/categories/homecare',
    homeCareQuery,
    (world, { 'utmData[utm_source]': utmSource, ...query }) =>
      presentHomeCare(world, { ...query, utmSource }),
  ),
  defineLookup('POST', '/v4/businesses/search', search, (world, { utmData, ...query }) =>
    presentSearch(world, { ...query, utmSource: utmData.utm_source }),
  ),
  defineLookup(
    'POST',
    '/v4/businesses/search-filtered',
    filteredSearch,
    (world, { utmData, ...query }) =>
      presentFilteredSearch(world, { ...query, utmSource: utmData.utm_source }),
  ),
];
