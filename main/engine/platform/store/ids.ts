/** Ids of the contract are local row numbers as text; ids of the service stay inside the engine. */
import type { LeadID, MessageID } from '../../../../contract/records.ts';

export const toLeadID = (lead: number): LeadID => String(lead) as LeadID;
export const toMessageID = (message: number): MessageID => String(message) as MessageID;

/** Parses an id; null for an invalid one. */
export const toRow = (id: LeadID | MessageID): number | null =>
  /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null;

/** Parses ids, without the invalid ones. */
export const toRows = (ids: readonly LeadID[]): readonly number[] =>
  ids.map(toRow).filter((row) => row !== null);
