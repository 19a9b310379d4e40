/**
 * The ids of the contract are the local row numbers as text; they are opaque to everybody else, and
 * the service's own ids stay inside the engine.
 */
import type { LeadID, MessageID } from '../../../../contract/records.ts';

export const leadIDOf = (lead: number): LeadID => String(lead) as LeadID;
export const messageIDOf = (message: number): MessageID => String(message) as MessageID;

/** The row number behind an id of the contract, or null when it cannot be one. */
export const rowOf = (id: LeadID | MessageID): number | null =>
  /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null;
