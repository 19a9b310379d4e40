/** Control calls for the network, time and tokens. */
import { z } from 'zod';
import { Refusal } from '../http/problem.ts';
import { read } from '../http/read.ts';
import { revokeUser } from '../oauth/grants.ts';
import { businessesOf, findBusiness } from '../leads/book.ts';
import { defaultPolicy } from '../state.ts';
import { personByID } from '../world.ts';
import type { ControlCall } from './call.ts';

const partner = z.object({
  baseUrl: z.url({ protocol: /^https?$/ }),
  username: z.string(),
  password: z.string(),
  phoneReady: z.boolean().optional(),
});
const fault = z.object({
  match: z.object({ method: z.string().optional(), path: z.string().optional() }).default({}),
  times: z.int().min(1).default(1),
  status: z.int().min(200).max(599).optional(),
  body: z.unknown().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  delayMs: z.number().min(0).optional(),
  drop: z.enum(['before', 'after']).optional(),
});
const policy = z.object({
  duplicate: z.number().min(0).max(1).default(defaultPolicy.duplicate),
  reorderMs: z.number().min(0).default(defaultPolicy.reorderMs),
  delayMs: z.number().min(0).default(defaultPolicy.delayMs),
  messageFirst: z.boolean().default(defaultPolicy.messageFirst),
  retry: z.boolean().default(defaultPolicy.retry),
});
const quickReply = z.object({
  businessID: z.string().optional(),
  enabled: z.boolean(),
  text: z.string().min(1).max(16_384).optional(),
  before: z.boolean().optional(),
  marked: z.boolean().default(false),
});
const clock = z.object({ advanceSeconds: z.number().min(0) });
const revocation = z.object({ userID: z.string().optional() });

export const settingCalls: readonly ControlCall[] = [
  {
    method: 'POST',
    path: '/partner',
    handle: ({ state }, body) => (state.partner = read(partner, body)),
  },
  {
    method: 'POST',
    path: '/faults',
    handle(world, body) {
      const { times, ...rest } = read(fault, body);
      world.state.faults.push({ ...rest, timesLeft: times });
      return { ...rest, times };
    },
  },
  {
    method: 'POST',
    path: '/faults/clear',
    handle(world) {
      world.state.faults.length = 0;
      return {};
    },
  },
  {
    // Replaces the whole policy; missing fields get their defaults.
    method: 'POST',
    path: '/deliveries/policy',
    handle: ({ state }, body) => (state.policy = read(policy, body)),
  },
  {
    // Replaces the whole setting. The text may contain {firstName}.
    method: 'POST',
    path: '/quick-replies',
    handle(world, body) {
      const parsed = read(quickReply, body);
      const { businessID, ...setting } = parsed;
      if (businessID !== undefined && !findBusiness(world, businessID))
        throw new Refusal(404, 'There is no such business.');
      const all = [...world.businesses, ...world.state.dummyBusinesses];
      for (const id of businessID === undefined ? all.map((it) => it.businessID) : [businessID])
        world.state.quickReplies[id] = setting;
      return parsed;
    },
  },
  { method: 'GET', path: '/deliveries', handle: ({ state }) => ({ data: state.deliveries }) },
  {
    method: 'POST',
    path: '/clock',
    handle(world, body) {
      world.clock.advance(read(clock, body).advanceSeconds * 1000);
      return { now: new Date(world.clock.now()).toISOString() };
    },
  },
  {
    method: 'POST',
    path: '/tokens/revoke',
    handle(world, body) {
      const { userID = world.user.userID } = read(revocation, body);
      if (!personByID(world, userID)) throw new Refusal(404, 'There is no such user.');
      revokeUser(world, userID);
      return { userID };
    },
  },
  {
    // People who can sign in, the professional first; a login_hint selects one by email.
    method: 'GET',
    path: '/users',
    handle: (world) => ({
      data: [world.user, world.coOwner].map((person) => ({
        ...person,
        businessIDs: businessesOf(world, person.userID).map(({ businessID }) => businessID),
      })),
    }),
  },
  { method: 'GET', path: '/stats', handle: ({ state }) => state.stats },
];
