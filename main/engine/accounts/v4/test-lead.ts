/**
 * Recognizes the lead of a test delivery, which the service does not have. Only these names and the number
 * distinguish it; its business can be fictional or the professional's (live-facts, Webhooks, Recorded in
 * production, Seen since).
 */
import type { LeadRecord } from '../../leads/lead-record.ts';

export const isTestLead = ({ business, customer }: LeadRecord): boolean =>
  business.name === 'Test Business for Webhooks' ||
  (customer.name === 'Test Customer' &&
    customer.phone?.replaceAll(/\D/g, '').replace(/^1(?=1234567890$)/, '') === '1234567890');
