/** Everything the conversation pane shows about a lead, read from the record as it came. */
import type { LeadDetails, LeadRow } from '../../../contract/records.ts';
import { draftOf } from '../conversation/drafts.ts';
import { notesOf } from '../conversation/notes.ts';
import { phonesOf } from '../leads/lead-phones.ts';
import { noRequest, type LeadRecord } from '../leads/lead-record.ts';
import { leadRow } from '../leads/lead-rows.ts';
import { customerActivityAt, toldAndRead } from '../leads/read-mark.ts';
import type { Store } from '../platform/store/store.ts';
import { jobStatusRefusal } from './job-status-rows.ts';
import type { Reader } from './reader.ts';
import { storedJSON } from '../platform/store/stored.ts';

type Said = Pick<
  LeadRecord,
  'leadType' | 'request' | 'estimate' | 'priceParts' | 'refund' | 'links'
> & {
  readonly customer: Pick<LeadRecord['customer'], 'phone' | 'email'>;
  readonly business: Pick<LeadRecord['business'], 'phone' | 'accessCode'>;
};

/** What is said of a lead of which only a message is known, or whose record cannot be read. */
const nothingSaid: Said = {
  leadType: null,
  request: noRequest,
  estimate: null,
  priceParts: null,
  refund: [],
  links: { requestReview: null, refundRequest: null },
  customer: { phone: null, email: null },
  business: { phone: null, accessCode: null },
};

type Kept = {
  readonly accountID: string;
  readonly negotiationID: string;
  readonly customerID: string;
  readonly chargeState: string | null;
  readonly record: string | null;
};

/** Null for a record that cannot be read. */
const saidBy = (json: string | null, reader: Reader): Said | null => {
  if (json === null) return nothingSaid;
  const read = reader.lead(storedJSON(json));
  return read.ok ? read.value : null;
};

/**
 * The details of a lead, or null when there is none of that number. A stub has mostly empty ones, and so
 * has a lead whose record cannot be read: it counts as incomplete.
 *
 * @param readerOf the reader of an account's records
 * @param unreadable called for a lead whose record cannot be read
 * @param ahead how far the computer's clock is ahead of the steady one (`aheadOf`)
 */
export const leadDetails = (
  store: Store,
  readerOf: (accountID: string) => Reader,
  lead: number,
  ahead = 0,
  unreadable: (lead: LeadRow) => void = () => undefined,
): LeadDetails | null => {
  const row: LeadRow | null = leadRow(store, lead, ahead);
  const kept = store
    .prepare<[number], Kept>(
      'leads.kept',
      `SELECT account_id AS accountID, negotiation_id AS negotiationID, customer_id AS customerID,
         charge_state AS chargeState, record FROM leads WHERE lead = ?`,
    )
    .get(lead);
  if (row === null || kept === undefined) return null;
  const read = saidBy(kept.record, readerOf(kept.accountID));
  if (read === null) unreadable(row);
  const said = read ?? nothingSaid;
  const { phone, email } = said.customer;
  const draft = draftOf(store, lead);
  const phones = phonesOf(store, lead);
  return {
    row: read === null ? { ...row, incomplete: true } : row,
    negotiationID: kept.negotiationID,
    customer: { customerID: kept.customerID, name: row.customerName, phone, email },
    customerPhones: phones.length > 0 || phone === null ? phones : [phone],
    leadType: said.leadType,
    request: said.request,
    estimate: said.estimate,
    chargeState: kept.chargeState,
    priceParts: said.priceParts,
    refund: said.refund,
    accessCode: said.business.accessCode,
    businessPhone: said.business.phone,
    links: said.links,
    jobStatusRefused: jobStatusRefusal(store, lead),
    notes: notesOf(store, lead),
    draft: draft.text,
    draftReplyID: draft.replyID,
    readAt: toldAndRead(store, lead).readAt,
    customerAt: customerActivityAt(store, lead),
  };
};
