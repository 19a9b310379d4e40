/** Leads that were left as done: the list may briefly show them unchanged, so moving on skips them. */
import type { LeadID, ListedLead } from '../../contract/records.ts';

const changingFields = [
  'activityAt',
  'waitingSince',
  'archived',
  'noReplyNeeded',
  'snoozedUntil',
] as const;

export const createLeftLeads = () => {
  const left = new Map<LeadID, ListedLead>();
  /** True if the row does not show the lead's change yet. */
  const isStale = (row: ListedLead): boolean => {
    const before = left.get(row.leadID);
    return before !== undefined && changingFields.every((name) => row[name] === before[name]);
  };
  /** False once the customer has written again. */
  const isDone = (row: ListedLead): boolean =>
    isStale(row) || (left.has(row.leadID) && row.waitingSince === null);
  return {
    add: (row: ListedLead): void => void left.set(row.leadID, row),
    /** The lead is not done, or was opened again. */
    delete: (leadID: LeadID): void => void left.delete(leadID),
    clear: (): void => left.clear(),
    /** Forgets leads that are no longer in the list. */
    retain: (rows: readonly ListedLead[]): void => {
      for (const leadID of left.keys())
        if (!rows.some((row) => row.leadID === leadID)) left.delete(leadID);
    },
    /** Index of the next row below that one that is not stale, or null. */
    findBelow: (rows: readonly ListedLead[], index: number): number | null => {
      const at = rows.findIndex((row, each) => each > index && !isStale(row));
      return at < 0 ? null : at;
    },
    /** Index of the nearest row above that one that is not done, or null. */
    findAbove: (rows: readonly ListedLead[], index: number): number | null => {
      const at = rows.findLastIndex((row, each) => each < index && !isDone(row));
      return at < 0 ? null : at;
    },
  };
};
