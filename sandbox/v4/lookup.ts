/**
 * Searches for categories, keywords and professionals (service specification, endpoints L; live facts,
 * other v4 paths). Where the facts are silent, `limit` is 1 to 100, by default 10, the shown `zipCode`
 * and UTM source are required, and `popular` is the only recommendation type.
 */
import { z } from 'zod';
import { answer, limitField, read, type Answer } from '../http/answer.ts';
import { bestCategories, completions } from '../marketplace/categories.ts';
import {
  presentCategory,
  presentFound,
  presentHomeCare,
  presentRecommendation,
} from '../marketplace/present.ts';
import { homeCareFor, popularCategories } from '../marketplace/recommendations.ts';
import { findFiltered, findProfessionals } from '../marketplace/search.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { queryField, utmSourceField, zipCodeField } from './fields.ts';

const limit = limitField(100);
const defaultLimit = 10;

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
  propertyType: z.string().min(1).max(100).optional(),
  'utmData[utm_source]': utmSourceField,
});
const caller = { zipCode: zipCodeField, utmData: z.object({ utm_source: utmSourceField }) };
/** JSON bodies contain real numbers. */
const bodyLimit = z
  .int()
  .min(1, { message: 'must be a whole number from 1 to 100' })
  .max(100, { message: 'must be a whole number from 1 to 100' })
  .optional();
const search = z.object({ ...caller, searchQuery: queryField, limit: bodyLimit });
const filteredSearch = z.object({ ...caller, userQuery: queryField, limit: bodyLimit });

const get = (path: string, handle: (call: Call) => Answer): Endpoint => ({
  method: 'GET',
  path,
  scope: null,
  handle,
});
const post = (path: string, handle: (call: Call) => Answer): Endpoint => ({
  method: 'POST',
  path,
  scope: null,
  handle,
});

const searchKeywords = ({ query }: Call): Answer => {
  const parsed = read(wordQuery, query);
  if ('problem' in parsed) return parsed;
  const { searchQuery, limit = defaultLimit } = parsed.value;
  return answer({ data: completions(searchQuery).slice(0, limit) });
};

export const lookupEndpoints: readonly Endpoint[] = [
  get('/v4/categories/search', ({ query }) => {
    const parsed = read(wordQuery, query);
    if ('problem' in parsed) return parsed;
    const { searchQuery, limit = defaultLimit } = parsed.value;
    return answer({ data: bestCategories(searchQuery).slice(0, limit).map(presentCategory) });
  }),
  get('/v4/keywords', searchKeywords),
  get('/v4/keywords/search', searchKeywords),
  get('/v4/categories/recommendations', ({ world, query }) => {
    const parsed = read(recommendationQuery, query);
    if ('problem' in parsed) return parsed;
    const { zipCode, limit = defaultLimit, 'utmData[utm_source]': utmSource } = parsed.value;
    return answer({
      data: popularCategories(world, zipCode)
        .slice(0, limit)
        .map((it) => presentRecommendation(world, it, { zipCode, utmSource })),
    });
  }),
  get('/v4/categories/homecare', ({ world, query }) => {
    const parsed = read(homeCareQuery, query);
    if ('problem' in parsed) return parsed;
    const { zipCode, propertyType, 'utmData[utm_source]': utmSource } = parsed.value;
    return answer({
      data: homeCareFor(world, zipCode, propertyType).map((it) =>
        presentHomeCare(world, it, { zipCode, utmSource }),
      ),
    });
  }),
  post('/v4/businesses/search', ({ world, body }) => {
    const parsed = read(search, body);
    if ('problem' in parsed) return parsed;
    const { searchQuery, zipCode, utmData, limit = defaultLimit } = parsed.value;
    const found = findProfessionals(world, searchQuery, zipCode);
    return answer(presentFound(world, found, { zipCode, utmSource: utmData.utm_source, limit }));
  }),
  post('/v4/businesses/search-filtered', ({ world, body }) => {
    const parsed = read(filteredSearch, body);
    if ('problem' in parsed) return parsed;
    const { userQuery, zipCode, utmData, limit = defaultLimit } = parsed.value;
    const found = findFiltered(world, userQuery, zipCode);
    return answer(presentFound(world, found, { zipCode, utmSource: utmData.utm_source, limit }));
  }),
];
