/** Everything the conversation pane shows about a lead, read from the record as it came. */
import type { LeadDetails, LeadRow, Money } from '../../../contract/records.ts';
import { decodeEntities } from '../entities.ts';
import { attachmentOf } from '../ingest/message.ts';
import { readMoney } from '../money.ts';
import { negotiationRecord, type NegotiationRecord } from '../service/v4/records.ts';
import { draftOf } from '../store/drafts.ts';
import { leadRow } from '../store/lead-rows.ts';
import type { Store } from '../store/store.ts';

const text = (value: string | undefined): string => decodeEntities(value ?? '');
const moneyOf = (value: string | undefined): Money | null =>
  value === undefined ? null : readMoney(value);

type Request = NonNullable<NegotiationRecord['request']>;

const requestOf = (request: Request | undefined): LeadDetails['request'] => ({
  description: text(request?.description),
  details: (request?.details ?? []).map(({ question, answer }) => ({
    question: text(question),
    answer: text(answer),
  })),
  location: {
    address1: text(request?.location?.address1),
    address2: text(request?.location?.address2),
    city: text(request?.location?.city),
    state: text(request?.location?.state),
    zipCode: text(request?.location?.zipCode),
  },
  proposedTimes: (request?.proposedTimes ?? []).flatMap(({ start, end }) =>
    start === undefined ? [] : [{ start, end: end ?? null }],
  ),
  booking: bookingOf(request?.booking),
  travelPreferences: request?.travelPreferences ?? [],
  attachments: (request?.attachments ?? []).map(attachmentOf),
});

/** `duration` is in minutes. */
const bookingOf = (booking: Request['booking']): LeadDetails['request']['booking'] => {
  if (booking?.start === undefined) return null;
  const { start, duration } = booking;
  const end = duration === undefined ? null : Math.round(start + duration * 60_000);
  return { start, end: Number.isSafeInteger(end) ? end : null };
};

const estimateOf = (estimate: NegotiationRecord['estimate']): LeadDetails['estimate'] =>
  estimate === undefined
    ? null
    : {
        type: text(estimate.type),
        total: moneyOf(estimate.total),
        pricePerUnit: moneyOf(estimate.pricePerUnit),
        unitQuantity: estimate.unitQuantity ?? null,
        unitName: text(estimate.unitName),
      };

type Kept = {
  readonly negotiationID: string;
  readonly customerID: string;
  readonly chargeState: string | null;
  readonly record: string | null;
};

/** The details of a lead, or null when there is none of that number. A stub has mostly empty ones. */
export const leadDetails = (store: Store, lead: number): LeadDetails | null => {
  const row: LeadRow | null = leadRow(store, lead);
  const kept = store
    .prepare<[number], Kept>(
      'leads.kept',
      `SELECT negotiation_id AS negotiationID, customer_id AS customerID,
         charge_state AS chargeState, record FROM leads WHERE lead = ?`,
    )
    .get(lead);
  if (row === null || kept === undefined) return null;
  const record =
    kept.record === null ? undefined : negotiationRecord.parse(JSON.parse(kept.record));
  return {
    row,
    negotiationID: kept.negotiationID,
    customer: {
      customerID: kept.customerID,
      name: row.customerName,
      phone: record?.customer?.phone ?? null,
    },
    request: requestOf(record?.request),
    estimate: estimateOf(record?.estimate),
    chargeState: kept.chargeState,
    links: {
      requestReview: record?.requestReviewLink ?? null,
      refundRequest: record?.refundRequestLink ?? null,
    },
    draft: draftOf(store, lead),
  };
};
