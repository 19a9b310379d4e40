/**
 * Irregularities of negotiation records, as in production: unknown values are empty strings or
 * missing, some prices lack a currency sign, and numbers, lists or null replace some texts. They
 * depend on the record's id, so a record is always the same.
 */
import { createRandom, type Random } from '../generate/random.ts';
import type { Estimate, Negotiation } from '../records.ts';

type Nothing = '' | null | undefined;

/** Converts a record for the wire; JSON omits `undefined`. */
export const toWireRecord = (seed: number, negotiation: Negotiation): object => {
  const { negotiationID, leadPrice, chargeState, business, request, estimate } = negotiation;
  const random = createRandom(seed, 'wire', negotiationID);
  const chance = random.next();
  const hasNumbers = chance < 0.05;
  const hasLists = chance >= 0.05 && chance < 0.12;
  const hasNulls = chance >= 0.12 && chance < 0.17;
  const nothing: Nothing = hasNulls ? null : random.pick(['', '', undefined]);
  const absent = hasNulls ? null : undefined;
  const toNumberOrText = (text: string | undefined) =>
    hasNumbers && text !== undefined ? findNumber(text) : (text ?? nothing);
  return {
    ...negotiation,
    leadPrice: leadPrice ?? (chargeState === 'Pending' ? '' : absent),
    business: {
      ...business,
      phoneNumber: business.phoneNumber ?? nothing,
      imageURL: createRandom(seed, 'no picture', business.businessID).chance(0.3)
        ? nothing
        : business.imageURL,
    },
    request: {
      ...request,
      requestID: hasNumbers ? Number(request.requestID.slice(0, 12)) : request.requestID,
      description: request.description || nothing,
      location: {
        ...request.location,
        address1: toNumberOrText(request.location.address1),
        address2: toNumberOrText(request.location.address2),
      },
      details: request.details.map(({ question, answer }) => ({
        question,
        answer: hasLists && answer.includes(', ') ? answer.split(', ') : answer,
      })),
      proposedTimes:
        request.proposedTimes?.map(({ start, end }) => ({ start, end: end ?? nothing })) ?? absent,
      booking: request.booking ?? absent,
      attachments: request.attachments ?? absent,
    },
    estimate: toWireEstimate(random, estimate, nothing),
  };
};

/** Returns the first number of a text such as "9 Elm St", which some records have in its place. */
const findNumber = (text: string): number | string => {
  const digits = /\d+/.exec(text)?.[0];
  return digits === undefined ? text : Number(digits);
};

/** Converts an estimate. A price without a quantity has no unit and no currency sign. */
const toWireEstimate = (random: Random, estimate: Estimate, nothing: Nothing): object => {
  const { type, unitQuantity, pricePerUnit = estimate.total ?? '', total } = estimate;
  const isPlain = random.chance(0.35);
  // An unknown price has no fields, empty ones or zeros.
  if (type === 'MoreInfo')
    return isPlain
      ? { type, ...buildPriceWithoutUnit('') }
      : random.chance(0.5)
        ? { type, ...buildPriceWithoutUnit('0.00'), total: 'N/A' }
        : estimate;
  if (unitQuantity !== undefined && !isPlain) return estimate;
  return {
    type,
    ...buildPriceWithoutUnit(pricePerUnit),
    total: random.chance(0.5) ? total : random.pick([nothing, 'N/A']),
  };
};

const buildPriceWithoutUnit = (price: string) => ({
  pricePerUnit: price.replace(/[$,]/g, ''),
  unitQuantity: 0,
  unitName: '',
});
