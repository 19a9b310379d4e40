/** Marks a lead that the service refused as missing. Call inside ingest's transaction. */
import { findLead, setAvailability } from '../../leads/leads.ts';
import type { IngestContext } from './context.ts';

export const markMissing = (
  { store, accountID, source, changes }: IngestContext,
  negotiationID: string,
  why: 'gone' | 'forbidden',
): void => {
  const known = findLead(store, accountID, negotiationID);
  if (known !== null && setAvailability(store, known.lead, why, source.now))
    changes.leads.add(known.lead);
};
