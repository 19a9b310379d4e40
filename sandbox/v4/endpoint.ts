/** Registers v4 endpoints, with and without `/api`, on production and on staging, and checks their access. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TradingBusiness } from '../generate/professional.ts';
import { parseBearer } from '../http/credentials.ts';
import { Refusal } from '../http/problem.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import { findBusiness, findLead, isOwner } from '../leads/store.ts';
import { findRival } from '../marketplace/professionals.ts';
import { findAccess } from '../oauth/grants.ts';
import type { Lead } from '../records.ts';
import type { Scope, World } from '../world.ts';

export type Call = {
  readonly world: World;
  readonly userID: string;
  /** On staging any valid token has access to every business. */
  readonly isStaging: boolean;
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
};

/**
 * Defines an endpoint.
 * @param path starts with /v4
 * @param scope null for public data (search, categories, keywords, reviews), which any live v4 token may read
 * @param handle returns the body; undefined is 204. Throws a Refusal
 * @param status of a success with a body
 */
export const defineEndpoint = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  scope: Scope | null,
  handle: (call: Call) => object | undefined,
  status: 200 | 201 = 200,
) => ({ method, path, scope, handle, status });

export type Endpoint = ReturnType<typeof defineEndpoint>;

export const addEndpoints = (
  app: FastifyInstance,
  world: World,
  rateLimit: RateLimit,
  endpoints: readonly Endpoint[],
): void => {
  for (const host of ['', '/staging'])
    for (const prefix of ['', '/api'])
      for (const endpoint of endpoints)
        app.route({
          method: endpoint.method,
          url: host + prefix + endpoint.path,
          handler: async (request, reply) =>
            handleRequest(world, rateLimit, endpoint, host !== '', request, reply),
        });
};

const handleRequest = (
  world: World,
  rateLimit: RateLimit,
  { scope, handle, status }: Endpoint,
  isStaging: boolean,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  const token = parseBearer(request.headers.authorization);
  const access = token === undefined ? undefined : findAccess(world, token);
  if (access?.client.generation !== 'v4') {
    reply.header('www-authenticate', 'Bearer error="invalid_token"');
    throw new Refusal(
      401,
      token === undefined
        ? 'The Authorization header holds no bearer token.'
        : 'The access token is unknown, expired or revoked.',
    );
  }
  const wait = rateLimit.count(access.client.clientID);
  if (wait !== undefined) {
    reply.header('retry-after', String(wait));
    throw new Refusal(429, `Too many requests; try again in ${wait} s.`);
  }
  if (scope !== null && !access.grant.scopes.includes(scope)) {
    reply.header('www-authenticate', `Bearer error="insufficient_scope", scope="${scope}"`);
    throw new Refusal(401, `The access token lacks the scope ${scope}.`);
  }
  const { query, body } = request;
  const params = request.params as Record<string, string>;
  const { userID } = access.grant;
  const result = handle({ world, userID, isStaging, params, query, body });
  return result === undefined ? reply.code(204).send() : reply.code(status).send(result);
};

/** Returns the business in the path, or the one with the id. Refuses an unknown one and one of another user. */
export const requireBusiness = (
  { world, userID, isStaging, params }: Call,
  businessID = params['businessID'] ?? '',
): TradingBusiness => {
  const found = findBusiness(world, businessID);
  if (!found && !findRival(world, businessID)) throw new Refusal(404, 'service deleted');
  if (!found || !(isOwner(world, userID, businessID) || isStaging))
    throw new Refusal(403, 'The business belongs to another user.');
  return found.business;
};

/** Returns the lead in the path. Refuses an unknown one and one of another user. */
export const requireLead = ({ world, userID, isStaging, params }: Call): Lead => {
  const negotiationID = params['negotiationID'] ?? '';
  const isForeign = world.state.foreignLeads.includes(negotiationID);
  const lead = findLead(world, negotiationID);
  if (!lead && !isForeign) throw new Refusal(404, 'There is no such negotiation.');
  const businessID = lead?.negotiation.business.businessID ?? '';
  if (!lead || isForeign || !(isOwner(world, userID, businessID) || isStaging))
    throw new Refusal(403, 'The negotiation belongs to a business of another user.');
  return lead;
};
