/** What a legacy service's calls mean: one of four kinds, each by the path that it came on. */
import { customerNameOf } from '../../../conversation/messages.ts';
import { newerTwin } from '../../../leads/holders.ts';
import { findLead } from '../../../leads/leads.ts';
import { parse } from '../../../platform/http/parse.ts';
import { applyMessage } from '../../ingest/message.ts';
import { reasonOf, type Intake, type Told } from '../../ingest/told.ts';
import { standsElsewhere } from '../../moves.ts';
import { pollSoon } from '../../polls.ts';
import { reader } from '../reader.ts';
import { callSubject, leadUpdate } from '../records.ts';
import { applyLead } from './lead.ts';
import { applyLeadUpdate } from './price.ts';

/** The kinds of deliveries that come on the partner endpoints (service.md, Endpoints G). */
export type LegacyKind = 'Lead' | 'Message' | 'LeadUpdate' | 'Review';

const applyKind: Readonly<Record<LegacyKind, (told: Told, body: unknown) => string | null>> = {
  Lead: (told, body) => {
    const record = reader.lead(body);
    if (!record.ok) return reasonOf(record.error);
    applyLead(told, record.value, body);
    return null;
  },
  Message: (told, body) => {
    const read = reader.message(body);
    if (!read.ok) return reasonOf(read.error);
    const { negotiationID } = read.value;
    if (negotiationID === null) return 'the message names no lead';
    const known = findLead(told.store, told.accountID, negotiationID);
    const name = known === null ? '' : customerNameOf(told.store, known.lead);
    const customer = { ...read.value.customer, name };
    applyMessage(told, negotiationID, { ...read.value, customer });
    return null;
  },
  LeadUpdate: (told, body) => {
    const update = parse(leadUpdate, body);
    if (!update.ok) return reasonOf(update.error);
    applyLeadUpdate(told, update.value);
    return null;
  },
  // What it holds is not documented: it is kept as it came.
  Review: () => null,
};

const isKnown = (kind: string): kind is LegacyKind => Object.hasOwn(applyKind, kind);

/**
 * Applies the body of a call; the reason when it cannot be understood. Of a lead that has moved to v4
 * it is told there too, so there is nothing to add; of one that v4 has as well, v4 is asked soon.
 */
const applyDelivery = (heard: Told, kind: string, body: unknown): string | null => {
  if (!isKnown(kind)) return `calls of the kind ${kind} are not known`;
  // There is nothing that could be asked of who called.
  const told: Told = { ...heard, source: { ...heard.source, how: 'call' } };
  const { store, accountID, source } = told;
  const subject = parse(callSubject, body);
  const leadID = subject.ok ? subject.value.leadID : undefined;
  if (leadID !== undefined && standsElsewhere(store, accountID, leadID)) return null;
  const twin = leadID === undefined ? null : newerTwin(store, accountID, leadID);
  if (twin !== null) pollSoon(store, twin.accountID, twin.lead, source.steady);
  return applyKind[kind](told, body);
};

export const intake: Intake = {
  reader,
  // Only the staging test endpoint answers with a lead (service.md, F): it is as if it had called.
  takeLead: (told, record) => applyDelivery(told, 'Lead', record),
  applyDelivery,
};
