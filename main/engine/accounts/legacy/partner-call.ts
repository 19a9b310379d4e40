/**
 * Finds the account that a legacy call is for. The operator uses one of our addresses for all businesses of
 * a partner (service.md, Endpoints G), and each business is an account.
 */
import type { Account } from '../../../../contract/accounts.ts';
import type { AccountID } from '../../../../contract/records.ts';
import { callSubject } from './records.ts';
import { parse } from '../../platform/http/parse.ts';
import { accountByID, allAccounts } from '../rows.ts';
import { findLead } from '../../leads/leads.ts';
import type { Store } from '../../platform/store/store.ts';

/**
 * The account of the business in the body, else the one that has the lead, else `called`.
 *
 * @param called the account whose address was called
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
