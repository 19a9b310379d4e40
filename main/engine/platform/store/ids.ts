/** Ids of the contract are local row numbers as text; ids of the service stay inside the engine. */
import type { LeadID, MessageID } from '../../../../contract/records.ts';

export const leadIDOf = (lead: number): LeadID => String(lead) as LeadID;
export const messageIDOf = (message: number): MessageID => String(message) as MessageID;

/** Row number of an id; null for an invalid one. */
export const rowOf = (id: LeadID | MessageID): number | null =>
  /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null;

/** Row numbers of the valid ids. */
export const rowsOf = (ids: readonly LeadID[]): readonly number[] =>
  ids.map(rowOf).filter((row) => row !== null);
