/** A call of the control interface, and the records that its parameters name. */
import type { TradingBusiness } from '../generate/professional.ts';
import { Refusal } from '../http/problem.ts';
import { findBusiness, findLead } from '../leads/store.ts';
import type { Lead } from '../records.ts';
import type { World } from '../world.ts';

type Params = Readonly<Record<string, string>>;

/** Calls by method and path below {control.url}. They return the body and may throw a Refusal. */
export type ControlCalls = Readonly<
  Record<`${'GET' | 'POST'} /${string}`, (world: World, body: unknown, params: Params) => object>
>;

/** Returns the business with the id; without one, the professional's businesses in sequence. Refuses an unknown id. */
export const chooseBusiness = (
  world: World,
  businessID: string | undefined,
  position: number,
): TradingBusiness => {
  const business =
    businessID === undefined
      ? world.businesses[position % world.businesses.length]
      : findBusiness(world, businessID)?.business;
  if (!business) throw new Refusal(404, 'There is no such business.');
  return business;
};

/** Returns the lead in the path. Refuses an unknown one. */
export const requireLead = (world: World, params: Params): Lead => {
  const lead = findLead(world, params['negotiationID'] ?? '');
  if (!lead) throw new Refusal(404, 'There is no such negotiation.');
  return lead;
};
