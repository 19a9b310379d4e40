/**
 * The staging test endpoint (service specification, endpoints F): a dummy lead, for a dummy business
 * unless the caller holds one. Guarded by the staging credentials that the service supplies.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { leadCreated } from '../deliver/events.ts';
import { imagePath, type TradingBusiness } from '../generate/professional.ts';
import { idOf } from '../generate/random.ts';
import { trades } from '../generate/trades/all.ts';
import { read } from '../http/answer.ts';
import { basicOf, sameSecret } from '../http/credentials.ts';
import { sendProblem } from '../http/problem.ts';
import { addLead, findBusiness } from '../leads/book.ts';
import { legacyLead } from '../legacy/partner.ts';
import type { World } from '../world.ts';

const body = z.object({ businessID: z.string().optional() });

export function addCreateLead(app: FastifyInstance, world: World): void {
  app.post('/staging/v1/test/create-lead', async (request, reply) => {
    const basic = basicOf(request.headers.authorization);
    const { username, password } = world.staging;
    if (basic?.username !== username || !sameSecret(basic.password, password))
      return sendProblem(reply.header('www-authenticate', 'Basic realm="staging"'), {
        status: 401,
        detail: 'The staging test credentials are wrong.',
      });
    const given = read(body, request.body);
    if ('problem' in given) return sendProblem(reply, given.problem);
    const { businessID } = given.value;
    const business = businessID
      ? findBusiness(world, businessID)?.business
      : createDummyBusiness(world);
    if (!business) return sendProblem(reply, { status: 404, detail: 'There is no such business.' });
    const lead = addLead(world, business, {});
    leadCreated(world, lead);
    return reply.send(testLead(legacyLead(lead)));
  });
}

function createDummyBusiness(world: World): TradingBusiness {
  const { dummyBusinesses } = world.state;
  const businessID = idOf(world.options.seed, 'dummy business', dummyBusinesses.length);
  const business = {
    businessID,
    name: `Test Business ${dummyBusinesses.length + 1}`,
    imageURL: imagePath(businessID),
  };
  dummyBusinesses.push(business);
  return { ...business, trade: trades[0] };
}

/** The fields of the test lead: fewer than a lead has. */
function testLead({
  leadID,
  createTimestamp,
  price = '$0.00',
  request,
  customer,
  business,
}: ReturnType<typeof legacyLead>) {
  const { requestID, category, title, description, schedule, location, travelPreferences } =
    request;
  return {
    leadID,
    createTimestamp,
    price,
    request: { requestID, category, title, description, schedule, location, travelPreferences },
    customer: { customerID: customer.customerID, name: customer.name },
    business,
  };
}
