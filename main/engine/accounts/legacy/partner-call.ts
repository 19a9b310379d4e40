/**
 * Whose a call of a legacy service is. Its operator holds one address for all businesses of a partner
 * (service.md, Endpoints G), whichever of ours it was given; each business is an account of its own.
 */
import type { Account } from '../../../../contract/accounts.ts';
import type { AccountID } from '../../../../contract/records.ts';
import { callSubject } from './records.ts';
import { parse } from '../../platform/http/parse.ts';
import { accountByID, allAccounts } from '../rows.ts';
import { findLead } from '../../leads/leads.ts';
import type { Store } from '../../platform/store/store.ts';

/**
 * The account that a call is for: that of the business which the body names, else the one that has
 * the lead, else the one whose address was called.
 *
 * @param called the account of that address
 */
export const accountOfCall = (store: Store, called: AccountID, body: unknown): AccountID => {
  const read = parse(callSubject, body);
  if (!read.ok) return called;
  const { leadID, business, businessID = business?.businessID } = read.value;
  const service = accountByID(store, called)?.profile.baseUrl;
  const ofPartner = allAccounts(store)
    .filter(({ profile }) => profile.interface === 'legacy' && profile.baseUrl === service)
    .toSorted(
      (one, other) => Number(other.accountID === called) - Number(one.accountID === called),
    );
  const hasLead = ({ accountID }: Pick<Account, 'accountID'>): boolean =>
    leadID !== undefined && findLead(store, accountID, leadID) !== null;
  const found = ofPartner.find(({ userID }) => userID === businessID) ?? ofPartner.find(hasLead);
  return found?.accountID ?? called;
};
