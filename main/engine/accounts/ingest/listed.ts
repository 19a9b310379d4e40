/**
 * Handles records of the list of leads, which can lack fields. A listing never overwrites a fetched record: one
 * that differs causes a poll of the lead.
 */
import type { LeadRecord } from '../../leads/lead-record.ts';
import { leadRecordOf, type KnownLead } from '../../leads/leads.ts';
import { isMissed, pollListed, pollSoon } from '../polls.ts';
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

/** Whether the new record is a listing, and the stored lead was fetched, or refused since. */
export const wouldOverwriteFetched = (
  store: Store,
  known: KnownLead | null,
  { isListed }: Source,
): boolean =>
  isListed &&
  known?.complete === true &&
  (known.availability !== 'here' || !listingOf(store, known.lead).isAll);

/** Stores a listing. Makes the lead due if it differs, or was refused: only a fetch proves that it is back. */
export const applyListing = (
  context: IngestContext,
  known: KnownLead,
  { listed: listing }: LeadRecord,
): void => {
  const { store, accountID, source } = context;
  const { isAll, listed: storedListing } = listingOf(store, known.lead);
  if (listing !== storedListing) {
    putListing(store, known.lead, listing, isAll);
    // Without a stored listing, compare with the fields of the fetched record.
    if (listing !== (storedListing ?? listingFromRecord(context, known)))
      pollSoon(store, accountID, known.lead, source.steady);
  }
  if (known.availability !== 'here') pollListed(store, known.lead, source.steady);
  else if (isMissed(store, known.lead)) pollSoon(store, accountID, known.lead, source.steady);
};

/** Stores whether a lead's record comes from a list or from a fetch. */
export const storeOrigin = (
  store: Store,
  lead: number,
  { listed: listing }: LeadRecord,
  { isListed }: Source,
): void => {
  if (isListed) putListing(store, lead, listing, true);
  else noteFetched(store, lead);
};
