/** Parses the envelope of a v4 delivery. */
import { z } from 'zod';
import { isEventKind, type EventKindName } from '../../../../../contract/event-kinds.ts';
import { id, isAbsent, isFields, optional, type Fields } from '../../../platform/http/fields.ts';
import { pickRecord } from '../../../platform/http/parse.ts';
import { isKindLike, kindHandlers } from './kinds.ts';

const documentedEnvelope = z.object({
  event: z.preprocess(
    (value) => (Array.isArray(value) ? value.find(isFields) : value),
    z.object({ eventType: z.string().min(1).max(200), webhookID: optional(id) }),
  ),
  data: z.unknown(),
});

/** The kind of a record whose envelope names none, by its fields. */
const inferKind = (record: unknown): EventKindName | undefined =>
  isFields(record)
    ? Object.keys(kindHandlers)
        .filter(isEventKind)
        .find((kind) => {
          const { fields } = kindHandlers[kind];
          const has = (names: readonly string[]) => names.some((name) => !isAbsent(record[name]));
          return fields.length > 0 && fields.every(has);
        })
    : undefined;

/**
 * Converts the other envelopes that single clients have received: the bare record,
 * `attributes.data`, and `negotiation`, `message` or `review` next to a kind at the top.
 */
const toDocumented = (body: unknown): unknown => {
  const whole = pickRecord(body);
  if (!isFields(whole) || documentedEnvelope.safeParse(whole).data?.data !== undefined)
    return whole;
  const { event, attributes, data, negotiation, message, review } = whole;
  const nested = isFields(attributes) ? attributes : {};
  const candidates = [data, nested['data'], negotiation, message, review, whole].map(pickRecord);
  const record = candidates.find((place) => inferKind(place) !== undefined);
  if (record === undefined) return whole;
  const about: Fields = isFields(event) ? event : {};
  const kinds = [about, whole, nested].flatMap((place) => [
    place['eventType'],
    place['type'],
    place['kind'],
  ]);
  const eventType = [event, ...kinds].find(isKindLike) ?? inferKind(record);
  return { event: { ...about, eventType }, data: record };
};

export const envelope = z.preprocess(toDocumented, documentedEnvelope);
