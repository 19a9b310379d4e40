/** Applies v4's deliveries and fetched records. */
import { oneRecord, parse } from '../../platform/http/parse.ts';
import { decodeEntities } from '../../platform/entities.ts';
import { isStoredOnly, reviewCreated } from '../ingest/kinds.ts';
import { routeMessage, routeNegotiation } from '../ingest/route.ts';
import { reasonOf, type Intake, type IngestContext } from '../ingest/context.ts';
import { reader } from './reader.ts';
import { envelope } from './service/records.ts';
import { reviewRecord } from './service/reviews.ts';
import { isTestLead } from './test-lead.ts';
import { webhooksOf } from './webhooks/rows.ts';

/** Reports a review; one that cannot be parsed is only stored, as a delivery. */
const takeReview = ({ store, accountID, changes }: IngestContext, body: unknown): void => {
  const read = parse(envelope, body);
  const review = read.ok ? parse(reviewRecord, oneRecord(read.value.data)) : read;
  if (!read.ok || !review.ok) return;
  const { reviewID, businessID, rating, createTime, reviewerName, reviewText } = review.value;
  const hook = webhooksOf(store, accountID).find(
    ({ webhookID }) => webhookID !== null && webhookID === read.value.event.webhookID,
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
};

export const intake: Intake = {
  reader,

  applyLead: (context, raw) => {
    const record = reader.lead(raw);
    if (!record.ok) return reasonOf(record.error);
    routeNegotiation(context, record.value, raw);
    return null;
  },

  applyDelivery: (context, kind, body) => {
    if (kind === reviewCreated) takeReview(context, body);
    if (isStoredOnly(kind)) return null;
    // A polled record was stored without an envelope (ingest.ts, `notUnderstood`).
    const read = parse(
      envelope,
      kind.startsWith('answer:') ? { ...(body as object), event: { eventType: kind } } : body,
    );
    if (!read.ok) return reasonOf(read.error);
    const { event, data } = read.value;
    switch (event.eventType) {
      case 'NegotiationCreatedV4':
      case 'answer:negotiation': {
        const record = reader.lead(data);
        if (!record.ok) return reasonOf(record.error);
        if (!isTestLead(record.value)) routeNegotiation(context, record.value, oneRecord(data));
        return null;
      }
      case 'MessageCreatedV4':
      case 'MessageCreated':
      case 'answer:message': {
        const record = reader.message(data);
        if (!record.ok) return reasonOf(record.error);
        const { negotiationID } = record.value;
        if (negotiationID === null) return 'the message names no negotiation';
        routeMessage(context, negotiationID, record.value);
        return null;
      }
      default:
        return `events of the kind ${event.eventType} are not known`;
    }
  },
};
