/** Recognizes and applies the records of v4's event kinds (contract/event-kinds.ts). */
import { listEventKinds, type EventKindName } from '../../../../../contract/event-kinds.ts';
import { decodeEntities } from '../../../platform/entities.ts';
import { pickRecord, parse } from '../../../platform/http/parse.ts';
import type { LeadRecord } from '../../../leads/lead-record.ts';
import { getReason, type IngestContext } from '../../../accounts/ingest/context.ts';
import { routeMessage, routeNegotiation } from '../../../accounts/ingest/route.ts';
import { reader } from './reader.ts';
import { reviewRecord } from './service/reviews.ts';
import { listWebhooks } from './webhooks/rows.ts';

type KindHandler = {
  /** Fields that identify a record of the kind, each with its other names; empty if they are not unique. */
  readonly fields: readonly (readonly string[])[];
  /** Returns the reason when the record cannot be parsed. */
  readonly apply: (
    context: IngestContext,
    record: unknown,
    webhookID: string | undefined,
  ) => string | null;
};

/**
 * True if a lead belongs to a test delivery, and so does not exist at the service. Only these names
 * and the number distinguish it.
 */
export const isTestLead = ({ business, customer }: LeadRecord): boolean =>
  business.name === 'Test Business for Webhooks' ||
  (customer.name === 'Test Customer' &&
    customer.phone?.replaceAll(/\D/g, '').replace(/^1(?=1234567890$)/, '') === '1234567890');

const applyNegotiation: KindHandler['apply'] = (context, data) => {
  const record = reader.parseLead(data);
  if (!record.ok) return getReason(record.error);
  if (!isTestLead(record.value)) routeNegotiation(context, record.value, pickRecord(data));
  return null;
};

const applyMessage: KindHandler['apply'] = (context, data) => {
  const record = reader.parseMessage(data);
  if (!record.ok) return getReason(record.error);
  const { negotiationID } = record.value;
  if (negotiationID === null) return 'the message names no negotiation';
  routeMessage(context, negotiationID, record.value);
  return null;
};

/** A review that cannot be parsed is not announced; its delivery is stored as usual. */
const reportReview: KindHandler['apply'] = ({ store, accountID, changes }, data, webhookID) => {
  const review = parse(reviewRecord, pickRecord(data));
  if (!review.ok) return null;
  const { reviewID, businessID, rating, createTime, reviewerName, reviewText } = review.value;
  const hook = listWebhooks(store, accountID).find(
    (own) => own.webhookID !== null && own.webhookID === webhookID,
  );
  const plain = (text: string | undefined): string => decodeEntities(text ?? '').trim();
  changes.reviews.push({
    accountID,
    businessID: businessID ?? hook?.businessID ?? null,
    reviewID,
    rating: rating ?? null,
    reviewer: plain(reviewerName),
    text: plain(reviewText),
    at: createTime ?? null,
  });
  return null;
};

const sentAt = ['sentAt', 'createTime', 'createdAt'];
const createdAt = ['createdAt', 'createTime'];

/** Kinds whose fields include those of another one come first. */
export const kindHandlers: Readonly<Record<EventKindName, KindHandler>> = {
  ReviewCreatedV4: { fields: [['reviewID'], ['rating']], apply: reportReview },
  MessageCreatedV4: {
    fields: [['messageID'], ['negotiationID'], sentAt, ['from']],
    apply: applyMessage,
  },
  MessageCreated: { fields: [], apply: applyMessage },
  NegotiationCreatedV4: {
    fields: [['negotiationID'], createdAt, ['customer'], ['business']],
    apply: applyNegotiation,
  },
};

/** Five kinds have this prefix; their names are undocumented. */
export const presetJobPrefix = 'PresetJob';

export const storedOnlyKinds: readonly string[] = [
  ...listEventKinds('becomes', 'review'),
  `${presetJobPrefix}*`,
];

const stems = [
  ...Object.keys(kindHandlers).map((name) => name.replace(/Created.*/, '')),
  presetJobPrefix,
];
const kindPattern = new RegExp(`^(?:${stems.join('|')})[A-Za-z0-9]*$`);

/** True if a value is the name of a kind, of any version. */
export const isKindLike = (value: unknown): value is string =>
  typeof value === 'string' && kindPattern.test(value);
