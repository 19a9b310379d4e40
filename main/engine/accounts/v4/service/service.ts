/** What tools can ask of a v4 account's service (../../service.ts). */
import type { Service } from '../../service.ts';
import type { ServiceClient } from './client.ts';
import { threadPages } from './thread.ts';

export const serviceOf = (client: ServiceClient): Service => ({
  negotiation: client.negotiation,
  thread: (negotiationID, after, urgency) => threadPages(client, negotiationID, after, urgency),
  phoneNumbersOf: client.phoneNumbersOf,
  reviews: client.reviews,
  tellJobStatus: client.setJobStatus,
});
