/** Replaces ids of merged leads in commands, which an open conversation may still send. */
import type { LeadID } from '../../../../contract/records.ts';
import type { EngineCommand, Handlers } from '../../platform/command/handler.ts';
import { leadIDOf, rowOf, rowsOf } from '../../platform/store/ids.ts';
import { findListedTwin } from '../../leads/holders.ts';
import { filterListed } from '../../leads/inbox.ts';
import { mergedInto } from '../../accounts/moves.ts';
import type { Store } from '../../platform/store/store.ts';

type LeadInput = { readonly leadID?: LeadID | null; readonly leadIDs?: readonly LeadID[] };

/** Wraps handlers so that they receive the current ids. */
export const followMergedLeads = (
  store: Store,
  handlers: Handlers<EngineCommand>,
): Handlers<EngineCommand> => {
  const currentID = (leadID: LeadID): LeadID => {
    const oldLead = rowOf(leadID);
    const lead =
      oldLead === null ? null : (mergedInto(store, oldLead) ?? findListedTwin(store, oldLead));
    return lead === null ? leadID : leadIDOf(lead);
  };
  /** Leads that are still shown keep their ids. */
  const currentIDs = (leadIDs: readonly LeadID[]): LeadID[] => {
    const shown = new Set(filterListed(store, rowsOf(leadIDs)).map(leadIDOf));
    return leadIDs.map((leadID) => (shown.has(leadID) ? leadID : currentID(leadID)));
  };
  const withCurrentIDs = (input: LeadInput): LeadInput => ({
    ...input,
    ...(input.leadID != null && { leadID: currentID(input.leadID) }),
    ...(input.leadIDs !== undefined && { leadIDs: currentIDs(input.leadIDs) }),
  });
  const wrapped = Object.entries(handlers).map(([name, handler]) => [
    name,
    (input: LeadInput) => (handler as (input: LeadInput) => unknown)(withCurrentIDs(input)),
  ]);
  return Object.fromEntries(wrapped) as Handlers<EngineCommand>;
};
