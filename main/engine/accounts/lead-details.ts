/** Reads what the conversation pane shows about a lead: its stored record, notes, draft and phone numbers. */
import type { LeadDetails, LeadRow } from '../../../contract/records.ts';
import { draftOf } from '../conversation/drafts.ts';
import { noteAuthors, notesOf } from '../conversation/notes.ts';
import { unsentReplies } from '../conversation/rule-replies.ts';
import { phonesOf } from '../leads/lead-phones.ts';
import { noRequest, type LeadRecord } from '../leads/lead-record.ts';
import { leadRow } from '../leads/lead-rows.ts';
import { customerActivityAt, notifiedAndRead } from '../leads/read-mark.ts';
import { storedLead } from '../leads/stored-lead.ts';
import type { Store } from '../platform/store/store.ts';
import { jobStatusRefusal } from './job-status-rows.ts';
import type { Reader } from './reader.ts';
import { storedJSON } from '../platform/store/stored.ts';

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

/** Null for a record that cannot be parsed. */
const readDetails = (json: string | null, reader: Reader): RecordDetails | null => {
  if (json === null) return noDetails;
  const read = reader.lead(storedJSON(json));
  return read.ok ? read.value : null;
};

/** Null for an unknown lead. `ahead`: see `aheadOf`. `onUnreadable`: called when the record cannot be parsed. */
export const leadDetails = (
  store: Store,
  readerOf: (accountID: string) => Reader,
  lead: number,
  ahead = 0,
  onUnreadable: (lead: LeadRow) => void = () => undefined,
): LeadDetails | null => {
  const row = leadRow(store, lead, ahead);
  const stored = storedLead(store, lead);
  if (row === null || stored === null) return null;
  const parsed = readDetails(stored.record, readerOf(stored.account_id));
  if (parsed === null) onUnreadable(row);
  const { customer, business, ...details } = parsed ?? noDetails;
  const { phone, email } = customer;
  const draft = draftOf(store, lead);
  const phones = phonesOf(store, lead);
  return {
    row: parsed === null ? { ...row, incomplete: true } : row,
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
    jobStatusRefused: jobStatusRefusal(store, lead),
    unsentReplies: [...unsentReplies(store, lead)],
    notes: notesOf(store, lead),
    noteAuthors: noteAuthors(store, lead),
    draft: draft.text,
    draftReplyID: draft.replyID,
    readAt: notifiedAndRead(store, lead).readAt,
    customerAt: customerActivityAt(store, lead),
  };
};
