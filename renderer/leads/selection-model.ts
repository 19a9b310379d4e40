/** A selection: lead ids, or all leads of a view at one time, with exceptions and additions. */
import type { LeadID, LeadRow } from '../../contract/records.ts';

export type Selection =
  | { readonly kind: 'some'; readonly leadIDs: ReadonlySet<LeadID> }
  | {
      readonly kind: 'all';
      readonly asOf: number;
      readonly except: ReadonlySet<LeadID>;
      /** Added individually. */
      readonly also: ReadonlySet<LeadID>;
    };

type LeadActivity = Pick<LeadRow, 'leadID' | 'activityAt'>;

export const emptySelection: Selection = { kind: 'some', leadIDs: new Set() };

export const isEmptySelection = (selection: Selection): boolean =>
  selection.kind === 'some' && selection.leadIDs.size === 0;

export const isSelected = (selection: Selection, { leadID, activityAt }: LeadActivity): boolean =>
  selection.kind === 'some'
    ? selection.leadIDs.has(leadID)
    : (activityAt <= selection.asOf || selection.also.has(leadID)) && !selection.except.has(leadID);

const addAll = (set: ReadonlySet<LeadID>, leadIDs: Iterable<LeadID>): ReadonlySet<LeadID> =>
  new Set([...set, ...leadIDs]);

const deleteAll = (set: ReadonlySet<LeadID>, leadIDs: Iterable<LeadID>): ReadonlySet<LeadID> => {
  const rest = new Set(set);
  for (const leadID of leadIDs) rest.delete(leadID);
  return rest;
};

export const addLeads = (selection: Selection, leadIDs: readonly LeadID[]): Selection =>
  selection.kind === 'some'
    ? { kind: 'some', leadIDs: addAll(selection.leadIDs, leadIDs) }
    : {
        ...selection,
        except: deleteAll(selection.except, leadIDs),
        also: addAll(selection.also, leadIDs),
      };

export const removeLeads = (selection: Selection, leadIDs: Iterable<LeadID>): Selection =>
  selection.kind === 'some'
    ? { kind: 'some', leadIDs: deleteAll(selection.leadIDs, leadIDs) }
    : {
        ...selection,
        except: addAll(selection.except, leadIDs),
        also: deleteAll(selection.also, leadIDs),
      };

export const toggleLead = (selection: Selection, lead: LeadActivity): Selection =>
  (isSelected(selection, lead) ? removeLeads : addLeads)(selection, [lead.leadID]);
