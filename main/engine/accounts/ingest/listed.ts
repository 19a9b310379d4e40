/**
 * Handles records of the list of leads, which can lack fields of a lead's own record. A listing never
 * overwrites a fetched record: a difference only causes a poll of the lead.
 */
import type { LeadRecord } from '../../leads/lead-record.ts';
import { type KnownLead } from '../../leads/leads.ts';
import { markAvailable, pollSoon } from '../polls.ts';
import { listingOf, noteFetched, putListing } from '../../leads/listed.ts';
import type { Store } from '../../platform/store/store.ts';
import type { Source } from './source.ts';
import type { IngestContext } from './context.ts';
import { storedJSON } from '../../platform/store/stored.ts';

const ownListing = ({ reader }: IngestContext, { record }: KnownLead): string | null => {
  const read = reader.lead(storedJSON(record));
  return read.ok ? read.value.listed : null;
};

/** Whether the stored record is fuller than a listed one. */
export const isFuller = (store: Store, known: KnownLead | null, { isListed }: Source): boolean =>
  isListed && known?.complete === true && !listingOf(store, known.lead).isAll;

/** Compares a listing with the stored record; returns whether anything visible changed. */
export const applyListing = (
  context: IngestContext,
  known: KnownLead,
  { listed }: LeadRecord,
): boolean => {
  const {
    store,
    accountID,
    source: { now, steady },
  } = context;
  const before = listingOf(store, known.lead).listed;
  if (listed !== before) {
    putListing(store, known.lead, listed, false);
    if (listed !== (before ?? ownListing(context, known)))
      pollSoon(store, accountID, known.lead, steady);
  }
  return markAvailable(store, accountID, known, now, steady);
};

/** Saves whether the stored record is a listed or a fetched one. */
export const noteOrigin = (
  store: Store,
  lead: number,
  { listed }: LeadRecord,
  { isListed }: Source,
): void => {
  if (isListed) putListing(store, lead, listed, true);
  else noteFetched(store, lead);
};
