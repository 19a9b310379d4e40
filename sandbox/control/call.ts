/** A call of the control interface, and the records that its parameters name. */
import type { TradingBusiness } from '../generate/professional.ts';
import { Refusal } from '../http/problem.ts';
import { findBusiness, findLead } from '../leads/book.ts';
import type { Lead } from '../records.ts';
import type { World } from '../world.ts';

type Params = Readonly<Record<string, string>>;

/** Calls by method and path below {control.url}. They return the body and may throw a Refusal. */
export type ControlCalls = Readonly<
  Record<`${'GET' | 'POST'} /${string}`, (world: World, body: unknown, params: Params) => object>
>;

/** The business with the id, or one of the professional's businesses in turn. Refuses an unknown id. */
export const businessFor = (
  world: World,
  businessID: string | undefined,
  turn: number,
): TradingBusiness => {
  const business =
    businessID === undefined
      ? world.businesses[turn % world.businesses.length]
      : findBusiness(world, businessID)?.business;
  if (!business) throw new Refusal(404, 'There is no such business.');
  return business;
};

/** The lead in the path. Refuses an unknown one. */
export const leadOf = (world: World, params: Params): Lead => {
  const lead = findLead(world, params['negotiationID'] ?? '');
  if (!lead) throw new Refusal(404, 'There is no such negotiation.');
  return lead;
};
