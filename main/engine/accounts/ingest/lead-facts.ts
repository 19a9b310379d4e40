/** What a lead's row holds of its record. */
import type { LeadRecord } from '../../leads/lead-record.ts';
import type { LeadFacts } from '../../leads/leads.ts';

/**
 * @param raw the record as it came, as JSON
 * @param now UTC milliseconds, for a record that does not say when it was created
 */
export const factsOf = (record: LeadRecord, raw: string, now: number): LeadFacts => {
  const { request, customer, category } = record;
  const { city } = request.location;
  const answers = request.details.flatMap(({ question, answer }) => [question, answer]);
  const words = [customer.name, category, city, request.title, request.description, ...answers];
  return {
    negotiationID: record.negotiationID,
    businessID: record.business.businessID,
    customerID: customer.customerID,
    customerName: customer.name,
    category,
    city,
    status: record.status,
    price: record.price,
    chargeState: record.chargeState,
    createdAt: record.createdAt ?? now,
    record: raw,
    searchText: words.filter((said) => said !== '').join('\n'),
  };
};
