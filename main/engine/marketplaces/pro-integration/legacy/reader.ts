/** Parses the leads and messages of legacy calls. */
import type { MessageRecord } from '../../../conversation/message-record.ts';
import type { LeadRecord } from '../../../leads/lead-record.ts';
import { decodeEntities } from '../../../platform/entities.ts';
import type { Reader } from '../../../accounts/reader.ts';
import {
  attachmentOf,
  fieldsBelow,
  readPrice,
  plainName,
  readAs,
  readBusiness,
  requestOf,
  shownRequestFields,
  plainText,
} from '../wire.ts';
import * as records from './records.ts';

const leadRequestOf = (request: records.LeadRecord['request']): LeadRecord['request'] => ({
  ...requestOf(request),
  title: plainText(request?.title),
  schedule: plainText(request?.schedule).trim(),
  travelPreferences:
    request?.travelPreferences === undefined ? [] : [plainText(request.travelPreferences)],
});

const noEstimate = { type: '', total: null, pricePerUnit: null, unitQuantity: null, unitName: '' };

const leadOf = (record: records.LeadRecord): LeadRecord => {
  const { customer, business, request, price } = record;
  return {
    negotiationID: record.leadID,
    createdAt: record.createTimestamp ?? null,
    status: '',
    customer: {
      customerID: customer?.customerID ?? '',
      name: plainName(customer?.name),
      phone: customer?.phone ?? null,
      email: customer?.email?.trim() || null,
    },
    business: {
      businessID: business?.businessID ?? '',
      name: plainName(business?.name),
      phone: null,
      accessCode: null,
    },
    category: plainText(request?.category),
    leadType: record.leadType ?? null,
    request: leadRequestOf(request),
    estimate: price === undefined ? null : { ...noEstimate, total: readPrice(price) },
    price: readPrice(record.leadPrice),
    priceParts: null,
    chargeState: record.chargeState ?? null,
    refund: [],
    links: { requestReview: null, refundRequest: null },
    listed: '',
  };
};

/** Only customers' messages are delivered, without names. */
const messageOf = ({ message, ...about }: records.PartnerMessage): MessageRecord => ({
  messageID: message.messageID,
  negotiationID: about.leadID,
  side: 'customer',
  isAutomatic: false,
  customer: { customerID: about.customerID ?? '', name: '' },
  business: { businessID: about.businessID ?? '', name: '' },
  text: decodeEntities(message.text),
  rawText: message.text,
  attachments: message.attachments.map(attachmentOf),
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
    ...fieldsBelow('customer', 'phone', 'email'),
    ...shownRequestFields,
    ...fieldsBelow('request', 'title', 'schedule'),
    'price',
    'leadType',
  ],
};

export const reader: Reader = {
  lead: readAs(records.leadRecord, leadOf),
  message: readAs(records.partnerMessage, messageOf),
  business: readBusiness,
  sources,
};
