/** Records that a legacy service sends. */
import { noon } from './store.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A Unix timestamp in seconds as text. */
export const unix = (ms: number): string => String(Math.floor(ms / 1_000));

export const lead = (leadID: string, more: Fields = {}): Fields => ({
  leadID,
  createTimestamp: unix(noon - 60_000),
  request: {
    requestID: 'r1',
    category: 'House cleaning',
    title: 'Two rooms &amp; a kitchen',
    description: 'A thorough cleaning before we move in',
    schedule: 'March 9, March 10\n9:00 AM - 11:00 AM, 3:00 PM - 5:00 PM\n3 hours',
    location: { city: 'Austin', state: 'TX', zipCode: '78701' },
    travelPreferences: 'I travel to the customer',
    details: [{ question: 'Pets?', answer: 'One cat' }],
  },
  customer: { customerID: `c${leadID}`, name: 'Ada Byron' },
  business: { businessID: 'b1', name: 'Ace Cleaning' },
  price: '$140',
  leadType: 'ESTIMATION',
  leadPrice: null,
  chargeState: null,
  ...more,
});

export const message = (
  messageID: string,
  leadID: string,
  text: string,
  sentAt: number,
): Fields => ({
  leadID,
  customerID: `c${leadID}`,
  businessID: 'b1',
  message: { messageID, createTimestamp: unix(sentAt), text },
});

export const update = (leadID: string, more: Fields = {}): Fields => ({
  leadID,
  leadPrice: '$25.00',
  chargeState: 'Charged',
  ...more,
});
