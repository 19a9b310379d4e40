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
  read,
  utmSourceField,
  zipCodeField,
} from '../http/read.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import { withAccess } from './access.ts';
import { sendInvalidRequest } from './errors.ts';
import { completions } from '../marketplace/categories.ts';
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

/** A path with its v4 response, which `find` returns for the parsed parameters. */
const lookup = <T>(
  path: string,
  schema: z.ZodType<T>,
  find: (world: World, parameters: T) => object,
) => ({
  path,
  handle: (world: World, parameters: unknown) => find(world, read(schema, parameters)),
});

const search = z.object({ ...near, limit, searchQuery: queryField });

const lookups = [
  lookup('/v2/pros', search, presentSearch),
  lookup('/v1/partners/discoverylite/pros', search, presentSearch),
  lookup(
    '/v2/filtered-pros',
    z.object({ ...near, limit, userQuery: queryField }),
    presentFilteredSearch,
  ),
  lookup('/v2/category/recommendation', z.object({ ...near, limit }), presentRecommendations),
  lookup(
    '/v2/homecare/checklist',
    z.object({ ...near, propertyType: propertyTypeField }),
    presentHomeCare,
  ),
  lookup(
    '/v2/autocomplete',
    z.object({ limit, searchQuery: queryField, utmSource }),
    (_world, query) => ({ data: completions(query.searchQuery).slice(0, query.limit) }),
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
            const body = handle(world, withCamelNames(parameters));
            return reply.send(client.test ? { data: [] } : withLegacyNames(body));
          }),
      });
};

/** Renames `businessID` to `business_pk` and the like, at every depth. */
const withLegacyNames = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withLegacyNames);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name.replace(/ID$/, '_pk'),
      withLegacyNames(field),
    ]),
  );
};

/** Renames `zip_code` to `zipCode` and the like. */
const withCamelNames = (parameters: unknown): unknown => {
  if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters))
    return parameters;
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value as unknown,
    ]),
  );
};
