/** Control calls for the network, time and tokens. */
import { z } from 'zod';
import { Refusal } from '../http/problem.ts';
import { parseInput } from '../http/input.ts';
import { revokeUser } from '../oauth/grants.ts';
import { listBusinesses, findBusiness } from '../leads/store.ts';
import { deliveryPolicy, fault, partner, quickReply } from '../state.ts';
import { findPerson } from '../world.ts';
import type { ControlCalls } from './call.ts';

const newFault = fault.extend({ times: z.int().min(1).default(1) });
const newQuickReply = quickReply.extend({ businessID: z.string().optional() });
const advance = z.object({ advanceSeconds: z.number().min(0) });
const revocation = z.object({ userID: z.string().optional() });

export const settingCalls: ControlCalls = {
  'POST /partner': ({ state }, body) => (state.partner = parseInput(partner, body)),
  'POST /faults': ({ state }, body) => {
    const { times, ...rest } = parseInput(newFault, body);
    state.faults.push({ ...rest, timesLeft: times });
    return { ...rest, times };
  },
  'POST /faults/clear': ({ state }) => {
    state.faults.length = 0;
    return {};
  },
  // Replaces the whole policy; missing fields get their defaults.
  'POST /deliveries/policy': ({ state }, body) => (state.policy = parseInput(deliveryPolicy, body)),
  // Replaces the whole setting.
  'POST /quick-replies': (world, body) => {
    const parsed = parseInput(newQuickReply, body);
    const { businessID, ...setting } = parsed;
    if (businessID !== undefined && !findBusiness(world, businessID))
      throw new Refusal(404, 'There is no such business.');
    const all = [...world.businesses, ...world.state.dummyBusinesses];
    for (const id of businessID === undefined ? all.map((it) => it.businessID) : [businessID])
      world.state.quickReplies[id] = setting;
    return parsed;
  },
  'GET /deliveries': ({ state }) => ({ data: state.deliveries }),
  'POST /clock': ({ clock }, body) => {
    clock.advance(parseInput(advance, body).advanceSeconds * 1000);
    return { now: new Date(clock.now()).toISOString() };
  },
  'POST /tokens/revoke': (world, body) => {
    const { userID = world.user.userID } = parseInput(revocation, body);
    if (!findPerson(world, userID)) throw new Refusal(404, 'There is no such user.');
    revokeUser(world, userID);
    return { userID };
  },
  // People who can sign in, the professional first; a login_hint selects one by email.
  'GET /users': (world) => ({
    data: [world.user, world.coOwner].map((person) => ({
      ...person,
      businessIDs: listBusinesses(world, person.userID).map(({ businessID }) => businessID),
    })),
  }),
  'GET /stats': ({ state }) => state.stats,
};
