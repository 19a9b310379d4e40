/** Builds actions on a lead: by key on the selected one, even while it is loading, by a row's menu on any. */
import type { LeadID, LeadRow } from '../../contract/records.ts';
import type { Action } from '../platform/actions.ts';
import type { TranslateAction } from '../platform/i18n.ts';
import { findRow } from './lead-records.ts';
import { isEmptySelection } from './selection-model.ts';
import type { LeadStores } from './stores.ts';

/** The group is "lead" by default. */
type Properties = Pick<Action, 'id' | 'keys'> & Partial<Pick<Action, 'group'>>;

/** Returns the selected lead once it is loaded. */
export const getOpenLead = ({ leads, conversation }: LeadStores): LeadRow | null => {
  const row = conversation.getState().details?.row;
  return row !== undefined && row.leadID === leads.getState().selected ? row : null;
};

export const createLeadAction = <S extends LeadStores>({
  title,
  run,
  ...properties
}: Properties & {
  readonly title: (t: TranslateAction) => string;
  readonly run: (stores: S, leadID: LeadID) => void;
}): Action<S> => ({
  group: 'lead',
  ...properties,
  where: 'inbox',
  title,
  isEnabled: ({ leads }) => leads.getState().selected !== null,
  run: (stores) => {
    const { selected } = stores.leads.getState();
    if (selected !== null) run(stores, selected);
    return selected !== null;
  },
  forLead: { title, run: (stores, { leadID }) => run(stores, leadID) },
});

/** Finds the selected lead's row; null without one, undefined while neither conversation nor list has it. */
const findSelectedRow = (stores: LeadStores): LeadRow | null | undefined => {
  const { selected } = stores.leads.getState();
  return selected === null ? null : findRow(stores, selected);
};

/** Fetches a lead's row; resolves to null if it failed, which a toast reports. */
export const fetchRow = async (
  { bridge, toasts }: LeadStores,
  leadID: LeadID,
): Promise<LeadRow | null> => {
  const answer = await bridge.invoke('leads.get', { leadID });
  if (answer.ok) return answer.value.lead.row;
  toasts.getState().show({ kind: 'failed', code: answer.error.code });
  return null;
};

/** Creates an action that needs the lead's row. */
export const createRowAction = <S extends LeadStores>({
  title,
  isOffered = () => true,
  run,
  ...properties
}: Properties & {
  /** @param lead null if it is not known */
  readonly title: (t: TranslateAction, lead: LeadRow | null) => string;
  readonly isOffered?: (lead: LeadRow) => boolean;
  readonly run: (stores: S, lead: LeadRow) => void;
}): Action<S> => {
  /** Further presses do nothing until the lead is fetched. */
  const fetching = new Set<LeadID>();
  const runFetched = async (stores: S, leadID: LeadID): Promise<void> => {
    if (fetching.has(leadID)) return;
    fetching.add(leadID);
    const lead = await fetchRow(stores, leadID);
    fetching.delete(leadID);
    if (lead !== null && isOffered(lead)) run(stores, lead);
  };
  return {
    group: 'lead',
    ...properties,
    where: 'inbox',
    title: (t, stores) => title(t, findSelectedRow(stores) ?? null),
    isEnabled: (stores) => {
      const lead = findSelectedRow(stores);
      return lead === undefined || (lead !== null && isOffered(lead));
    },
    run: (stores) => {
      const { selected } = stores.leads.getState();
      if (selected === null) return false;
      const lead = findRow(stores, selected);
      if (lead !== undefined) return run(stores, lead);
      void runFetched(stores, selected);
    },
    forLead: { title, isOffered, run },
  };
};

export const isSelecting = ({ selecting }: LeadStores): boolean =>
  !isEmptySelection(selecting.getState().selection);

/** Disables the action while leads are selected. */
export const disableWhileSelecting = <S extends LeadStores>(action: Action<S>): Action<S> => ({
  ...action,
  isEnabled: (stores) => !isSelecting(stores) && (action.isEnabled?.(stores) ?? true),
  run: (stores) => isSelecting(stores) || action.run(stores),
});
