/** Applies v4's deliveries and fetched records. */
import { z } from 'zod';
import { isEventKind, type EventKindName } from '../../../../../contract/event-kinds.ts';
import { id } from '../../../platform/http/fields.ts';
import { parse } from '../../../platform/http/parse.ts';
import { markMissing } from '../../../accounts/ingest/missing.ts';
import { getReason, type Intake } from '../../../accounts/ingest/context.ts';
import { routeNegotiation } from '../../../accounts/ingest/route.ts';
import { extractDeliveryFacts } from '../delivery-facts.ts';
import { envelope } from './envelope.ts';
import { kindHandlers, presetJobPrefix } from './kinds.ts';
import { reader } from './reader.ts';

/** The events whose data are like the records that another desktop of the team polled. */
const eventKinds: Readonly<Record<string, EventKindName>> = {
  'answer:negotiation': 'NegotiationCreatedV4',
  'answer:message': 'MessageCreatedV4',
};

const missingRecord = z.object({
  negotiationID: id,
  why: z.enum(['gone', 'forbidden']),
  /** UTC milliseconds; a lead can be missing again after it was back. */
  at: z.number(),
});
export type MissingRecord = z.infer<typeof missingRecord>;
const missingDelivery = z.object({ data: missingRecord });

export const intake: Intake = {
  reader,
  describe: extractDeliveryFacts,

  applyLead: (context, raw) => {
    const record = reader.parseLead(raw);
    if (!record.ok) return getReason(record.error);
    routeNegotiation(context, record.value, raw);
    return null;
  },

  applyDelivery: (received, kind, body) => {
    if (kind === 'answer:missing') {
      const read = parse(missingDelivery, body);
      if (!read.ok) return getReason(read.error);
      markMissing(received, read.value.data.negotiationID, read.value.data.why);
      return null;
    }
    const eventType = eventKinds[kind];
    const source = { ...received.source, how: 'relayed' as const };
    const context = eventType === undefined ? received : { ...received, source };
    const whole = eventType === undefined ? body : { ...(body as object), event: { eventType } };
    const read = parse(envelope, whole);
    if (!read.ok) return getReason(read.error);
    const { event, data } = read.value;
    if (isEventKind(event.eventType))
      return kindHandlers[event.eventType].apply(context, data, event.webhookID);
    return event.eventType.startsWith(presetJobPrefix)
      ? null
      : `events of the kind ${event.eventType} are not known`;
  },
};
