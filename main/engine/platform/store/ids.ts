/**
 * Ids of the contract are local row numbers as text and opaque outside the engine, which never
 * exposes ids of the service.
 */
import type { LeadID, MessageID } from '../../../../contract/records.ts';

export const leadIDOf = (lead: number): LeadID => String(lead) as LeadID;
export const messageIDOf = (message: number): MessageID => String(message) as MessageID;

/** Returns the row number of an id, or null for an invalid one. */
export const rowOf = (id: LeadID | MessageID): number | null =>
  /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null;
