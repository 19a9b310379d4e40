/**
 * The lead of a test delivery: it proves that deliveries arrive, and is no customer of anybody's. The
 * service has no such lead, and its business is not the professional's (live-facts, Webhooks, Recorded
 * in production). Nothing but these names and the number tells it from a real one.
 */
import type { LeadRecord } from '../../leads/lead-record.ts';

/** Whether a record is a test delivery's. */
export const isTestLead = ({ business, customer }: LeadRecord): boolean =>
  business.name === 'Test Business for Webhooks' ||
  (customer.name === 'Test Customer' && customer.phone?.replace(/^\+1/, '') === '1234567890');
