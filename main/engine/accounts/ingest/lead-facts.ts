/** Derives the columns of a lead from its record. */
import { isPhoto } from '../../../../contract/photos.ts';
import type { LeadRecord } from '../../leads/lead-record.ts';
import { toOneLine } from '../../leads/inbox.ts';
import type { KnownLead, LeadFacts } from '../../leads/leads.ts';
import { detectUrgency } from '../../leads/urgency.ts';
import { dropFarTime } from '../../platform/http/fields.ts';
import type { Store } from '../../platform/store/store.ts';

/** Chooses the first text of the request: description, title or the chosen answers. */
const chooseRequestText = ({ description, title, details }: LeadRecord['request']): string =>
  toOneLine(
    [description, title].find((text) => text.trim() !== '') ??
      details.map(({ answer }) => answer).join(' · '),
  );

export const readCreatedAt = (store: Store, lead: number): number | null => {
  const sql = 'SELECT created_at AS at FROM leads WHERE lead = ?';
  return store.prepare<[number], { at: number }>(sql).get(lead)?.at ?? null;
};

/** Returns the creation time of a lead: the record's, or else the stored one, or else now. */
export const computeCreatedAt = (
  store: Store,
  known: KnownLead | null,
  record: LeadRecord,
  now: number,
): number =>
  dropFarTime(record.createdAt, now) ?? (known && readCreatedAt(store, known.lead)) ?? now;

export const deriveFacts = (record: LeadRecord, raw: string, createdAt: number): LeadFacts => {
  const { request, customer, category } = record;
  const { address1, address2, city, zipCode } = request.location;
  const answers = request.details.flatMap(({ question, answer }) => [question, answer]);
  const { title, description } = request;
  const words = [
    customer.name,
    category,
    address1,
    address2,
    city,
    zipCode,
    title,
    description,
    ...answers,
  ];
  return {
    negotiationID: record.negotiationID,
    businessID: record.business.businessID,
    customerID: customer.customerID,
    customerName: customer.name,
    category,
    city,
    status: record.status,
    price: record.price,
    chargeState: record.chargeState,
    createdAt,
    requestText: chooseRequestText(request),
    photos: request.attachments.filter(isPhoto).length,
    urgency: detectUrgency(record),
    record: raw,
    searchText: words.filter((text) => text !== '').join('\n'),
  };
};
