/** Parses the leads and messages of legacy calls. */
import type { MessageRecord } from '../../../conversation/message-record.ts';
import type { LeadRecord } from '../../../leads/lead-record.ts';
import { decodeEntities } from '../../../platform/entities.ts';
import type { Reader } from '../../../accounts/reader.ts';
import {
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
import * as records from './records.ts';

const toLeadRequest = (request: records.LeadRecord['request']): LeadRecord['request'] => ({
  ...toRequest(request),
  title: toPlainText(request?.title),
  schedule: toPlainText(request?.schedule).trim(),
  travelPreferences:
    request?.travelPreferences === undefined ? [] : [toPlainText(request.travelPreferences)],
});

const noEstimate = { type: '', total: null, pricePerUnit: null, unitQuantity: null, unitName: '' };

const toLead = (record: records.LeadRecord): LeadRecord => {
  const { customer, business, request, price } = record;
  return {
    negotiationID: record.leadID,
    createdAt: record.createTimestamp ?? null,
    status: '',
    customer: {
      customerID: customer?.customerID ?? '',
      name: toPlainName(customer?.name),
      phone: customer?.phone ?? null,
      email: customer?.email?.trim() || null,
    },
    business: {
      businessID: business?.businessID ?? '',
      name: toPlainName(business?.name),
      phone: null,
      accessCode: null,
    },
    category: toPlainText(request?.category),
    leadType: record.leadType ?? null,
    request: toLeadRequest(request),
    estimate: price === undefined ? null : { ...noEstimate, total: parsePrice(price) },
    price: parsePrice(record.leadPrice),
    priceParts: null,
    chargeState: record.chargeState ?? null,
    refund: [],
    links: { requestReview: null, refundRequest: null },
    listed: '',
  };
};

/** Only customers' messages are delivered, without names. */
const toMessage = ({ message, ...about }: records.PartnerMessage): MessageRecord => ({
  messageID: message.messageID,
  negotiationID: about.leadID,
  side: 'customer',
  isAutomatic: false,
  customer: { customerID: about.customerID ?? '', name: '' },
  business: { businessID: about.businessID ?? '', name: '' },
  text: decodeEntities(message.text),
  rawText: message.text,
  attachments: message.attachments.map(toAttachment),
  sentAt: message.createTimestamp ?? null,
});

const sources: Reader['sources'] = {
  columns: {
    negotiation_id: ['leadID'],
    business_id: ['business.businessID'],
    customer_id: ['customer.customerID'],
    customer_name: ['customer.name'],
    category: ['request.category'],
    city: ['request.location.city'],
    status: [],
    price_text: ['leadPrice'],
    price_cents: ['leadPrice'],
    charge_state: ['chargeState'],
    created_at: ['createTimestamp'],
    complete: [],
    availability: [],
  },
  shown: [
    'business.name',
    ...listFieldsBelow('customer', 'phone', 'email'),
    ...shownRequestFields,
    ...listFieldsBelow('request', 'title', 'schedule'),
    'price',
    'leadType',
  ],
};

export const reader: Reader = {
  parseLead: createParser(records.leadRecord, toLead),
  parseMessage: createParser(records.partnerMessage, toMessage),
  parseBusiness,
  sources,
};
