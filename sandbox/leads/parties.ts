/** How messages and records name a lead's customer and its business. */
import type { Lead } from '../records.ts';

/** Customer and business as messages name them. */
export const partiesOf = (lead: Lead) => {
  const { customer, business } = lead.negotiation;
  return {
    customer: {
      customerID: customer.customerID,
      displayName: `${typedFirstName(lead)} ${customer.lastName.charAt(0)}.`,
    },
    business: { businessID: business.businessID, displayName: business.name },
  };
};

/** The customer's first name as the customer typed it, "Olivia " among them. */
export const typedFirstName = ({ negotiation, hasLooseName }: Lead): string =>
  negotiation.customer.firstName + (hasLooseName ? ' ' : '');
