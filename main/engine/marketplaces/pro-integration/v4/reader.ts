/** Parses v4's leads and messages. */
import type { Money, Side } from '../../../../../contract/records.ts';
import type { MessageRecord } from '../../../conversation/message-record.ts';
import type { LeadRecord } from '../../../leads/lead-record.ts';
import { decodeEntities } from '../../../platform/entities.ts';
import type { MessageColumn, Reader, Sources } from '../../../accounts/reader.ts';
import {
  attachmentFields,
  toAttachment,
  listFieldsBelow,
  parsePrice,
  toPlainName,
  createParser,
  parseBusiness,
  toRequest,
  shownRequestFields,
  toPlainText,
} from '../wire.ts';
import * as records from './service/records.ts';

type Negotiation = records.NegotiationRecord;
type Request = NonNullable<Negotiation['request']>;

const toName = (person: Negotiation['customer']): string => {
  const parts = [person?.firstName, person?.lastName].filter((part) => part?.trim());
  return toPlainName(parts.length > 0 ? parts.join(' ') : person?.displayName);
};

const maxBookingMs = 366 * 24 * 60 * 60_000;

/** `duration` is in minutes; an absurd one is ignored. */
const toBooking = (booking: Request['booking']): LeadRecord['request']['booking'] => {
  if (booking?.start === undefined) return null;
  const { start, duration } = booking;
  const end = duration === undefined ? 0 : Math.round(start + duration * 60_000);
  return { start, end: end > start && end < start + maxBookingMs ? end : null };
};

const toLeadRequest = (request: Request | undefined): LeadRecord['request'] => ({
  ...toRequest(request),
  proposedTimes: (request?.proposedTimes ?? []).flatMap(({ start, end }) => {
    const from = start ?? end;
    return from === undefined
      ? []
      : [{ start: from, end: start === undefined ? null : (end ?? null) }];
  }),
  booking: toBooking(request?.booking),
  travelPreferences: (request?.travelPreferences ?? []).map(decodeEntities),
});

/** In an estimate of the type MoreInfo a price of 0.00 means none. */
const toEstimate = (
  estimate: NonNullable<Negotiation['estimate']>,
): NonNullable<LeadRecord['estimate']> => {
  const type = toPlainText(estimate.type);
  const isOpen = type.toLowerCase() === 'moreinfo';
  const toPrice = (text: string | undefined): Money | null => {
    const money = parsePrice(text);
    return isOpen && money?.cents === 0 ? null : money;
  };
  return {
    type,
    total: toPrice(estimate.total),
    pricePerUnit: toPrice(estimate.pricePerUnit),
    unitQuantity: estimate.unitQuantity ?? null,
    unitName: toPlainText(estimate.unitName),
  };
};

const toLead = (record: Negotiation): LeadRecord => {
  const { customer, business, request, estimate, leadPriceBreakdown: parts } = record;
  return {
    negotiationID: record.negotiationID,
    createdAt: record.createdAt ?? null,
    status: record.status ?? '',
    customer: {
      customerID: customer?.customerID ?? '',
      name: toName(customer),
      phone: customer?.phone ?? null,
      email: null,
    },
    business: {
      businessID: business?.businessID ?? '',
      name: toPlainName(business?.name),
      phone: business?.phoneNumber ?? null,
      accessCode: business?.accessCode ?? null,
    },
    category: toPlainText(request?.category?.name),
    leadType: record.leadType ?? null,
    request: toLeadRequest(request),
    estimate: estimate === undefined ? null : toEstimate(estimate),
    price: parsePrice(record.leadPrice),
    priceParts:
      parts === undefined
        ? null
        : { subtotal: parsePrice(parts.subtotal), salesTax: parsePrice(parts.salesTax) },
    chargeState: record.chargeState ?? null,
    refund: record.refundDetails.map((detail) => ({ ...detail, text: toPlainText(detail.text) })),
    links: {
      requestReview: record.requestReviewLink ?? null,
      refundRequest: record.refundRequestLink ?? null,
    },
    listed: JSON.stringify([
      record.status,
      record.leadPrice,
      record.chargeState,
      record.refundDetails,
    ]),
  };
};

/** A delivered message names both parties; a fetched one only its author. */
const detectSide = ({ from, customer, business }: records.MessageRecord): Side => {
  const name = from?.trim().toLowerCase();
  if (name === 'customer' || name === 'business') return name;
  if (name !== undefined || (customer === undefined) === (business === undefined)) return 'unknown';
  return customer === undefined ? 'business' : 'customer';
};

const toMessage = (record: records.MessageRecord): MessageRecord => ({
  messageID: record.messageID,
  negotiationID: record.negotiationID ?? null,
  side: detectSide(record),
  isAutomatic: /^quick[\s_-]?reply$/i.test(record.messageType?.trim() ?? ''),
  customer: { customerID: record.customer?.customerID ?? '', name: toName(record.customer) },
  business: {
    businessID: record.business?.businessID ?? '',
    name: toPlainName(record.business?.displayName),
  },
  text: decodeEntities(record.text),
  rawText: record.text,
  attachments: record.attachments.map(toAttachment),
  sentAt: record.sentAt ?? null,
});

const sources: Reader['sources'] = {
  columns: {
    negotiation_id: ['negotiationID'],
    business_id: ['business.businessID'],
    customer_id: ['customer.customerID'],
    customer_name: ['customer.firstName', 'customer.lastName', 'customer.displayName'],
    category: ['request.category.name', 'category.name'],
    city: ['request.location.city', 'location.city', 'customer.location.city'],
    status: ['status'],
    price_text: ['leadPrice'],
    price_cents: ['leadPrice'],
    charge_state: ['chargeState'],
    created_at: ['createdAt', 'createTime'],
    complete: [],
    availability: [],
  },
  shown: [
    ...listFieldsBelow('business', 'name', 'phoneNumber', 'accessCode'),
    ...listFieldsBelow('leadPriceBreakdown', 'subtotal', 'salesTax'),
    'refundDetails',
    'refundDetails.**',
    'customer.phone',
    ...shownRequestFields,
    // The documentation's sample has these next to the request.
    ...shownRequestFields.map((path) => path.replace('request.', '')),
    ...listFieldsBelow('customer.location', 'state', 'zipCode'),
    ...listFieldsBelow('request.proposedTimes.*', 'start', 'end'),
    ...listFieldsBelow('request.booking', 'start', 'duration'),
    ...listFieldsBelow('estimate', 'type', 'total', 'pricePerUnit', 'unitQuantity', 'unitName'),
    'leadType',
    'requestReviewLink',
    'refundRequestLink',
  ],
};

/** The fields of which a message is made; its author comes from those of its side. */
export const listMessageSources = ({ side }: MessageRecord): Sources<MessageColumn> => ({
  columns: {
    message_id: ['messageID'],
    negotiation_id: ['negotiationID'],
    side: ['from'],
    author:
      side === 'business'
        ? ['business.displayName']
        : ['customer.firstName', 'customer.lastName', 'customer.displayName'],
    text: ['text'],
    sent_at: ['sentAt', 'createTime', 'createdAt', 'createTimestamp'],
  },
  shown: ['messageType', ...listFieldsBelow('attachments.*', ...attachmentFields)],
});

export const reader: Reader = {
  parseLead: createParser(records.negotiationRecord, toLead),
  parseMessage: createParser(records.messageRecord, toMessage),
  parseBusiness,
  sources,
};
