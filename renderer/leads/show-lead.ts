import type { LeadID } from '../../contract/records.ts';
import type { LeadStores } from './stores.ts';

/** Goes to the inbox and opens a lead there, whatever view it is in. */
export const showLead = (
  { leads, session }: Pick<LeadStores, 'leads' | 'session'>,
  leadID: LeadID,
): void => {
  session.getState().go('inbox');
  void leads.getState().reveal(leadID);
};
