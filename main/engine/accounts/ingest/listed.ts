/**
 * What the list of leads says can be less than a lead's own record, and differ from it. Of a lead whose
 * own record is here a list takes nothing away: it only tells that the lead changed, and then the lead
 * itself is asked about.
 */
import type { LeadRecord } from '../../leads/lead-record.ts';
import { type KnownLead } from '../../leads/leads.ts';
import { heardOf, pollSoon } from '../polls.ts';
import { listingOf, noteFetched, putListing } from '../../leads/listed.ts';
import type { Store } from '../../platform/store/store.ts';
import type { Source } from './source.ts';
import type { Told } from './told.ts';
import { storedJSON } from '../../platform/store/stored.ts';

const ownListing = ({ reader }: Told, { record }: KnownLead): string | null => {
  const read = reader.lead(storedJSON(record));
  return read.ok ? read.value.listed : null;
};

/** Whether a record of a list has less to say than what is known of the lead. */
export const isFuller = (store: Store, known: KnownLead | null, { isListed }: Source): boolean =>
  isListed && known?.complete === true && !listingOf(store, known.lead).isAll;

/** A list shows a lead whose own record is here; true when that changed anything that people see. */
export const heardFromList = (told: Told, known: KnownLead, { listed }: LeadRecord): boolean => {
  const {
    store,
    accountID,
    source: { now, steady },
  } = told;
  const before = listingOf(store, known.lead).listed;
  if (listed !== before) {
    putListing(store, known.lead, listed, false);
    if (listed !== (before ?? ownListing(told, known)))
      pollSoon(store, accountID, known.lead, steady);
  }
  return heardOf(store, accountID, known, now, steady);
};

/** Notes where the record came from that stands for a lead now. */
export const noteOrigin = (
  store: Store,
  lead: number,
  { listed }: LeadRecord,
  { isListed }: Source,
): void => {
  if (isListed) putListing(store, lead, listed, true);
  else noteFetched(store, lead);
};
