/**
 * Handles records of the list of leads, which can lack fields. A listing never overwrites a fetched record: one
 * that differs causes a poll of the lead.
 */
import type { LeadRecord } from '../../leads/lead-record.ts';
import { leadRecordOf, type KnownLead } from '../../leads/leads.ts';
import { markAvailable, pollSoon } from '../polls.ts';
import { listingOf, noteFetched, putListing } from '../../leads/listed.ts';
import type { Store } from '../../platform/store/store.ts';
import type { IngestContext, Source } from './context.ts';
import { storedJSON } from '../../platform/store/stored.ts';

const listingFromRecord = (
  { store, reader }: IngestContext,
  { lead }: KnownLead,
): string | null => {
  const read = reader.lead(storedJSON(leadRecordOf(store, lead)));
  return read.ok ? read.value.listed : null;
};

/** Whether a known lead has more fields than the listing, which must not overwrite it. */
export const isFuller = (store: Store, known: KnownLead | null, { isListed }: Source): boolean =>
  isListed && known?.complete === true && !listingOf(store, known.lead).isAll;

/** Stores a listing, and polls the lead if it differs; returns whether the lead was missing before. */
export const applyListing = (
  context: IngestContext,
  known: KnownLead,
  { listed }: LeadRecord,
): boolean => {
  const { store, accountID, source } = context;
  const before = listingOf(store, known.lead).listed;
  if (listed !== before) {
    putListing(store, known.lead, listed, false);
    if (listed !== (before ?? listingFromRecord(context, known)))
      pollSoon(store, accountID, known.lead, source.steady);
  }
  return markAvailable(store, accountID, known, source.now, source.steady);
};

/** Stores whether a lead's record comes from a list or from a fetch. */
export const storeOrigin = (
  store: Store,
  lead: number,
  { listed }: LeadRecord,
  { isListed }: Source,
): void => {
  if (isListed) putListing(store, lead, listed, true);
  else noteFetched(store, lead);
};
