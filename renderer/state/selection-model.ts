/**
 * Which leads are selected: some by their ids, or all that the view had at a moment but for some. A lead
 * that comes later, or moves since, is never selected by itself.
 */
import type { LeadID, LeadRow } from '../../contract/records.ts';

export type Selection =
  | { readonly kind: 'some'; readonly leadIDs: ReadonlySet<LeadID> }
  | { readonly kind: 'all'; readonly asOf: number; readonly except: ReadonlySet<LeadID> };

type Placed = Pick<LeadRow, 'leadID' | 'activityAt'>;

/** Nothing is selected. */
export const nothing: Selection = { kind: 'some', leadIDs: new Set() };

export const isNothing = (selection: Selection): boolean =>
  selection.kind === 'some' && selection.leadIDs.size === 0;

export const isSelected = (selection: Selection, { leadID, activityAt }: Placed): boolean =>
  selection.kind === 'some'
    ? selection.leadIDs.has(leadID)
    : activityAt <= selection.asOf && !selection.except.has(leadID);

const added = (set: ReadonlySet<LeadID>, leadIDs: Iterable<LeadID>): ReadonlySet<LeadID> =>
  new Set([...set, ...leadIDs]);

const removed = (set: ReadonlySet<LeadID>, leadIDs: Iterable<LeadID>): ReadonlySet<LeadID> => {
  const left = new Set(set);
  for (const leadID of leadIDs) left.delete(leadID);
  return left;
};

/** With these leads too. */
export const withLeads = (selection: Selection, leadIDs: Iterable<LeadID>): Selection =>
  selection.kind === 'some'
    ? { kind: 'some', leadIDs: added(selection.leadIDs, leadIDs) }
    : { ...selection, except: removed(selection.except, leadIDs) };

/** Without these leads. */
export const withoutLeads = (selection: Selection, leadIDs: Iterable<LeadID>): Selection =>
  selection.kind === 'some'
    ? { kind: 'some', leadIDs: removed(selection.leadIDs, leadIDs) }
    : { ...selection, except: added(selection.except, leadIDs) };

/** The lead is selected when it was not, and not when it was. */
export const toggled = (selection: Selection, lead: Placed): Selection =>
  (isSelected(selection, lead) ? withoutLeads : withLeads)(selection, [lead.leadID]);
