/** Records of the service. */
import { noon } from './store.ts';

export const rfc = (ms: number): string => new Date(ms).toISOString();

type Fields = Readonly<Record<string, unknown>>;

export const negotiation = (negotiationID: string, more: Fields = {}): Fields => ({
  negotiationID,
  createdAt: rfc(noon - 60_000),
  status: 'Open',
  leadPrice: '$25.00',
  chargeState: 'Pending',
  customer: {
    customerID: `c${negotiationID}`,
    firstName: 'Maria',
    lastName: 'Gomez',
    phone: '+15125550100',
  },
  business: { businessID: 'b1', name: 'Ace Plumbing' },
  request: {
    requestID: 'r1',
    customerID: `c${negotiationID}`,
    description: 'The kitchen tap drips',
    category: { categoryID: 'k1', name: 'Plumbing' },
    location: { city: 'Austin', state: 'TX', zipCode: '78701' },
    details: [{ question: 'When?', answer: 'Soon' }],
    travelPreferences: ['ProviderTravelToCustomer'],
  },
  ...more,
});

export const message = (
  messageID: string,
  negotiationID: string,
  from: 'Customer' | 'Business',
  text: string,
  sentAt: number,
  more: Fields = {},
): Fields => ({
  messageID,
  negotiationID,
  from,
  ...(from === 'Customer'
    ? { customer: { customerID: `c${negotiationID}`, displayName: 'Maria G.' } }
    : { business: { businessID: 'b1', displayName: 'Ace Plumbing' } }),
  text,
  attachments: [],
  sentAt: rfc(sentAt),
  ...more,
});

/** The body of a webhook delivery. */
export const event = (eventType: string, data: unknown, triggeredAt = noon): string =>
  JSON.stringify({
    event: { eventType, description: '', webhookID: 'w1', triggeredAt: rfc(triggeredAt) },
    data,
  });
