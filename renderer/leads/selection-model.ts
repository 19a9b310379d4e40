/**
 * Which leads are selected: some by their ids, or all that the view had at a moment but for some. A lead
 * that comes later, or moves since, is never selected by itself, and can be added.
 */
import type { LeadID, LeadRow } from '../../contract/records.ts';

export type Selection =
  | { readonly kind: 'some'; readonly leadIDs: ReadonlySet<LeadID> }
  | {
      readonly kind: 'all';
      readonly asOf: number;
      readonly except: ReadonlySet<LeadID>;
      /** They count, also when they came later. */
      readonly also: ReadonlySet<LeadID>;
    };

type Placed = Pick<LeadRow, 'leadID' | 'activityAt'>;

/** Nothing is selected. */
export const nothing: Selection = { kind: 'some', leadIDs: new Set() };

export const isNothing = (selection: Selection): boolean =>
  selection.kind === 'some' && selection.leadIDs.size === 0;

export const isSelected = (selection: Selection, { leadID, activityAt }: Placed): boolean =>
  selection.kind === 'some'
    ? selection.leadIDs.has(leadID)
    : (activityAt <= selection.asOf || selection.also.has(leadID)) && !selection.except.has(leadID);

type AllOfView = Extract<Selection, { kind: 'all' }>;

const added = (set: ReadonlySet<LeadID>, leadIDs: Iterable<LeadID>): ReadonlySet<LeadID> =>
  new Set([...set, ...leadIDs]);

const removed = (set: ReadonlySet<LeadID>, leadIDs: Iterable<LeadID>): ReadonlySet<LeadID> => {
  const left = new Set(set);
  for (const leadID of leadIDs) left.delete(leadID);
  return left;
};

const withThese = (selection: AllOfView, leadIDs: readonly LeadID[]): Selection => ({
  ...selection,
  except: removed(selection.except, leadIDs),
  also: added(selection.also, leadIDs),
});

/** With these leads too. */
export const withLeads = (selection: Selection, leadIDs: Iterable<LeadID>): Selection =>
  selection.kind === 'some'
    ? { kind: 'some', leadIDs: added(selection.leadIDs, leadIDs) }
    : withThese(selection, [...leadIDs]);

/** Without these leads. */
export const withoutLeads = (selection: Selection, leadIDs: Iterable<LeadID>): Selection =>
  selection.kind === 'some'
    ? { kind: 'some', leadIDs: removed(selection.leadIDs, leadIDs) }
    : {
        ...selection,
        except: added(selection.except, leadIDs),
        also: removed(selection.also, leadIDs),
      };

/** The lead is selected when it was not, and not when it was. */
export const toggled = (selection: Selection, lead: Placed): Selection =>
  (isSelected(selection, lead) ? withoutLeads : withLeads)(selection, [lead.leadID]);
