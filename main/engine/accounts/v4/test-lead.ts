/**
 * The lead of a test delivery: it proves that deliveries arrive, and is no customer of anybody's. The
 * service has no such lead. Its business can be one that does not exist or the professional's own
 * (live-facts, Webhooks, Recorded in production, Seen since). Nothing but these names and the number tells it from a real one.
 */
import type { LeadRecord } from '../../leads/lead-record.ts';

/** Whether a record is a test delivery's. */
export const isTestLead = ({ business, customer }: LeadRecord): boolean =>
  business.name === 'Test Business for Webhooks' ||
  (customer.name === 'Test Customer' &&
    customer.phone?.replaceAll(/\D/g, '').replace(/^1(?=1234567890$)/, '') === '1234567890');
