/** Generates a lead from the seed and its number. Must stay a pure function, because seeded leads are not stored. */
import type {
  ChargeState,
  Customer,
  Lead,
  Negotiation,
  NegotiationStatus,
  TravelPreference,
} from '../records.ts';
import { generateAttachments } from './attachments.ts';
import { generateDescription } from './description.ts';
import { formatMoney, generateEstimate } from './estimate.ts';
import { listCustomerCities, pickHome, places, generateStreet } from './places.ts';
import type { TradingBusiness } from './professional.ts';
import { deriveID, createRandom, type Random } from './random.ts';
import {
  formatBooking,
  generateStart,
  generateWindows,
  openSchedules,
  formatProposedTimes,
} from './schedule.ts';
import { chooseTrade } from './trades/trades.ts';
import type { Trade } from './trades/trade.ts';
import { names, type Place } from './words.ts';
import { getZone } from './zones.ts';

/** Fixed values of a lead; the rest is generated. */
export type LeadOverrides = {
  readonly customerID?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly phone?: string | undefined;
  readonly category?: string | undefined;
  readonly description?: string | undefined;
};

export type LeadOrigin = {
  readonly seed: number;
  readonly number: number;
  readonly business: TradingBusiness;
  /** Milliseconds UTC. */
  readonly createdAt: number;
  readonly status: NegotiationStatus;
  /** `Created` is a lead without a price. */
  readonly chargeState: ChargeState;
  readonly overrides?: LeadOverrides;
};

const hour = 3_600_000;

/** The legacy lead types by kind of request (conformance.md, Lead types). */
const leadTypes = {
  booked: ['BOOKING', 'INSTANT_BOOK', 'FULFILLMENT', 'SERVICE_CALL'],
  remote: ['PHONE_CONSULTATION', 'INSTANT_CONSULT'],
  asked: [
    'AVAILABILITY',
    'CONTACT',
    'ESTIMATION',
    'REQUEST_A_QUOTE',
    'CALL',
    'SPONSORED',
    'MISMATCH_REQUEST_A_QUOTE',
  ],
} as const;

export const deriveNegotiationID = (seed: number, number: number): string =>
  deriveID(seed, 'negotiation', number);

/** Generates one lead. The same origin always gives the same lead. */
export const generateLead = (origin: LeadOrigin): Lead => {
  const { seed, number, business, createdAt, overrides = {} } = origin;
  const random = createRandom(seed, 'lead', number);
  const trade = overrides.category ? chooseTrade(overrides.category) : business.trade;
  const language = number % 13 === 5 && overrides.description === undefined ? 'es' : 'en';
  const home = pickHome(seed, business.businessID);
  const place = random.pick(listCustomerCities(home));
  const customer = generateCustomer(random, seed, number, language, place, overrides);
  const hours =
    trade.estimate.type === 'Hourly' ? random.int(...trade.estimate.quantity) : random.int(1, 4);
  const isBooked = random.chance(0.12);
  const isRemote = !isBooked && random.chance(0.06);
  const amount = random.int(...trade.leadDollars);
  const category = overrides.category ?? trade.category;
  const position = Math.floor(language === 'es' ? number / 13 : number);
  const generated =
    overrides.description === undefined
      ? generateDescription(seed, position, trade, language)
      : undefined;
  const details = trade.questions.map(({ question, answers }) => ({
    question,
    answer: random.pick(generated?.answers[question] ?? answers),
  }));
  const estimate = generateEstimate(random, trade, hours, details);
  const gaps = pickGaps(seed, origin);

  const negotiation: Negotiation = {
    negotiationID: deriveNegotiationID(seed, number),
    createdAt: new Date(createdAt).toISOString(),
    status: origin.status,
    ...generateCharge(origin, gaps.price, amount),
    customer,
    business: {
      businessID: business.businessID,
      name: business.name,
      imageURL: business.imageURL,
      ...generatePhoneLine(seed, business.businessID, home),
    },
    request: {
      requestID: deriveID(seed, 'request', number),
      customerID: customer.customerID,
      description: overrides.description ?? (gaps.description ? '' : (generated?.text ?? '')),
      category: { categoryID: deriveID(0, 'category', category), name: category },
      location: {
        ...(!gaps.street && generateAddress(random)),
        city: place.city,
        state: place.state,
        zipCode: random.pick(place.zipCodes),
      },
      details,
      ...generateTimes(random, origin, place, isBooked, hours),
      travelPreferences: isRemote
        ? ['Remote']
        : pickTravel(createRandom(seed, 'travel', number), trade),
      ...(random.chance(0.3) && {
        attachments: generateAttachments(
          random,
          { trade: trade.key, job: generated?.job, category },
          random.int(1, 2),
          seed,
          'attachment',
          number,
        ),
      }),
    },
    estimate,
  };

  return {
    negotiation,
    title: `${category} in ${place.city}`,
    schedule: writeSchedule(negotiation, hours, createRandom(seed, 'schedule', number)),
    leadType: random.pick(leadTypes[isBooked ? 'booked' : isRemote ? 'remote' : 'asked']),
    trade: trade.key,
    ...(generated && { job: generated.job }),
    language,
    phoneKnown: overrides.phone !== undefined || random.chance(0.9),
    ...(overrides.firstName === undefined &&
      createRandom(seed, 'loose name', number).chance(0.07) && { hasTrailingSpace: true }),
    ...(overrides.phone === undefined &&
      random.chance(0.3) && { eventPhone: generateCustomerPhone(random, place) }),
  };
};

/** Picks the fields that a lead lacks: a third of all leads lacks each of description, price and street. */
const pickGaps = (seed: number, { number, chargeState }: LeadOrigin) => {
  const random = createRandom(seed, 'gaps', number);
  const [description, street] = [random.chance(1 / 3), random.chance(1 / 3)];
  const price =
    chargeState !== 'Refunded' && random.chance(chargeState === 'Created' ? 2 / 3 : 1 / 3);
  return { description, street, price };
};

/** Generates the price and its charge. */
const generateCharge = (
  { seed, number, createdAt, chargeState }: LeadOrigin,
  isPriceMissing: boolean,
  amount: number,
): Pick<Negotiation, 'leadPrice' | 'leadPriceBreakdown' | 'chargeState' | 'refundDetails'> => ({
  ...(!isPriceMissing &&
    chargeState !== 'Created' && {
      leadPrice: formatMoney(amount),
      leadPriceBreakdown: computePriceBreakdown(seed, number, amount),
    }),
  chargeState: isPriceMissing ? 'Pending' : chargeState,
  ...(chargeState === 'Refunded' && {
    refundDetails: {
      reason: 'The customer canceled the request.',
      refundedAt: new Date(createdAt + 30 * hour).toISOString(),
    },
  }),
});

const generateAddress = (random: Random) => ({
  address1: generateStreet(random),
  ...(random.chance(0.2) ? { address2: `Apt ${random.int(1, 48)}` } : {}),
});

/** Some customers could also come to the professional. */
const pickTravel = (random: Random, { travel }: Trade): readonly TravelPreference[] =>
  random.chance(0.1) ? [...travel, 'CustomerTravelToProvider'] : travel;

/** Generates a booking, proposed times or neither. */
const generateTimes = (
  random: Random,
  { seed, number, createdAt }: LeadOrigin,
  { state }: Place,
  isBooked: boolean,
  hours: number,
): Pick<Negotiation['request'], 'booking' | 'proposedTimes'> => {
  const zone = getZone(state);
  const times = createRandom(seed, 'times', number);
  if (isBooked)
    return { booking: { start: generateStart(times, createdAt, zone), duration: hours * 60 } };
  return random.chance(0.8) ? { proposedTimes: generateWindows(times, createdAt, zone) } : {};
};

/** Splits the price into subtotal and sales tax, which some businesses pay. */
const computePriceBreakdown = (seed: number, number: number, amount: number) => {
  const hasTax = createRandom(seed, 'tax', number).chance(0.3);
  const tax = hasTax ? Math.round((amount / 1.0825) * 8.25) / 100 : 0;
  return { subtotal: formatMoney(amount - tax), salesTax: formatMoney(tax) };
};

/** Some businesses have a marketplace number, which requires an access code. */
const generatePhoneLine = (
  seed: number,
  businessID: string,
  { areaCode }: Place,
): Pick<Negotiation['business'], 'phoneNumber' | 'accessCode'> => {
  const random = createRandom(seed, 'line', businessID);
  if (random.chance(0.5)) return {};
  return {
    phoneNumber: generatePhoneNumber(random, areaCode),
    accessCode: String(random.int(1_000, 9_999)),
  };
};

/** Writes the times of a record as legacy text. `hours` is the duration of the work. */
const writeSchedule = (
  { request: { booking, proposedTimes, location } }: Negotiation,
  hours: number,
  random: Random,
): string | undefined => {
  const zone = getZone(location.state);
  if (booking) return formatBooking(random, booking.start, booking.duration, zone);
  return proposedTimes
    ? formatProposedTimes(random, proposedTimes, hours, zone)
    : random.pick(openSchedules);
};

const generateCustomer = (
  random: Random,
  seed: number,
  number: number,
  language: 'en' | 'es',
  place: Place,
  overrides: LeadOverrides,
): Customer => {
  const firstName = random.pick(names[language].first);
  const lastName = random.pick(names[language].last);
  const phone = generateCustomerPhone(random, place);
  return {
    customerID: overrides.customerID ?? deriveID(seed, 'customer', number),
    firstName: overrides.firstName ?? firstName,
    lastName: overrides.lastName ?? lastName,
    phone: overrides.phone ?? phone,
  };
};

/** Half of the numbers have a random area code, from an earlier home. */
const generateCustomerPhone = (random: Random, { areaCode }: Place): string =>
  generatePhoneNumber(random, random.chance(0.5) ? areaCode : random.pick(places).areaCode);

/** Generates a fictional number: 555-0100 to 555-0199. */
const generatePhoneNumber = (random: Random, areaCode: string): string =>
  `${areaCode}55501${String(random.int(0, 99)).padStart(2, '0')}`;

const youngestMs = 40_000;

/**
 * Returns the age of a seeded lead in milliseconds. Lead 0 is the newest; none is older than 90 days. At least six
 * leads are from the last day, more of them recent.
 */
export const deriveAge = (seed: number, number: number, count: number): number => {
  const jitter = 0.2 + createRandom(seed, 'age', number).next() * 0.6;
  const todays = Math.min(count, Math.max(6, Math.round(count / 90)));
  return number < todays
    ? youngestMs + 23 * hour * ((number + jitter) / todays) ** 3
    : 24 * hour + 88.5 * 24 * hour * ((number - todays + jitter) / (count - todays)) ** 1.2;
};
