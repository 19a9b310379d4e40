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
  presentHomeCare,
  presentRecommendation,
  presentSearchResult,
} from '../marketplace/present.ts';
import { homeCareFor, popularCategories } from '../marketplace/recommendations.ts';
import { findFiltered, findProfessionals } from '../marketplace/search.ts';
import type { World } from '../world.ts';

type Lookup = {
  readonly paths: readonly string[];
  /** Returns the v4 response. Throws a Refusal. */
  readonly handle: (world: World, parameters: unknown) => object;
};

const utmSource = utmSourceField.optional();
const limit = limitField(100).default(10);
const near = { zipCode: zipCodeField, utmSource };

const lookup = <T>(
  paths: readonly string[],
  schema: z.ZodType<T>,
  find: (world: World, parameters: T) => object,
): Lookup => ({
  paths,
  handle: (world, parameters) => find(world, read(schema, parameters)),
});

const lookups: readonly Lookup[] = [
  lookup(
    ['/v2/pros', '/v1/partners/discoverylite/pros'],
    z.object({ ...near, limit, searchQuery: queryField }),
    (world, query) => {
      const result = findProfessionals(world, query.searchQuery, query.zipCode);
      return presentSearchResult(world, result, query);
    },
  ),
  lookup(
    ['/v2/filtered-pros'],
    z.object({ ...near, limit, userQuery: queryField }),
    (world, query) => {
      const result = findFiltered(world, query.userQuery, query.zipCode);
      return presentSearchResult(world, result, query);
    },
  ),
  lookup(['/v2/category/recommendation'], z.object({ ...near, limit }), (world, query) => ({
    data: popularCategories(world, query.zipCode)
      .slice(0, query.limit)
      .map((it) => presentRecommendation(world, it, query)),
  })),
  lookup(
    ['/v2/homecare/checklist'],
    z.object({ ...near, propertyType: propertyTypeField }),
    (world, query) => ({
      data: homeCareFor(world, query.zipCode, query.propertyType).map((it) =>
        presentHomeCare(world, it, query),
      ),
    }),
  ),
  lookup(
    ['/v2/autocomplete'],
    z.object({ limit, searchQuery: queryField, utmSource }),
    (_world, query) => ({ data: completions(query.searchQuery).slice(0, query.limit) }),
  ),
];

export const addLegacyLookup = (app: FastifyInstance, world: World, rateLimit: RateLimit): void => {
  for (const host of ['', '/staging'])
    for (const { paths, handle } of lookups)
      for (const path of paths)
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
