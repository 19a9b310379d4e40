/** Replaces ids of merged leads in calls, such as from an open conversation. */
import type { LeadID } from '../../../../contract/records.ts';
import type { EngineCommand, Handlers } from '../../platform/command/handler.ts';
import { leadIDOf, rowOf, rowsOf } from '../../platform/store/ids.ts';
import { shownAs } from '../../leads/holders.ts';
import { shownAmong } from '../../leads/inbox.ts';
import { mergedInto } from '../../accounts/moves.ts';
import type { Store } from '../../platform/store/store.ts';

type Named = { readonly leadID?: LeadID | null; readonly leadIDs?: readonly LeadID[] };

/** Wraps handlers so that they receive the current ids. */
export const followMergedLeads = (
  store: Store,
  handlers: Handlers<EngineCommand>,
): Handlers<EngineCommand> => {
  const now = (leadID: LeadID): LeadID => {
    const was = rowOf(leadID);
    const lead = was === null ? null : (mergedInto(store, was) ?? shownAs(store, was));
    return lead === null ? leadID : leadIDOf(lead);
  };
  /** Leads that are still shown keep their ids. */
  const allNow = (leadIDs: readonly LeadID[]): LeadID[] => {
    const shown = new Set(shownAmong(store, rowsOf(leadIDs)).map(leadIDOf));
    return leadIDs.map((leadID) => (shown.has(leadID) ? leadID : now(leadID)));
  };
  const inputNow = (input: Named): Named => ({
    ...input,
    ...(input.leadID != null && { leadID: now(input.leadID) }),
    ...(input.leadIDs !== undefined && { leadIDs: allNow(input.leadIDs) }),
  });
  const wrapped = Object.entries(handlers).map(([name, handler]) => [
    name,
    (input: Named) => (handler as (input: Named) => unknown)(inputNow(input)),
  ]);
  return Object.fromEntries(wrapped) as Handlers<EngineCommand>;
};
