/** Everything the conversation pane shows about a lead, read from the record as it came. */
import type { LeadDetails, LeadRow, Money } from '../../../contract/records.ts';
import { decodeEntities } from '../platform/entities.ts';
import { isLegacyLead, leadRecord, type LeadRecord } from './legacy/records.ts';
import { attachmentOf } from './ingest/message.ts';
import { readMoney } from '../platform/money.ts';
import { negotiationRecord, type NegotiationRecord } from './v4/service/records.ts';
import { draftOf } from '../conversation/drafts.ts';
import { phonesOf } from '../leads/lead-phones.ts';
import { leadRow } from '../leads/lead-rows.ts';
import { toldAndRead } from '../leads/read-mark.ts';
import type { Store } from '../platform/store/store.ts';
import { timeZoneOf } from '../platform/time-zones.ts';

const text = (value: string | undefined): string => decodeEntities(value ?? '');
const moneyOf = (value: string | undefined): Money | null =>
  value === undefined ? null : readMoney(value);

type Request = NonNullable<NegotiationRecord['request']>;

const answersOf = (details: Request['details'] = []): LeadDetails['request']['details'] =>
  details.map(({ question, answer }) => ({ question: text(question), answer: text(answer) }));

const locationOf = (location: Request['location']): LeadDetails['request']['location'] => ({
  address1: text(location?.address1),
  address2: text(location?.address2),
  city: text(location?.city),
  state: text(location?.state),
  zipCode: text(location?.zipCode),
});

const requestOf = (request: Request | undefined): LeadDetails['request'] => ({
  title: '',
  description: text(request?.description),
  schedule: '',
  details: answersOf(request?.details),
  location: locationOf(request?.location),
  timeZone: timeZoneOf(locationOf(request?.location)),
  proposedTimes: (request?.proposedTimes ?? []).flatMap(({ start, end }) => {
    const from = start ?? end;
    return from === undefined
      ? []
      : [{ start: from, end: start === undefined ? null : (end ?? null) }];
  }),
  booking: bookingOf(request?.booking),
  travelPreferences: (request?.travelPreferences ?? []).map(decodeEntities),
  attachments: (request?.attachments ?? []).map(attachmentOf),
});

const longestBookingMs = 366 * 24 * 60 * 60_000;

/** `duration` is in minutes; one that nobody can have meant is not said. */
const bookingOf = (booking: Request['booking']): LeadDetails['request']['booking'] => {
  if (booking?.start === undefined) return null;
  const { start, duration } = booking;
  const end = duration === undefined ? 0 : Math.round(start + duration * 60_000);
  return { start, end: end > start && end < start + longestBookingMs ? end : null };
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

const pricePartsOf = (parts: NegotiationRecord['leadPriceBreakdown']): LeadDetails['priceParts'] =>
  parts === undefined
    ? null
    : { subtotal: moneyOf(parts.subtotal), salesTax: moneyOf(parts.salesTax) };

type Said = Pick<
  LeadDetails,
  | 'leadType'
  | 'request'
  | 'estimate'
  | 'priceParts'
  | 'refund'
  | 'accessCode'
  | 'businessPhone'
  | 'links'
> & {
  readonly phone: string | null;
};

const saidByV4 = (record: NegotiationRecord | undefined): Said => ({
  phone: record?.customer?.phone ?? null,
  leadType: null,
  request: requestOf(record?.request),
  estimate: estimateOf(record?.estimate),
  priceParts: pricePartsOf(record?.leadPriceBreakdown),
  refund: (record?.refundDetails ?? []).map((said) => ({ ...said, text: text(said.text) })),
  accessCode: record?.business?.accessCode ?? null,
  businessPhone: record?.business?.phoneNumber ?? null,
  links: {
    requestReview: record?.requestReviewLink ?? null,
    refundRequest: record?.refundRequestLink ?? null,
  },
});

/** The fields of a legacy lead (service.md, Lead) where those of v4 are shown. */
const saidByLegacy = ({ request, customer, leadType, price }: LeadRecord): Said => ({
  phone: customer?.phone ?? null,
  leadType: leadType ?? null,
  request: {
    ...requestOf(undefined),
    title: text(request?.title),
    description: text(request?.description),
    schedule: text(request?.schedule).trim(),
    details: answersOf(request?.details),
    location: locationOf(request?.location),
    timeZone: timeZoneOf(locationOf(request?.location)),
    travelPreferences:
      request?.travelPreferences === undefined ? [] : [text(request.travelPreferences)],
    attachments: (request?.attachments ?? []).map(attachmentOf),
  },
  estimate:
    price === undefined
      ? null
      : {
          type: '',
          total: moneyOf(price),
          pricePerUnit: null,
          unitQuantity: null,
          unitName: '',
        },
  priceParts: null,
  refund: [],
  accessCode: null,
  businessPhone: null,
  links: { requestReview: null, refundRequest: null },
});

const said = (json: string | null): Said => {
  const record: unknown = json === null ? undefined : JSON.parse(json);
  if (isLegacyLead(record)) return saidByLegacy(leadRecord.parse(record));
  return saidByV4(negotiationRecord.safeParse(record).data);
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
  const { phone, ...rest } = said(kept.record);
  const draft = draftOf(store, lead);
  const phones = phonesOf(store, lead);
  return {
    row,
    negotiationID: kept.negotiationID,
    customer: {
      customerID: kept.customerID,
      name: row.customerName,
      phone,
    },
    customerPhones: phones.length > 0 || phone === null ? phones : [phone],
    ...rest,
    chargeState: kept.chargeState,
    draft: draft.text,
    draftReplyID: draft.replyID,
    readAt: toldAndRead(store, lead).readAt,
  };
};
