/**
 * The legacy paths that v4 replaced (conformance.md, Legacy to v4 mapping), with legacy tokens,
 * `_pk` names and a plain `utm_source`. Methods and spelling are undocumented, so parameters come
 * by query (GET) or JSON (POST), in camel or snake case. Test clients get no data.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  limitField,
  propertyTypeField,
  queryField,
  parseInput,
  utmSourceField,
  zipCodeField,
} from '../http/input.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import { withAccess } from './access.ts';
import { sendInvalidRequest } from './errors.ts';
import { findCompletions } from '../marketplace/categories.ts';
import {
  presentFilteredSearch,
  presentHomeCare,
  presentRecommendations,
  presentSearch,
} from '../marketplace/present.ts';
import type { World } from '../world.ts';

const utmSource = utmSourceField.optional();
const limit = limitField(100).default(10);
const near = { zipCode: zipCodeField, utmSource };

/** Defines a path; `find` returns its v4 response to the parsed parameters. */
const defineLookup = <T>(
  path: string,
  schema: z.ZodType<T>,
  find: (world: World, parameters: T) => object,
) => ({
  path,
  handle: (world: World, parameters: unknown) => find(world, parseInput(schema, parameters)),
});

const search = z.object({ ...near, limit, searchQuery: queryField });

const lookups = [
  defineLookup('/v2/pros', search, presentSearch),
  defineLookup('/v1/partners/discoverylite/pros', search, presentSearch),
  defineLookup(
    '/v2/filtered-pros',
    z.object({ ...near, limit, userQuery: queryField }),
    presentFilteredSearch,
  ),
  defineLookup('/v2/category/recommendation', z.object({ ...near, limit }), presentRecommendations),
  defineLookup(
    '/v2/homecare/checklist',
    z.object({ ...near, propertyType: propertyTypeField }),
    presentHomeCare,
  ),
  defineLookup(
    '/v2/autocomplete',
    z.object({ limit, searchQuery: queryField, utmSource }),
    (_world, query) => ({ data: findCompletions(query.searchQuery).slice(0, query.limit) }),
  ),
];

export const addLegacyLookup = (app: FastifyInstance, world: World, rateLimit: RateLimit): void => {
  for (const host of ['', '/staging'])
    for (const { path, handle } of lookups)
      app.route({
        method: ['GET', 'POST'],
        url: host + path,
        errorHandler: sendInvalidRequest,
        handler: async (request, reply) =>
          withAccess(world, rateLimit, request, reply, ({ client }) => {
            const parameters = request.method === 'GET' ? request.query : request.body;
            const body = handle(world, toCamelNames(parameters));
            return reply.send(client.isTest ? { data: [] } : toLegacyNames(body));
          }),
      });
};

/** Renames `businessID` to `business_pk` and the like, at every depth. */
const toLegacyNames = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toLegacyNames);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name.replace(/ID$/, '_pk'),
      toLegacyNames(field),
    ]),
  );
};

/** Renames `zip_code` to `zipCode` and the like. */
const toCamelNames = (parameters: unknown): unknown => {
  if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters))
    return parameters;
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value as unknown,
    ]),
  );
};
