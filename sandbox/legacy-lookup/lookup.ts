/**
 * The legacy paths that v4 replaced (service specification, versioning: legacy to v4 mapping), with
 * legacy tokens, `_pk` names and a plain `utm_source`. Methods and spelling are not documented, so
 * parameters come by query (GET) or JSON (POST), in camel or snake case. Test clients get no data.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { limitField, read } from '../http/answer.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import { withAccess } from '../legacy/access.ts';
import { sendUnreadableError, sendLegacyError } from '../legacy/errors.ts';
import { completions } from '../marketplace/categories.ts';
import { presentFound, presentHomeCare, presentRecommendation } from '../marketplace/present.ts';
import { homeCareFor, popularCategories } from '../marketplace/recommendations.ts';
import { findFiltered, findProfessionals } from '../marketplace/search.ts';
import { queryField, utmSourceField, zipCodeField } from '../v4/fields.ts';
import type { World } from '../world.ts';
import { withCamelNames, withLegacyNames } from './names.ts';

type Lookup = {
  readonly paths: readonly string[];
  /** Returns the v4 response, or the detail of a parameter error. */
  readonly handle: (world: World, parameters: unknown) => LookupResult;
};

type LookupResult = { readonly body: unknown } | { readonly refused: string };

const utmSource = utmSourceField.optional();
const limit = limitField(100).transform((value = 10) => value);
const near = { zipCode: zipCodeField, utmSource };

const lookup = <T>(
  paths: readonly string[],
  schema: z.ZodType<T>,
  find: (world: World, asked: T) => unknown,
): Lookup => ({
  paths,
  handle(world, parameters) {
    const parsed = read(schema, parameters);
    return 'problem' in parsed
      ? { refused: parsed.problem.detail }
      : { body: find(world, parsed.value) };
  },
});

const lookups: readonly Lookup[] = [
  lookup(
    ['/v2/pros', '/v1/partners/discoverylite/pros'],
    z.object({ ...near, limit, searchQuery: queryField }),
    (world, asked) =>
      presentFound(world, findProfessionals(world, asked.searchQuery, asked.zipCode), asked),
  ),
  lookup(
    ['/v2/filtered-pros'],
    z.object({ ...near, limit, userQuery: queryField }),
    (world, asked) =>
      presentFound(world, findFiltered(world, asked.userQuery, asked.zipCode), asked),
  ),
  lookup(['/v2/category/recommendation'], z.object({ ...near, limit }), (world, asked) => ({
    data: popularCategories(world, asked.zipCode)
      .slice(0, asked.limit)
      .map((it) => presentRecommendation(world, it, asked)),
  })),
  lookup(
    ['/v2/homecare/checklist'],
    z.object({ ...near, propertyType: z.string().min(1).max(100).optional() }),
    (world, asked) => ({
      data: homeCareFor(world, asked.zipCode, asked.propertyType).map((it) =>
        presentHomeCare(world, it, asked),
      ),
    }),
  ),
  lookup(
    ['/v2/autocomplete'],
    z.object({ limit, searchQuery: queryField, utmSource }),
    (_world, asked) => ({ data: completions(asked.searchQuery).slice(0, asked.limit) }),
  ),
];

/** Adds the paths, on production and on staging. */
export const addLegacyLookup = (app: FastifyInstance, world: World, rateLimit: RateLimit): void => {
  const answer = ({ handle }: Lookup, request: FastifyRequest, reply: FastifyReply) =>
    withAccess(world, rateLimit, request, reply, ({ client }) => {
      const parameters = request.method === 'GET' ? request.query : request.body;
      const result = handle(world, withCamelNames(parameters));
      if ('refused' in result) return sendLegacyError(reply, 'INVALID_REQUEST', result.refused);
      return reply.send(client.test ? { data: [] } : withLegacyNames(result.body));
    });
  for (const host of ['', '/staging'])
    for (const one of lookups)
      for (const path of one.paths)
        app.route({
          method: ['GET', 'POST'],
          url: host + path,
          errorHandler: sendUnreadableError,
          handler: async (request, reply) => answer(one, request, reply),
        });
};
