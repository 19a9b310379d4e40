/** The price of a lead becomes known: it is charged, and the legacy interface says so. */
import { tellPartnerOfPrice } from '../legacy/partner.ts';
import type { Lead } from '../records.ts';
import type { World } from '../world.ts';
import { keepLead } from './book.ts';

/** `leadPrice` is the display string, "$25.00". Answers the lead as it is now. */
export const setPrice = (world: World, lead: Lead, leadPrice: string): Lead => {
  const priced: Lead = {
    ...lead,
    negotiation: {
      ...lead.negotiation,
      leadPrice,
      leadPriceBreakdown: { subtotal: leadPrice, salesTax: '$0.00' },
      chargeState: 'Charged',
    },
  };
  keepLead(world, priced);
  tellPartnerOfPrice(world, priced);
  return priced;
};
