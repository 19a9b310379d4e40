/** A negotiation record becomes a lead. Called inside ingest's transaction. */
import { isDeepStrictEqual } from 'node:util';
import { isFields } from '../../platform/http/fields.ts';
import type { LeadRecord } from '../../leads/lead-record.ts';
import { judgeEarly } from '../../conversation/automatic.ts';
import { putNamedBusiness } from '../../leads/businesses.ts';
import { keepPhone } from '../../leads/lead-phones.ts';
import { olderTwins } from '../../leads/holders.ts';
import { findLead, putLead, type KnownLead } from '../../leads/leads.ts';
import { adoptLead, heardOf, pollSoon } from '../polls.ts';
import { readUpTo, setNotified, toldAndRead } from '../../leads/read-mark.ts';
import type { Store } from '../../platform/store/store.ts';
import { foldDescription } from './description.ts';
import { heardFromList, isFuller, noteOrigin } from './listed.ts';
import { factsOf } from './lead-facts.ts';
import { isHistory, readOldHistory } from './source.ts';
import type { Told } from './told.ts';
import type { Changes } from './changes.ts';
import { storedJSON } from '../../platform/store/stored.ts';

/** The order of a record's fields says nothing. */
const isSame = (kept: string | null, json: string): boolean =>
  kept === json || (kept !== null && isDeepStrictEqual(storedJSON(kept), storedJSON(json)));

/** A record with the fields that it does not carry and that were known before: they are not taken away. */
const withKept = (known: KnownLead | null, raw: unknown): unknown => {
  const kept: unknown = storedJSON(known?.record);
  if (!isFields(kept) || !isFields(raw)) return raw;
  const isWhole = Object.keys(kept).every((name) => Object.hasOwn(raw, name));
  return isWhole ? raw : { ...kept, ...raw };
};

/** A legacy time is in whole seconds. */
const secondMs = 1_000;

/**
 * An account of an older generation of the same service may have the lead too, until a move merges
 * them: then its lead stands in no list (leads/inbox.ts), and what was told of it is not told again.
 * True when it is so.
 */
const takeOverTold = (
  store: Store,
  accountID: string,
  negotiationID: string,
  lead: number,
  changes: Changes,
): boolean => {
  const twins = olderTwins(store, accountID, negotiationID);
  for (const twin of twins) {
    const { notifiedAt } = toldAndRead(store, twin.lead);
    if (notifiedAt > 0) setNotified(store, lead, notifiedAt + secondMs - 1);
    changes.leads.add(twin.lead);
  }
  return twins.some(({ complete }) => complete === 1);
};

/**
 * Takes over a negotiation record. The event that announces a lead can come late, or again, and then
 * tells nothing new of a lead that was fetched since: only an answer to a question of ours changes
 * a lead that is complete (live-facts, Webhooks).
 */
export const applyNegotiation = (told: Told, read: LeadRecord, answered: unknown): void => {
  const { store, accountID, source, changes } = told;
  const known = findLead(store, accountID, read.negotiationID);
  const raw = withKept(known, answered);
  const whole = raw === answered ? null : told.reader.lead(raw);
  const record = whole?.ok === true ? whole.value : read;
  const { phone } = record.customer;
  if (known?.complete === true && source.how === 'event') {
    const isNews = phone !== null && keepPhone(store, known.lead, phone, false);
    if (heardOf(store, accountID, known, source.now, source.steady) || isNews) {
      changes.leads.add(known.lead);
    }
    return;
  }
  if (known !== null && isFuller(store, known, source)) {
    if (heardFromList(told, known, record)) changes.leads.add(known.lead);
    return;
  }
  const json = JSON.stringify(raw);
  if (known?.availability === 'here' && isSame(known.record, json)) return;

  const facts = factsOf(record, json, source.now);
  const lead = putLead(store, accountID, facts, source.now);
  changes.leads.add(lead);
  if (phone !== null) keepPhone(store, lead, phone, true);
  noteOrigin(store, lead, record, source);
  const describedAt = foldDescription(told, lead);
  if (facts.businessID !== '') {
    const { name } = record.business;
    if (putNamedBusiness(store, accountID, facts.businessID, name)) changes.kinds.add('businesses');
  }
  if (known?.complete === true) return;
  const early = judgeEarly(store, lead);
  for (const each of early.leads) changes.leads.add(each);
  if (early.writtenAt !== null) readUpTo(store, lead, early.writtenAt);
  const wasTold = takeOverTold(store, accountID, record.negotiationID, lead, changes);
  if (isHistory(store, accountID, source, facts.createdAt)) {
    readOldHistory(store, lead, facts.createdAt, source.now);
  } else if (!wasTold) {
    // Who was told of the description as a message has been told of the lead.
    changes.activity.push({ accountID, lead, kind: 'lead', at: describedAt ?? facts.createdAt });
  }
  if (source.how === 'event') pollSoon(store, accountID, lead, source.steady);
  else if (source.isListed) adoptLead(store, accountID, lead, facts.createdAt, source.steady);
};
