/** The staging endpoint for test leads of a known or a new dummy business (conformance.md, F). */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { publishLead } from '../deliver/events.ts';
import { buildImagePath } from '../generate/professional.ts';
import { deriveID } from '../generate/random.ts';
import { parseInput } from '../http/input.ts';
import { parseBasic, isSameSecret } from '../http/credentials.ts';
import { addLead, findBusiness } from '../leads/store.ts';
import { sendInvalidRequest, isJson, sendLegacyError } from '../legacy/errors.ts';
import { toLegacyLead } from '../legacy/lead.ts';
import type { Lead } from '../records.ts';
import type { World } from '../world.ts';

const path = '/staging/v1/test/create-lead';
const body = z.object({ businessID: z.string().optional() });

export const addCreateLead = (app: FastifyInstance, world: World): void => {
  app.post(path, { errorHandler: sendInvalidRequest }, async (request, reply) => {
    const basic = parseBasic(request.headers.authorization);
    const { username, password } = world.staging;
    if (basic?.username !== username || !isSameSecret(basic.password, password))
      return sendLegacyError(
        reply.header('www-authenticate', 'Basic realm="staging"'),
        'UNAUTHORIZED',
        'The staging test credentials are wrong.',
        401,
      );
    if (request.body !== undefined && !isJson(request))
      return sendLegacyError(reply, 'INVALID_REQUEST', 'Content-Type must be application/json.');
    const { businessID } = parseInput(body, request.body);
    const business = findBusiness(world, businessID ?? createDummyBusiness(world))?.business;
    if (!business) return sendLegacyError(reply, 'NOT_FOUND', 'There is no such business.', 404);
    const lead = addLead(world, business, {});
    publishLead(world, lead);
    return reply.send(toTestLead(world, lead));
  });
};

const createDummyBusiness = (world: World): string => {
  const { dummyBusinesses } = world.state;
  const businessID = deriveID(world.options.seed, 'dummy business', dummyBusinesses.length);
  dummyBusinesses.push({
    businessID,
    name: `Test Business ${dummyBusinesses.length + 1}`,
    imageURL: buildImagePath(businessID),
  });
  return businessID;
};

/** Returns the fields of the test lead: a subset of a lead, all of them non-empty strings. */
const toTestLead = (world: World, lead: Lead) => {
  const { leadID, createTimestamp, price, request, customer, business } = toLegacyLead(
    world,
    lead,
    false,
  );
  const { requestID, category, title, description, schedule, location, travelPreferences } =
    request;
  return {
    leadID,
    createTimestamp,
    price: price ?? '$0.00',
    request: {
      requestID,
      category,
      title,
      description: description ?? title,
      schedule: schedule ?? 'I’m flexible',
      location,
      travelPreferences,
    },
    customer,
    business,
  };
};
