/**
 * A selection: lead ids, or all leads of a view at a time, with exceptions. A lead that arrives or moves later
 * is not part of it, but can be added.
 */
import type { LeadID, LeadRow } from '../../contract/records.ts';

export type Selection =
  | { readonly kind: 'some'; readonly leadIDs: ReadonlySet<LeadID> }
  | {
      readonly kind: 'all';
      readonly asOf: number;
      readonly except: ReadonlySet<LeadID>;
      /** Added by hand, even if they arrived later. */
      readonly also: ReadonlySet<LeadID>;
    };

type Placed = Pick<LeadRow, 'leadID' | 'activityAt'>;

export const nothing: Selection = { kind: 'some', leadIDs: new Set() };

export const isNothing = (selection: Selection): boolean =>
  selection.kind === 'some' && selection.leadIDs.size === 0;

export const isSelected = (selection: Selection, { leadID, activityAt }: Placed): boolean =>
  selection.kind === 'some'
    ? selection.leadIDs.has(leadID)
    : (activityAt <= selection.asOf || selection.also.has(leadID)) && !selection.except.has(leadID);

const added = (set: ReadonlySet<LeadID>, leadIDs: Iterable<LeadID>): ReadonlySet<LeadID> =>
  new Set([...set, ...leadIDs]);

const removed = (set: ReadonlySet<LeadID>, leadIDs: Iterable<LeadID>): ReadonlySet<LeadID> => {
  const left = new Set(set);
  for (const leadID of leadIDs) left.delete(leadID);
  return left;
};

export const withLeads = (selection: Selection, leadIDs: readonly LeadID[]): Selection =>
  selection.kind === 'some'
    ? { kind: 'some', leadIDs: added(selection.leadIDs, leadIDs) }
    : {
        ...selection,
        except: removed(selection.except, leadIDs),
        also: added(selection.also, leadIDs),
      };

export const withoutLeads = (selection: Selection, leadIDs: Iterable<LeadID>): Selection =>
  selection.kind === 'some'
    ? { kind: 'some', leadIDs: removed(selection.leadIDs, leadIDs) }
    : {
        ...selection,
        except: added(selection.except, leadIDs),
        also: removed(selection.also, leadIDs),
      };

export const toggled = (selection: Selection, lead: Placed): Selection =>
  (isSelected(selection, lead) ? withoutLeads : withLeads)(selection, [lead.leadID]);
