/**
 * Handles records of the list of leads, which can lack fields. A listing never overwrites a fetched record: one
 * that differs causes a poll of the lead.
 */
import type { LeadRecord } from '../../leads/lead-record.ts';
import { findLeadRecord, type KnownLead } from '../../leads/leads.ts';
import { isMissed, pollListed, pollSoon } from '../polls.ts';
import { readListing, markFetched, putListing } from '../../leads/listed.ts';
import type { Store } from '../../platform/store/store.ts';
import type { IngestContext, Source } from './context.ts';
import { readStoredJSON } from '../../platform/store/stored.ts';

const deriveListing = ({ store, reader }: IngestContext, { lead }: KnownLead): string | null => {
  const read = reader.parseLead(readStoredJSON(findLeadRecord(store, lead)));
  return read.ok ? read.value.listed : null;
};

/** True if the new record is a listing, and the stored lead was fetched, or is missing. */
export const wouldOverwriteFetched = (
  store: Store,
  known: KnownLead | null,
  { isListed }: Source,
): boolean =>
  isListed &&
  known?.complete === true &&
  (known.availability !== 'here' || !readListing(store, known.lead).isAll);

/**
 * Stores a listing, and polls the lead soon if it differs. A missing lead is polled hourly, because only a fetch
 * proves that it is back. One with fewer misses waits for its next poll: lists are read every minute, and a listing
 * can differ each time.
 */
export const applyListing = (
  context: IngestContext,
  known: KnownLead,
  { listed: listing }: LeadRecord,
): void => {
  const { store, accountID, source } = context;
  const { isAll, listed: storedListing } = readListing(store, known.lead);
  if (listing !== storedListing) {
    putListing(store, known.lead, listing, isAll);
    // Without a stored listing, compare with the fields of the fetched record.
    const isNews = listing !== (storedListing ?? deriveListing(context, known));
    if (isNews && !isMissed(store, known.lead))
      pollSoon(store, accountID, known.lead, source.steady);
  }
  if (known.availability !== 'here') pollListed(store, known.lead, source.steady);
};

/** Records the origin of a lead's record: a list or a fetch. */
export const storeOrigin = (
  store: Store,
  lead: number,
  { listed: listing }: LeadRecord,
  { isListed }: Source,
): void => {
  if (isListed) putListing(store, lead, listing, true);
  else markFetched(store, lead);
};
