/**
 * What the list of leads says can be less than a lead's own record, and differ from it. Of a lead whose
 * own record is here a list takes nothing away: it only tells that the lead changed, and then the lead
 * itself is asked about.
 */
import { negotiationRecord, type NegotiationRecord } from '../v4/service/records.ts';
import { type KnownLead } from '../../leads/leads.ts';
import { heardOf, pollSoon } from '../polls.ts';
import { listingOf, noteFetched, putListing } from '../../leads/listed.ts';
import type { Store } from '../../platform/store/store.ts';
import type { Source } from './source.ts';

/** What can change of a lead, as text. */
const standingOf = (record: NegotiationRecord | undefined): string =>
  JSON.stringify([record?.status, record?.leadPrice, record?.chargeState, record?.refundDetails]);

const ownStanding = ({ record }: KnownLead): string =>
  standingOf(record === null ? undefined : negotiationRecord.safeParse(JSON.parse(record)).data);

/** Whether a record of a list has less to say than what is known of the lead. */
export const isFuller = (store: Store, known: KnownLead | null, { isListed }: Source): boolean =>
  isListed && known?.complete === true && !listingOf(store, known.lead).isAll;

/** A list shows a lead whose own record is here; true when that changed anything that people see. */
export const heardFromList = (
  store: Store,
  accountID: string,
  known: KnownLead,
  record: NegotiationRecord,
  { now, steady }: Source,
): boolean => {
  const standing = standingOf(record);
  const before = listingOf(store, known.lead).standing;
  if (standing !== before) {
    putListing(store, known.lead, standing, false);
    if (standing !== (before ?? ownStanding(known))) pollSoon(store, accountID, known.lead, steady);
  }
  return heardOf(store, accountID, known, now, steady);
};

/** Notes where the record came from that stands for a lead now. */
export const noteOrigin = (
  store: Store,
  lead: number,
  record: NegotiationRecord,
  { isListed }: Source,
): void => {
  if (isListed) putListing(store, lead, standingOf(record), true);
  else noteFetched(store, lead);
};
