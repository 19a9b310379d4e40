/**
 * Whoever names a lead by the number that it had before it was merged means the lead that it became:
 * a conversation that is open, a draft that is being typed, a notification of yesterday.
 */
import type { LeadID } from '../../../../contract/records.ts';
import type { EngineCommand, Handlers } from '../../platform/command/handler.ts';
import { leadIDOf, rowOf } from '../../platform/store/ids.ts';
import { shownAs } from '../../leads/holders.ts';
import { shownAmong } from '../../leads/inbox.ts';
import { mergedInto } from '../../accounts/moves.ts';
import type { Store } from '../../platform/store/store.ts';

type Named = { readonly leadID?: LeadID | null; readonly leadIDs?: readonly LeadID[] };

/** The same handlers; they are given the leads that a call names as they are called now. */
export const followMergedLeads = (
  store: Store,
  handlers: Handlers<EngineCommand>,
): Handlers<EngineCommand> => {
  const now = (leadID: LeadID): LeadID => {
    const was = rowOf(leadID);
    const lead = was === null ? null : (mergedInto(store, was) ?? shownAs(store, was));
    return lead === null ? leadID : leadIDOf(lead);
  };
  /** Those that stand in a list are called as they always were. */
  const allNow = (leadIDs: readonly LeadID[]): LeadID[] => {
    const rows = leadIDs.map(rowOf).filter((row) => row !== null);
    const shown = new Set(shownAmong(store, rows).map(leadIDOf));
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
