/**
 * One lead, from the seed and its number alone. Must stay a pure function: leads are made again
 * each time somebody looks at them, and must then be the same.
 */
import type {
  Attachment,
  ChargeState,
  Customer,
  Estimate,
  Lead,
  Negotiation,
  NegotiationStatus,
  TravelPreference,
} from '../records.ts';
import { wordsOf } from './description.ts';
import { firstNames, lastNames, spanishFirstNames, spanishLastNames } from './people.ts';
import { around, homeOf, places, streets, type Place } from './places.ts';
import type { TradingBusiness } from './professional.ts';
import { idOf, randomOf, type Random } from './random.ts';
import { bookingSchedule, generateWindows, openSchedules, wishSchedule } from './schedule.ts';
import { tradeForCategory } from './trades/all.ts';
import type { Trade } from './trades/trade.ts';

/** What a lead must be like; what is left out is made up. */
export interface LeadWish {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly phone?: string | undefined;
  readonly category?: string | undefined;
  readonly description?: string | undefined;
}

export interface LeadOrigin {
  readonly seed: number;
  readonly number: number;
  readonly business: TradingBusiness;
  /** Milliseconds UTC. */
  readonly createdAt: number;
  readonly status: NegotiationStatus;
  /** How far the lead's price is; `Created` is a lead whose price the service does not know yet. */
  readonly chargeState: ChargeState;
  readonly wish?: LeadWish;
}

type Business = Negotiation['business'];

const hour = 3_600_000;

/** The legacy lead types (service specification, lead types), by what the customer asks for. */
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

export const negotiationID = (seed: number, number: number): string =>
  idOf(seed, 'negotiation', number);

export function generateLead(origin: LeadOrigin): Lead {
  const { seed, number, business, createdAt, wish = {} } = origin;
  const random = randomOf(seed, 'lead', number);
  const trade = wish.category ? tradeForCategory(wish.category) : business.trade;
  const language = number % 13 === 5 && wish.description === undefined ? 'es' : 'en';
  const home = homeOf(seed, business.businessID);
  const place = random.pick(around(home));
  const customer = generateCustomer(random, seed, number, language, place, wish);
  const hours =
    trade.estimate.type === 'Hourly' ? random.int(...trade.estimate.quantity) : random.int(1, 4);
  const windows = generateWindows(random, createdAt);
  const booked = random.chance(0.12) ? windows[0] : undefined;
  const remote = !booked && random.chance(0.06);
  const amount = random.int(...trade.leadDollars);
  const offset = randomOf(seed, 'descriptions').int(0, 1_000_000);
  const category = wish.category ?? trade.category;
  const words =
    wish.description === undefined
      ? wordsOf(trade, language, Math.floor(language === 'es' ? number / 13 : number), offset)
      : undefined;
  const details = trade.questions.map(({ question, answers }) => ({
    question,
    answer: random.pick(words?.answers[question] ?? answers),
  }));
  const estimate = generateEstimate(random, trade, hours, details);

  const negotiation: Negotiation = {
    negotiationID: negotiationID(seed, number),
    createdAt: new Date(createdAt).toISOString(),
    status: origin.status,
    ...(origin.chargeState === 'Created'
      ? {}
      : { leadPrice: dollars(amount), leadPriceBreakdown: partsOf(seed, number, amount) }),
    chargeState: origin.chargeState,
    ...(origin.chargeState === 'Refunded'
      ? {
          refundDetails: {
            reason: 'The customer canceled the request.',
            refundedAt: new Date(createdAt + 30 * hour).toISOString(),
          },
        }
      : {}),
    customer,
    business: {
      businessID: business.businessID,
      name: business.name,
      imageURL: business.imageURL,
      ...lineOf(seed, business.businessID, home),
    },
    request: {
      requestID: idOf(seed, 'request', number),
      customerID: customer.customerID,
      description: words?.description ?? wish.description ?? '',
      category: { categoryID: idOf(0, 'category', category), name: category },
      location: {
        address1: `${random.int(101, 9899)} ${random.pick(streets)}`,
        ...(random.chance(0.2) ? { address2: `Apt ${random.int(1, 48)}` } : {}),
        city: place.city,
        state: place.state,
        zipCode: random.pick(place.zipCodes),
      },
      details,
      ...(booked
        ? { booking: { start: booked.start, duration: hours * 60 } }
        : random.chance(0.8)
          ? { proposedTimes: windows }
          : {}),
      travelPreferences: remote ? ['Remote'] : travelOf(randomOf(seed, 'travel', number), trade),
      ...(random.chance(0.3)
        ? { attachments: generateAttachments(random, trade, seed, number) }
        : {}),
    },
    estimate,
  };

  return {
    negotiation,
    title: `${category} in ${place.city}`,
    schedule: scheduleOf(negotiation, hours, randomOf(seed, 'schedule', number)),
    leadType: random.pick(leadTypes[booked ? 'booked' : remote ? 'remote' : 'asked']),
    trade: trade.key,
    ...(words && { job: words.job }),
    language,
    phoneKnown: wish.phone !== undefined || random.chance(0.9),
    ...(wish.phone === undefined && random.chance(0.3)
      ? { eventPhone: customerPhone(random, place) }
      : {}),
  };
}

/** Some customers would come to the professional as well. */
const travelOf = (random: Random, { travel }: Trade): readonly TravelPreference[] =>
  random.chance(0.1) ? [...travel, 'CustomerTravelToProvider'] : travel;

/** The price with the tax of those who have to pay one. */
function partsOf(seed: number, number: number, amount: number) {
  const isTaxed = randomOf(seed, 'tax', number).chance(0.3);
  const tax = isTaxed ? Math.round((amount / 1.0825) * 8.25) / 100 : 0;
  return { subtotal: dollars(amount - tax), salesTax: dollars(tax) };
}

/** Some businesses are called by a number of the marketplace, which asks strangers for a code. */
function lineOf(
  seed: number,
  businessID: string,
  { areaCode }: Place,
): Pick<Business, 'phoneNumber' | 'accessCode'> {
  const random = randomOf(seed, 'line', businessID);
  if (random.chance(0.5)) return {};
  return {
    phoneNumber: phoneNumber(random, areaCode),
    accessCode: String(random.int(1_000, 9_999)),
  };
}

/** The legacy text of the times that the record holds; `hours` is the length of the work. */
function scheduleOf(
  { request: { booking, proposedTimes } }: Negotiation,
  hours: number,
  random: Random,
): string | undefined {
  if (booking) return bookingSchedule(random, Date.parse(booking.start), booking.duration);
  return proposedTimes ? wishSchedule(random, proposedTimes, hours) : random.pick(openSchedules);
}

function generateCustomer(
  random: Random,
  seed: number,
  number: number,
  language: 'en' | 'es',
  place: Place,
  wish: LeadWish,
): Customer {
  const spanish = language === 'es';
  const firstName = random.pick(spanish ? spanishFirstNames : firstNames);
  const lastName = random.pick(spanish ? spanishLastNames : lastNames);
  const phone = customerPhone(random, place);
  return {
    customerID: idOf(seed, 'customer', number),
    firstName: wish.firstName ?? firstName,
    lastName: wish.lastName ?? lastName,
    phone: wish.phone ?? phone,
  };
}

/** Half of the customers have brought their number along from elsewhere. */
const customerPhone = (random: Random, { areaCode }: Place): string =>
  phoneNumber(random, random.chance(0.5) ? areaCode : random.pick(places).areaCode);

/** A number that is kept free for stories: 555-0100 to 555-0199. */
const phoneNumber = (random: Random, areaCode: string): string =>
  `${areaCode}55501${String(random.int(0, 99)).padStart(2, '0')}`;

function generateEstimate(
  random: Random,
  trade: Trade,
  hours: number,
  details: Negotiation['request']['details'],
): Estimate {
  const { type, unitName, dollars: range, quantity } = trade.estimate;
  const each = random.int(...range);
  if (random.chance(0.08)) return { type: 'MoreInfo' };
  if (type === 'Fixed' || type === 'OnSite') return { type, total: dollars(each) };
  const counted = details.map(({ answer }) => unitsIn(answer, unitName)).find(Boolean);
  const units = type === 'Hourly' ? hours : (counted ?? random.int(...quantity));
  return {
    type,
    pricePerUnit: dollars(each),
    unitQuantity: units,
    ...(unitName ? { unitName } : {}),
    total: dollars(each * units),
  };
}

/** How many of a unit an answer counts: "3 rooms". */
const unitsIn = (answer: string, unitName = ''): number | undefined => {
  const [, count, unit] = /^(\d+) (\w+?)s?$/.exec(answer) ?? [];
  return unit === unitName ? Number(count) : undefined;
};

function generateAttachments(
  random: Random,
  trade: Trade,
  seed: number,
  number: number,
): Attachment[] {
  return random
    .shuffle(trade.files)
    .slice(0, random.int(1, 2))
    .map((name) => ({
      fileName: `${name}.png`,
      fileSize: random.int(90, 3800) * 1024,
      mimeType: 'image/png',
      url: `/attachments/${idOf(seed, 'attachment', number, name)}/${name}.png`,
      description: name.replaceAll('-', ' '),
    }));
}

/** Whole dollars as the service shows them: "$1,450.00". */
const dollars = (amount: number): string =>
  amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });

const youngest = 40_000;

/** Age in milliseconds of the seed's lead `number` of `count`: 0 is the newest, none is older than 90 days. */
export function ageOf(seed: number, number: number, count: number): number {
  const u = 0.2 + randomOf(seed, 'age', number).next() * 0.6;
  const fresh = Math.min(count, Math.max(6, Math.round(count / 90)));
  return number < fresh
    ? youngest + 23 * hour * ((number + u) / fresh) ** 3
    : 24 * hour + 88.5 * 24 * hour * ((number - fresh + u) / (count - fresh)) ** 1.2;
}
