/** Reads what the conversation pane shows about a lead: its stored record, notes, draft and phone numbers. */
import type { LeadDetails, LeadRow } from '../../../contract/records.ts';
import { readDraft } from '../conversation/drafts.ts';
import { readNoteAuthors, listNotes } from '../conversation/notes.ts';
import { listUnsentReplies } from '../conversation/rule-replies.ts';
import { listPhones } from '../leads/lead-phones.ts';
import { noRequest, type LeadRecord } from '../leads/lead-record.ts';
import { findLeadRow } from '../leads/lead-rows.ts';
import { readCustomerActivityAt, readNotifiedAndRead } from '../leads/read-mark.ts';
import { findStoredLead } from '../leads/stored-lead.ts';
import type { Store } from '../platform/store/store.ts';
import { readStatusRefusal } from './job-status-rows.ts';
import type { Reader } from './reader.ts';
import { readStoredJSON } from '../platform/store/stored.ts';

type RecordDetails = Pick<
  LeadRecord,
  'leadType' | 'request' | 'estimate' | 'priceParts' | 'refund' | 'links'
> & {
  readonly customer: Pick<LeadRecord['customer'], 'phone' | 'email'>;
  readonly business: Pick<LeadRecord['business'], 'phone' | 'accessCode'>;
};

const noDetails: RecordDetails = {
  leadType: null,
  request: noRequest,
  estimate: null,
  priceParts: null,
  refund: [],
  links: { requestReview: null, refundRequest: null },
  customer: { phone: null, email: null },
  business: { phone: null, accessCode: null },
};

/** Parses a record; null if that is impossible. */
const parseDetails = (json: string | null, reader: Reader): RecordDetails | null => {
  if (json === null) return noDetails;
  const read = reader.parseLead(readStoredJSON(json));
  return read.ok ? read.value : null;
};

/** Null for an unknown lead. `ahead`: see `computeClockOffset`. `onUnreadable`: called if the record is unreadable. */
export const readLeadDetails = (
  store: Store,
  findReader: (accountID: string) => Reader,
  lead: number,
  ahead = 0,
  onUnreadable: (lead: LeadRow) => void = () => undefined,
): LeadDetails | null => {
  const row = findLeadRow(store, lead, ahead);
  const stored = findStoredLead(store, lead);
  if (row === null || stored === null) return null;
  const parsed = parseDetails(stored.record, findReader(stored.account_id));
  if (parsed === null) onUnreadable(row);
  const { customer, business, ...details } = parsed ?? noDetails;
  const { phone, email } = customer;
  const draft = readDraft(store, lead);
  const phones = listPhones(store, lead);
  return {
    row: parsed === null ? { ...row, isIncomplete: true } : row,
    negotiationID: stored.negotiation_id,
    customer: { customerID: stored.customer_id, name: row.customerName, phone, email },
    customerPhones: phones.length > 0 || phone === null ? phones : [phone],
    leadType: details.leadType,
    request: details.request,
    estimate: details.estimate,
    chargeState: stored.charge_state,
    priceParts: details.priceParts,
    refund: details.refund,
    accessCode: business.accessCode,
    businessPhone: business.phone,
    links: details.links,
    jobStatusRefused: readStatusRefusal(store, lead),
    unsentReplies: [...listUnsentReplies(store, lead)],
    notes: listNotes(store, lead),
    noteAuthors: readNoteAuthors(store, lead),
    draft: draft.text,
    draftReplyID: draft.replyID,
    readAt: readNotifiedAndRead(store, lead).readAt,
    customerAt: readCustomerActivityAt(store, lead),
  };
};
