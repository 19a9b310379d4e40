/**
 * Whose a call of a legacy service is. Its operator holds one address for all businesses of a partner
 * (service.md, Endpoints G), whichever of ours it was given; each business is an account of its own.
 */
import type { AccountID } from '../../../contract/records.ts';
import type { LegacyKind } from '../ingest/legacy/apply.ts';
import { leadRecord, leadUpdate, partnerMessage } from '../ingest/legacy/records.ts';
import { parse } from '../service/v4/records.ts';
import { accountByID, allAccounts } from '../store/accounts.ts';
import { findLead } from '../store/leads.ts';
import type { Store } from '../store/store.ts';

type Named = { readonly leadID?: string | undefined; readonly businessID?: string | undefined };

/** What a body names, as far as it can be read. */
const namedIn = (kind: LegacyKind, body: unknown): Named => {
  switch (kind) {
    case 'Lead': {
      const lead = parse(leadRecord, body);
      return lead.ok ? { ...lead.value, businessID: lead.value.business?.businessID } : {};
    }
    case 'Message': {
      const message = parse(partnerMessage, body);
      return message.ok ? message.value : {};
    }
    case 'LeadUpdate': {
      const update = parse(leadUpdate, body);
      return update.ok ? { leadID: update.value.leadID } : {};
    }
  }
};

/**
 * The account that a call is for: that of the business which the body names, else the one that has
 * the lead, else the one whose address was called.
 *
 * @param called the account of that address
 */
export const accountOfCall = (
  store: Store,
  called: AccountID,
  kind: LegacyKind,
  body: unknown,
): AccountID => {
  const { leadID, businessID } = namedIn(kind, body);
  const service = accountByID(store, called)?.profile.baseUrl;
  const accounts = allAccounts(store).filter(
    ({ profile }) => profile.interface === 'legacy' && profile.baseUrl === service,
  );
  const ofPartner = accounts.toSorted(
    (one, other) => Number(other.accountID === called) - Number(one.accountID === called),
  );
  const ofBusiness = ofPartner.find(({ userID }) => userID === businessID);
  const withLead = ofPartner.find(
    ({ accountID }) => leadID !== undefined && findLead(store, accountID, leadID) !== null,
  );
  return (ofBusiness ?? withLead)?.accountID ?? called;
};
