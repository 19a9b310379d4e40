/** What a legacy service's calls mean: one of four kinds, each by the path that it came on. */
import { v4Twin } from '../../../leads/holders.ts';
import { findLead } from '../../../leads/leads.ts';
import { pollSoon } from '../../polls.ts';
import { customerNameOf } from '../../../conversation/messages.ts';
import { standsElsewhere } from '../../moves.ts';
import type { Store } from '../../../platform/store/store.ts';
import { parse } from '../../../platform/http/parse.ts';
import { applyMessage } from '../../ingest/message.ts';
import { type AdoptEcho } from '../../../conversation/outbox/echo.ts';
import type { Source } from '../../ingest/source.ts';
import type { Touched } from '../../ingest/touched.ts';
import { applyLead } from './lead.ts';
import { applyLeadUpdate } from './price.ts';
import {
  callSubject,
  leadRecord,
  leadUpdate,
  partnerMessage,
  type PartnerMessage,
} from '../records.ts';

/** The kinds of deliveries that come on the partner endpoints (service.md, Endpoints G). */
const legacyKinds = ['Lead', 'Message', 'LeadUpdate', 'Review'] as const;
export type LegacyKind = (typeof legacyKinds)[number];

export const isLegacyKind = (kind: string): kind is LegacyKind =>
  legacyKinds.some((known) => known === kind);

type Parts = {
  readonly store: Store;
  readonly adoptEcho: AdoptEcho;
  readonly accountID: string;
  readonly source: Source;
  readonly touched: Touched;
};

/** Only customers' messages are delivered; the customer is named by the lead alone. */
const applyPartnerMessage = (parts: Parts, { message, ...about }: PartnerMessage): void => {
  const { store, adoptEcho, accountID, source, touched } = parts;
  const known = findLead(store, accountID, about.leadID);
  const record = {
    messageID: message.messageID,
    from: 'Customer',
    customer: {
      customerID: about.customerID,
      displayName: known === null ? '' : customerNameOf(store, known.lead),
    },
    business: { businessID: about.businessID },
    text: message.text,
    attachments: message.attachments,
    sentAt: message.createTimestamp,
  };
  applyMessage(store, adoptEcho, accountID, about.leadID, record, source, touched);
};

/**
 * Applies the body of a call; gives the reason when it cannot be understood. Of a lead that has moved
 * to v4 it is told there too, so there is nothing to add; of one that v4 has as well, v4 is asked soon.
 */
export const applyLegacy = (parts: Parts, kind: LegacyKind, body: unknown): string | null => {
  const { store, accountID, source, touched } = parts;
  const subject = parse(callSubject, body);
  const leadID = subject.ok ? subject.value.leadID : undefined;
  if (leadID !== undefined && standsElsewhere(store, accountID, leadID)) return null;
  const twin = leadID === undefined ? null : v4Twin(store, accountID, leadID);
  if (twin !== null) pollSoon(store, twin.accountID, twin.lead, source.steady);
  switch (kind) {
    case 'Lead': {
      const record = parse(leadRecord, body);
      if (!record.ok) return record.error.detail ?? record.error.message;
      applyLead(store, accountID, record.value, body, source, touched);
      return null;
    }
    case 'Message': {
      const record = parse(partnerMessage, body);
      if (!record.ok) return record.error.detail ?? record.error.message;
      applyPartnerMessage(parts, record.value);
      return null;
    }
    // What it holds is not documented: it is kept as it came.
    case 'Review':
      return null;
    case 'LeadUpdate': {
      const update = parse(leadUpdate, body);
      if (!update.ok) return update.error.detail ?? update.error.message;
      applyLeadUpdate(store, accountID, update.value, source, touched);
      return null;
    }
  }
};
