/** Stores a negotiation record as a lead. Call inside ingest's transaction. */
import { isDeepStrictEqual } from 'node:util';
import type { LeadRecord } from '../../leads/lead-record.ts';
import { reviewEarlyMessages } from '../../conversation/automatic.ts';
import { putNamedBusiness } from '../../leads/businesses.ts';
import { keepPhone } from '../../leads/lead-phones.ts';
import { listOlderTwins } from '../../leads/holders.ts';
import { findLead, findLeadRecord, putLead } from '../../leads/leads.ts';
import { addPoll, markAvailable, pollSoon } from '../polls.ts';
import { markReadUpTo, setNotified, readNotifiedAndRead } from '../../leads/read-mark.ts';
import type { Store } from '../../platform/store/store.ts';
import { foldDescription } from './description.ts';
import { applyListing, wouldOverwriteFetched, storeOrigin } from './listed.ts';
import { computeCreatedAt, deriveFacts } from './lead-facts.ts';
import { addKnownFields } from './known-fields.ts';
import { isHistory, markOldHistoryRead, type IngestContext } from './context.ts';
import type { Changes } from './changes.ts';
import { readStoredJSON } from '../../platform/store/stored.ts';

const isSame = (one: string | null, other: string): boolean =>
  one === other || (one !== null && isDeepStrictEqual(readStoredJSON(one), readStoredJSON(other)));

/** A legacy time is in whole seconds. */
const secondMs = 1_000;

/**
 * An account of an older generation may have the lead too, hidden until a move merges them. Its
 * notifications are not repeated. Returns true if such a lead is complete.
 */
const copyNotified = (
  store: Store,
  accountID: string,
  negotiationID: string,
  lead: number,
  changes: Changes,
): boolean => {
  const twins = listOlderTwins(store, accountID, negotiationID);
  for (const twin of twins) {
    const { notifiedAt } = readNotifiedAndRead(store, twin.lead);
    if (notifiedAt > 0) setNotified(store, lead, notifiedAt + secondMs - 1);
    changes.leads.add(twin.lead);
  }
  return twins.some(({ complete }) => complete === 1);
};

/**
 * Applies a negotiation. An event can be delivered late, so it changes only the phone numbers and
 * availability of a complete lead. A record that another desktop polled replaces it until the next poll.
 */
export const applyNegotiation = (
  context: IngestContext,
  parsed: LeadRecord,
  received: unknown,
): void => {
  const { store, accountID, source, changes } = context;
  const known = findLead(store, accountID, parsed.negotiationID);
  const storedRecord = known === null ? null : findLeadRecord(store, known.lead);
  const { record, raw } = addKnownFields(context.reader, storedRecord, parsed, received);
  const { phone } = record.customer;
  if (known?.complete === true && source.how === 'event') {
    const isNewPhone = phone !== null && keepPhone(store, known.lead, phone, false);
    if (markAvailable(store, accountID, known, source.now, source.steady) || isNewPhone)
      changes.leads.add(known.lead);
    return;
  }
  if (known !== null && wouldOverwriteFetched(store, known, source))
    return applyListing(context, known, record);
  const newRecord = JSON.stringify(raw);
  if (known?.availability === 'here' && isSame(storedRecord, newRecord)) return;

  const createdAt = computeCreatedAt(store, known, record, source.now);
  const facts = deriveFacts(record, newRecord, createdAt);
  const lead = putLead(store, accountID, facts, source.now);
  changes.leads.add(lead);
  if (phone !== null) keepPhone(store, lead, phone, true);
  storeOrigin(store, lead, record, source);
  const describedAt = foldDescription(context, lead);
  if (facts.businessID !== '') {
    const { name } = record.business;
    if (putNamedBusiness(store, accountID, facts.businessID, name)) changes.kinds.add('businesses');
  }
  // The record may be outdated.
  if (source.how === 'event' || source.how === 'relayed')
    pollSoon(store, accountID, lead, source.steady);
  if (known?.complete === true) return;
  const early = reviewEarlyMessages(store, lead);
  for (const each of early.leads) changes.leads.add(each);
  if (early.writtenAt !== null) markReadUpTo(store, lead, early.writtenAt);
  const hasTwin = copyNotified(store, accountID, record.negotiationID, lead, changes);
  if (isHistory(context, facts.createdAt)) {
    markOldHistoryRead(store, lead, facts.createdAt, source.now);
  } else if (!hasTwin) {
    // A notification of the description message counts as that of the lead.
    changes.activity.push({ accountID, lead, kind: 'lead', at: describedAt ?? facts.createdAt });
  }
  if (source.isListed) addPoll(store, accountID, lead, facts.createdAt, source.steady);
};
