/**
 * Leads of the bench as service records. The n-th lead is the same in every run. Most conversations ended
 * long ago with our message, some customers wait, and one business of each account has replied to all.
 */
import {
  createChance,
  pickMessageLength,
  createPersonName,
  createPhoneNumber,
  pick,
  createSentence,
  type Chance,
} from './text.ts';

type Fields = Readonly<Record<string, unknown>>;

export type Lead = {
  readonly account: number;
  readonly negotiationID: string;
  readonly negotiation: Fields;
  readonly messages: readonly Fields[];
};

/** Current time of the bench's stores, UTC milliseconds. */
export const standstill = Date.UTC(2025, 5, 1, 12);

const businessNames = [
  ['Ace Plumbing', 'Bluebird Lawns', 'Cedar Painting', 'Delta Electric', 'Everest Movers'],
  ['Foxglove Gardens', 'Granite Handyman'],
];

export type Business = {
  readonly businessID: string;
  readonly name: string;
  /** True if none of its leads needs a reply. */
  readonly answersAll: boolean;
};

/** Businesses of each of the two accounts. */
export const businesses: readonly (readonly Business[])[] = businessNames.map((names, account) =>
  names.map((name, index) => ({
    businessID: `business-${account}-${index}`,
    name,
    answersAll: index === 0,
  })),
);

const hour = 3_600_000;
const categories = ['Plumbing', 'Lawn Care', 'Painting', 'Electrical', 'Moving'];
const cities = ['Austin', 'San José', 'Round Rock', 'Cedar Park', 'Pflugerville', 'Georgetown'];

const formatTime = (ms: number): string => new Date(ms).toISOString();

const createMessages = (
  negotiationID: string,
  business: Business,
  count: number,
  createdAt: number,
  chance: Chance,
): readonly Fields[] => {
  const trade = Math.floor(chance() * 5);
  const customerHasLastWord = !business.answersAll && chance() < 0.12;
  let at = createdAt;
  return Array.from({ length: count }, (_, index) => {
    const isLast = index === count - 1;
    const byCustomer = isLast ? customerHasLastWord : chance() < 0.5;
    at += Math.floor(chance() ** 2 * 40 * hour) + 60_000;
    return {
      messageID: `m-${negotiationID}-${index}`,
      negotiationID,
      from: byCustomer ? 'Customer' : 'Business',
      ...(byCustomer
        ? { customer: { customerID: `c-${negotiationID}`, displayName: 'The customer' } }
        : { business: { businessID: business.businessID, displayName: business.name } }),
      text: createSentence(trade, pickMessageLength(chance), chance),
      attachments: [],
      sentAt: formatTime(at),
    };
  });
};

/**
 * The n-th lead, with `messages` messages.
 * @param createdAt UTC milliseconds
 */
export const createLead = (n: number, messages: number, createdAt: number): Lead => {
  const chance = createChance(n + 100_000);
  const account = chance() < 0.7 ? 0 : 1;
  const business = pick(businesses[account] ?? [], chance);
  const negotiationID = `n-${n}`;
  const customerID = `c-${negotiationID}`;
  const trade = Math.floor(chance() * 5);
  const answers = ['When?', 'How large is it?', 'Is there parking?'].map((question) => ({
    question,
    answer: createSentence(trade, 4, chance),
  }));
  return {
    account,
    negotiationID,
    negotiation: {
      negotiationID,
      createdAt: formatTime(createdAt),
      status: chance() < 0.1 ? 'Canceled' : 'Open',
      leadPrice: `$${15 + Math.floor(chance() * 60)}.00`,
      chargeState: 'Charged',
      customer: { customerID, ...createPersonName(chance), phone: createPhoneNumber(chance) },
      business: { businessID: business.businessID, name: business.name },
      request: {
        requestID: `r-${n}`,
        customerID,
        description: createSentence(trade, 8 + pickMessageLength(chance), chance),
        category: { categoryID: `k-${trade}`, name: categories[trade] },
        location: { city: pick(cities, chance), state: 'TX', zipCode: '78701' },
        details: answers,
        travelPreferences: ['ProviderTravelToCustomer'],
      },
    },
    messages: createMessages(negotiationID, business, messages, createdAt, chance),
  };
};

const threeYears = 3 * 365 * 24 * hour;

const newestAt = standstill - 20 * 24 * hour;
/** Before the first lead, so that every waiting lead counts. */
export const connectedAt = newestAt - threeYears;

/** Creation time of the n-th of `count` leads, spread over three years, newest first. */
export const computeCreatedAt = (n: number, count: number): number =>
  newestAt - Math.floor((n * threeYears) / count);

export type Posted = {
  readonly account: number;
  readonly businessID: string;
  readonly eventType: 'NegotiationCreatedV4' | 'MessageCreatedV4';
  readonly body: string;
};

const createDelivery = (lead: Lead, eventType: Posted['eventType'], data: Fields): Posted => ({
  account: lead.account,
  businessID: (lead.negotiation['business'] as { readonly businessID: string }).businessID,
  eventType,
  body: JSON.stringify({
    event: { eventType, description: '', webhookID: 'w', triggeredAt: formatTime(standstill) },
    data,
  }),
});

/** Number of leads that receive messages at the same time. */
const atOnce = 50;

/**
 * Deliveries of `count` new leads, each followed by its ten messages, several leads at a time.
 * @param first number of the first lead; above a million, where no seeded store has one
 */
export const createDeliveries = (first: number, count: number): readonly Posted[] => {
  const found: Posted[] = [];
  for (let n = first; found.length < count; n += atOnce) {
    const leads = Array.from({ length: atOnce }, (_, index) =>
      createLead(n + index, 10, standstill + (n + index - first) * 1_000),
    );
    for (const lead of leads)
      found.push(createDelivery(lead, 'NegotiationCreatedV4', lead.negotiation));
    for (let turn = 0; turn < 10; turn += 1) {
      for (const lead of leads) {
        const message = lead.messages[turn];
        if (message !== undefined) found.push(createDelivery(lead, 'MessageCreatedV4', message));
      }
    }
  }
  return found.slice(0, count);
};
