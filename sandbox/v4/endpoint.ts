/**
 * Registers v4 endpoints, with and without `/api`, on production and on staging. Each request is
 * checked for a live token, the rate limit and the scope, in that order.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse, sendAnswer, type Answer } from '../http/answer.ts';
import { bearerOf } from '../http/credentials.ts';
import { sendProblem, type Problem } from '../http/problem.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import { findBusiness, findLead, isOwner } from '../leads/book.ts';
import { findAccess } from '../oauth/grants.ts';
import { findProfessional } from '../marketplace/professionals.ts';
import type { Lead } from '../records.ts';
import type { TradingBusiness } from '../generate/professional.ts';
import type { Scope, World } from '../world.ts';

export type Call = {
  readonly world: World;
  readonly userID: string;
  /** On staging any valid token has access to everything. */
  readonly staging: boolean;
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
};

export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Starts with /v4. */
  readonly path: string;
  /** Null for public data (search, categories, keywords, reviews), which any live v4 token may read. */
  readonly scope: Scope | null;
  readonly handle: (call: Call) => Answer;
};

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
  endpoint: Endpoint,
  staging: boolean,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  const token = bearerOf(request.headers.authorization);
  const access = token === undefined ? undefined : findAccess(world, token);
  if (access?.client.generation !== 'v4')
    return sendProblem(reply.header('www-authenticate', 'Bearer error="invalid_token"'), {
      status: 401,
      detail:
        token === undefined
          ? 'The Authorization header holds no bearer token.'
          : 'The access token is unknown, expired or revoked.',
    });
  const wait = rateLimit.count(access.client.clientID);
  if (wait !== undefined)
    return sendProblem(reply.header('retry-after', String(wait)), {
      status: 429,
      detail: `Too many requests; try again in ${wait} s.`,
    });
  if (endpoint.scope !== null && !access.grant.scopes.includes(endpoint.scope))
    return sendProblem(
      reply.header(
        'www-authenticate',
        `Bearer error="insufficient_scope", scope="${endpoint.scope}"`,
      ),
      { status: 401, detail: `The access token lacks the scope ${endpoint.scope}.` },
    );
  const { params, query, body } = request;
  return sendAnswer(
    reply,
    endpoint.handle({
      world,
      userID: access.grant.userID,
      staging,
      params: params as Record<string, string>,
      query,
      body,
    }),
  );
};

type Refused = { readonly problem: Problem };

/** The business in the path: 404 if it does not exist, 403 if it belongs to another user. */
export const businessOf = (call: Call): { readonly business: TradingBusiness } | Refused =>
  businessByID(call, call.params['businessID'] ?? '');

/** Like businessOf, for an id from elsewhere in the call. */
export const businessByID = (
  call: Call,
  businessID: string,
): { readonly business: TradingBusiness } | Refused => {
  const found = findBusiness(call.world, businessID);
  if (!found)
    return findProfessional(call.world, businessID)
      ? refuse(403, 'The business belongs to another user.')
      : refuse(404, 'service deleted');
  if (!isOwner(call.world, call.userID, businessID) && !call.staging)
    return refuse(403, 'The business belongs to another user.');
  return { business: found.business };
};

/** The lead in the path: 404 if it does not exist, 403 if it belongs to another user. */
export const leadOf = (call: Call): { readonly lead: Lead } | Refused => {
  const negotiationID = call.params['negotiationID'] ?? '';
  const foreign = refuse(403, 'The negotiation belongs to a business of another user.');
  if (call.world.state.foreignLeads.includes(negotiationID)) return foreign;
  const lead = findLead(call.world, negotiationID);
  if (!lead) return refuse(404, 'There is no such negotiation.');
  const { businessID } = lead.negotiation.business;
  if (!isOwner(call.world, call.userID, businessID) && !call.staging) return foreign;
  return { lead };
};
