/** The tools' requests to a v4 service. */
import type { Service } from '../../service.ts';
import type { ServiceClient } from './client.ts';
import { threadPages } from './thread.ts';

export const serviceOf = (client: ServiceClient): Service => ({
  negotiation: client.negotiation,
  thread: (negotiationID, after, urgency) => threadPages(client, negotiationID, after, urgency),
  phoneNumbersOf: client.phoneNumbersOf,
  reviews: client.reviews,
  reportJobStatus: client.setJobStatus,
});
