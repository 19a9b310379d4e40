/** Finds and stores leads. Seeded leads are generated on demand; changed and new ones are in the state. */
import {
  deriveAge,
  generateLead,
  deriveNegotiationID,
  type LeadOverrides,
} from '../generate/lead.ts';
import type { TradingBusiness } from '../generate/professional.ts';
import { createRandom } from '../generate/random.ts';
import { trades } from '../generate/trades/trades.ts';
import type { ChargeState, Lead, NegotiationStatus, User } from '../records.ts';
import type { World } from '../world.ts';

/** Finds a stored or seeded lead. */
export const findLead = (world: World, id: string): Lead | undefined => {
  if (Object.hasOwn(world.state.leads, id)) return world.state.leads[id];
  const number = world.seededLeads.get(id);
  return number === undefined ? undefined : generateSeededLead(world, number);
};

/** Stores a lead that was created or changed after the start. */
export const storeLead = (world: World, lead: Lead): void => {
  world.state.leads[lead.negotiation.negotiationID] = lead;
};

/** Creates a lead of `business` with the current time. Publishes nothing. */
export const addLead = (
  world: World,
  business: TradingBusiness,
  overrides: LeadOverrides,
): Lead => {
  const { seed, leads } = world.options;
  const lead = generateLead({
    seed,
    number: leads + world.state.newLeads.length,
    business,
    createdAt: world.clock.now(),
    status: 'Open',
    chargeState: 'Created',
    overrides,
  });
  world.state.newLeads.push(lead.negotiation.negotiationID);
  storeLead(world, lead);
  return lead;
};

/** Lists the leads of a business, newest first. */
export const listLeads = (
  world: World,
  businessID: string,
  offset: number,
  limit: number,
): Lead[] => {
  const added = world.state.newLeads
    .filter((id) => world.state.leads[id]?.negotiation.business.businessID === businessID)
    .reverse();
  const seeded = world.seededByBusiness.get(businessID) ?? [];
  const { seed } = world.options;
  const ids = [
    ...added.slice(offset, offset + limit),
    ...seeded
      .slice(Math.max(0, offset - added.length), Math.max(0, offset + limit - added.length))
      .map((number) => deriveNegotiationID(seed, number)),
  ];
  return ids.map((id) => findLead(world, id)).filter((lead) => lead !== undefined);
};

/** Finds a business of the professional, or a dummy business of staging. */
export const findBusiness = (
  world: World,
  businessID: string,
): { readonly business: TradingBusiness; readonly owners: readonly User[] } | undefined => {
  const own = world.businesses.find((business) => business.businessID === businessID);
  if (own)
    return {
      business: own,
      owners: own === world.businesses[0] ? [world.user, world.coOwner] : [world.user],
    };
  const dummy = world.state.dummyBusinesses.find((business) => business.businessID === businessID);
  return dummy && { business: { ...dummy, trade: trades[0] }, owners: [world.stagingTester] };
};

/** Lists the businesses of a person. The co-owner owns the first one only. */
export const listBusinesses = (world: World, userID: string): readonly TradingBusiness[] =>
  world.businesses.filter(({ businessID }) => isOwner(world, userID, businessID));

export const isOwner = (world: World, userID: string, businessID: string): boolean =>
  findBusiness(world, businessID)?.owners.some((owner) => owner.userID === userID) ?? false;

/** Picks the business of a seeded lead. */
export const pickSeededBusiness = <T>(seed: number, number: number, businesses: readonly T[]): T =>
  createRandom(seed, 'business of', number).pick(businesses);

/** Generates a seeded lead in its original state, without later changes. */
export const generateSeededLead = (world: World, number: number): Lead => {
  const { seed, leads } = world.options;
  const age = deriveAge(seed, number, leads);
  const status = deriveSeededStatus(world, number);
  return generateLead({
    seed,
    number,
    business: pickSeededBusiness(seed, number, world.businesses),
    createdAt: Math.floor(world.state.startedAt - age),
    status,
    chargeState: deriveSeededCharge(age, status),
  });
};

/** The price is known after ten minutes and charged after an hour; canceled leads are refunded. */
const deriveSeededCharge = (age: number, status: NegotiationStatus): ChargeState =>
  age <= 600_000
    ? 'Created'
    : status === 'Canceled'
      ? 'Refunded'
      : age <= 3_600_000
        ? 'Pending'
        : 'Charged';

/** Returns the status of a seeded lead at the start; cheaper than generating the lead. */
export const deriveSeededStatus = (world: World, number: number): NegotiationStatus => {
  const { seed, leads } = world.options;
  const random = createRandom(seed, 'fate', number);
  const isOld = deriveAge(seed, number, leads) > 3 * 86_400_000;
  if (!isOld) return 'Open';
  return random.chance(0.3) ? 'Picked' : random.chance(0.12) ? 'Canceled' : 'Open';
};
