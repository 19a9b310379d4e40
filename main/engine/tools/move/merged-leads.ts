/** Replaces ids of merged leads in commands: an open conversation may still send them. */
import type { LeadID } from '../../../../contract/records.ts';
import type { EngineCommand, Handlers } from '../../platform/command/handler.ts';
import { toLeadID, toRow, toRows } from '../../platform/store/ids.ts';
import { findListedTwin } from '../../leads/holders.ts';
import { filterListed } from '../../leads/inbox.ts';
import { findMergeTarget } from '../../accounts/moves.ts';
import type { Store } from '../../platform/store/store.ts';

type LeadInput = { readonly leadID?: LeadID | null; readonly leadIDs?: readonly LeadID[] };

/** Wraps handlers so that they receive the current ids. */
export const followMergedLeads = (
  store: Store,
  handlers: Handlers<EngineCommand>,
): Handlers<EngineCommand> => {
  const toCurrentID = (leadID: LeadID): LeadID => {
    const oldLead = toRow(leadID);
    const lead =
      oldLead === null ? null : (findMergeTarget(store, oldLead) ?? findListedTwin(store, oldLead));
    return lead === null ? leadID : toLeadID(lead);
  };
  /** Leads that are still shown keep their ids. */
  const toCurrentIDs = (leadIDs: readonly LeadID[]): LeadID[] => {
    const shown = new Set(filterListed(store, toRows(leadIDs)).map(toLeadID));
    return leadIDs.map((leadID) => (shown.has(leadID) ? leadID : toCurrentID(leadID)));
  };
  const replaceIDs = (input: LeadInput): LeadInput => ({
    ...input,
    ...(input.leadID != null && { leadID: toCurrentID(input.leadID) }),
    ...(input.leadIDs !== undefined && { leadIDs: toCurrentIDs(input.leadIDs) }),
  });
  const wrapped = Object.entries(handlers).map(([name, handler]) => [
    name,
    (input: LeadInput) => (handler as (input: LeadInput) => unknown)(replaceIDs(input)),
  ]);
  return Object.fromEntries(wrapped) as Handlers<EngineCommand>;
};
