/** Sets the price of a lead: charges it and sends the legacy update. */
import { sendPriceToPartner } from '../legacy/partner.ts';
import type { Lead } from '../records.ts';
import type { World } from '../world.ts';
import { keepLead } from './book.ts';

/** `leadPrice` is the display string, "$25.00". Returns the changed lead. */
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
  sendPriceToPartner(world, priced);
  return priced;
};
