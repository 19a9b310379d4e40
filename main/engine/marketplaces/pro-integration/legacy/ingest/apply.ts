/** Applies legacy calls; the endpoint's path determines their kind. */
import { readCustomerName } from '../../../../conversation/messages.ts';
import { findNewerTwin } from '../../../../leads/holders.ts';
import { findLead } from '../../../../leads/leads.ts';
import { parse } from '../../../../platform/http/parse.ts';
import type { Endpoint } from '../../../../accounts/endpoints.ts';
import { applyMessage } from '../../../../accounts/ingest/message.ts';
import { getReason, type Intake, type IngestContext } from '../../../../accounts/ingest/context.ts';
import { isMovedAway } from '../../../../accounts/moves.ts';
import { pollSoon } from '../../../../accounts/polls.ts';
import { extractDeliveryFacts } from '../../delivery-facts.ts';
import { reader } from '../reader.ts';
import { callSubject, leadUpdate } from '../records.ts';
import { applyLead, applyLeadUpdate } from './lead.ts';

type LegacyKind = {
  /** Method and path of the endpoint below an account's address, as the specification suggests them. */
  readonly method: Endpoint['method'];
  readonly path: string;
  /** Returns the reason when the body cannot be parsed. Null if calls are only stored. */
  readonly apply: ((context: IngestContext, body: unknown) => string | null) | null;
  /** An identical record is a new delivery if a different one came in between. */
  readonly isRepeatable?: boolean;
};

/** The calls of a legacy service, by their event kind (conformance.md, G). */
export const legacyKinds: Readonly<Record<string, LegacyKind>> = {
  Lead: {
    method: 'POST',
    path: '/v1/lead',
    apply: (context, body) => {
      const record = reader.parseLead(body);
      if (!record.ok) return getReason(record.error);
      applyLead(context, record.value, body);
      return null;
    },
  },
  Message: {
    method: 'POST',
    path: '/v1/message',
    apply: (context, body) => {
      const read = reader.parseMessage(body);
      if (!read.ok) return getReason(read.error);
      const { negotiationID } = read.value;
      if (negotiationID === null) return 'the message names no lead';
      const known = findLead(context.store, context.accountID, negotiationID);
      const name = known === null ? '' : readCustomerName(context.store, known.lead);
      const customer = { ...read.value.customer, name };
      applyMessage(context, negotiationID, { ...read.value, customer });
      return null;
    },
  },
  LeadUpdate: {
    method: 'PUT',
    path: '/v1/lead/update',
    isRepeatable: true,
    apply: (context, body) => {
      const update = parse(leadUpdate, body);
      if (!update.ok) return getReason(update.error);
      applyLeadUpdate(context, update.value);
      return null;
    },
  },
  // The body is not documented.
  Review: { method: 'POST', path: '/v1/review', apply: null },
};

export const storedOnlyKinds = Object.keys(legacyKinds).filter(
  (name) => legacyKinds[name]?.apply === null,
);

/**
 * Applies a call, unless its lead has moved to v4, which delivers it too. Returns the reason when it cannot be
 * parsed, or null.
 */
const applyDelivery = (received: IngestContext, kind: string, body: unknown): string | null => {
  const entry = Object.hasOwn(legacyKinds, kind) ? legacyKinds[kind] : undefined;
  if (entry === undefined) return `unknown kind of call: ${kind}`;
  const context: IngestContext = { ...received, source: { ...received.source, how: 'call' } };
  const { store, accountID, source } = context;
  const subject = parse(callSubject, body);
  const leadID = subject.ok ? subject.value.leadID : undefined;
  if (leadID !== undefined && isMovedAway(store, accountID, leadID)) return null;
  const twin = leadID === undefined ? null : findNewerTwin(store, accountID, leadID);
  // v4 has the lead too, and its record may have changed.
  if (twin !== null) pollSoon(store, twin.accountID, twin.lead, source.steady);
  return entry.apply?.(context, body) ?? null;
};

export const intake: Intake = {
  reader,
  describe: extractDeliveryFacts,
  // Only the staging endpoint for test leads answers with a lead. It is handled like a call.
  applyLead: (context, record) => applyDelivery(context, 'Lead', record),
  applyDelivery,
};
