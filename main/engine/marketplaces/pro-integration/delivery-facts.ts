/** Extracts from a delivery's body the fields that lists of deliveries show. */
import { decodeEntities } from '../../platform/entities.ts';
import { isFields, type Fields } from '../../platform/http/fields.ts';
import { pickRecord } from '../../platform/http/parse.ts';
import type { DeliveryFacts } from '../../accounts/deliveries.ts';

/** Ids that identify a delivery's record; there is no delivery id. */
const idNames = ['messageID', 'negotiationID', 'reviewID', 'leadID'] as const;

const toFields = (value: unknown): Fields => (isFields(value) ? value : {});

/** The record of a body: from its envelope, or the whole body of a legacy call. */
const findRecord = (body: unknown): Fields | null => {
  const parsed = pickRecord(body);
  if (typeof parsed !== 'object' || parsed === null) return null;
  const { data, attributes, negotiation, message }: Fields = { ...parsed };
  // The message of a legacy call names no lead, so it is not the whole record.
  const isRecord = 'negotiationID' in toFields(message);
  const candidates = [toFields(attributes)['data'], negotiation, isRecord ? message : undefined];
  const record =
    'data' in parsed ? data : (candidates.find((each) => each !== undefined) ?? parsed);
  return typeof record === 'object' && record !== null ? (record as Fields) : null;
};

const toIDText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const decodeText = (value: unknown): string => decodeEntities(toIDText(value));

const parseName = (value: unknown): string => {
  const { firstName, lastName, displayName, name } = toFields(value);
  const parts = `${decodeText(firstName)} ${decodeText(lastName)}`.trim();
  return (parts || decodeText(displayName) || decodeText(name)).slice(0, 200);
};

export const extractDeliveryFacts = (body: unknown): DeliveryFacts => {
  const record = findRecord(body);
  const id = idNames.map((name) => record?.[name]).find((value) => value !== undefined);
  return {
    record,
    recordID: toIDText(id).slice(0, 200),
    negotiationID: toIDText(record?.['negotiationID'] ?? record?.['leadID']) || null,
    customerName: parseName(record?.['customer']),
    businessName: parseName(record?.['business']),
  };
};
