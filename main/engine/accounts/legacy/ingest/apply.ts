/** Applies legacy calls; the endpoint's path determines their kind. */
import { customerNameOf } from '../../../conversation/messages.ts';
import { newerTwin } from '../../../leads/holders.ts';
import { findLead } from '../../../leads/leads.ts';
import { parse } from '../../../platform/http/parse.ts';
import { applyMessage } from '../../ingest/message.ts';
import { reasonOf, type Intake, type IngestContext } from '../../ingest/context.ts';
import { isMovedAway } from '../../moves.ts';
import { pollSoon } from '../../polls.ts';
import { reader } from '../reader.ts';
import { callSubject, leadUpdate } from '../records.ts';
import { applyLead } from './lead.ts';
import { applyLeadUpdate } from './price.ts';

/** The kinds of deliveries that come on the partner endpoints (service.md, Endpoints G). */
export type LegacyKind = 'Lead' | 'Message' | 'LeadUpdate' | 'Review';

const applyKind: Readonly<
  Record<LegacyKind, (context: IngestContext, body: unknown) => string | null>
> = {
  Lead: (context, body) => {
    const record = reader.lead(body);
    if (!record.ok) return reasonOf(record.error);
    applyLead(context, record.value, body);
    return null;
  },
  Message: (context, body) => {
    const read = reader.message(body);
    if (!read.ok) return reasonOf(read.error);
    const { negotiationID } = read.value;
    if (negotiationID === null) return 'the message names no lead';
    const known = findLead(context.store, context.accountID, negotiationID);
    const name = known === null ? '' : customerNameOf(context.store, known.lead);
    const customer = { ...read.value.customer, name };
    applyMessage(context, negotiationID, { ...read.value, customer });
    return null;
  },
  LeadUpdate: (context, body) => {
    const update = parse(leadUpdate, body);
    if (!update.ok) return reasonOf(update.error);
    applyLeadUpdate(context, update.value);
    return null;
  },
  // Undocumented: stored only.
  Review: () => null,
};

const isKnown = (kind: string): kind is LegacyKind => Object.hasOwn(applyKind, kind);

/**
 * Applies the body of a call. A call about a lead that has moved to v4 is ignored, because v4 delivers it
 * too; if v4 has the lead as well, the v4 lead is polled.
 */
const applyDelivery = (received: IngestContext, kind: string, body: unknown): string | null => {
  if (!isKnown(kind)) return `calls of the kind ${kind} are not known`;
  const context: IngestContext = { ...received, source: { ...received.source, how: 'call' } };
  const { store, accountID, source } = context;
  const subject = parse(callSubject, body);
  const leadID = subject.ok ? subject.value.leadID : undefined;
  if (leadID !== undefined && isMovedAway(store, accountID, leadID)) return null;
  const twin = leadID === undefined ? null : newerTwin(store, accountID, leadID);
  if (twin !== null) pollSoon(store, twin.accountID, twin.lead, source.steady);
  return applyKind[kind](context, body);
};

export const intake: Intake = {
  reader,
  // Only the staging test endpoint answers with a lead (service.md, F): handled like a call.
  applyLead: (context, record) => applyDelivery(context, 'Lead', record),
  applyDelivery,
};
