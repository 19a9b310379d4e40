/** Builds actions on the selected lead, or on the open one: the selected lead once it is loaded. */
import type { LeadID, LeadRow } from '../../contract/records.ts';
import type { Action } from '../platform/actions.ts';
import type { TranslateAction } from '../platform/i18n.ts';
import { isEmptySelection } from './selection-model.ts';
import type { LeadStores } from './stores.ts';

type Properties = Pick<Action, 'id' | 'group' | 'keys'>;

export const openLead = ({ leads, conversation }: LeadStores): LeadRow | null => {
  const row = conversation.getState().details?.row;
  return row !== undefined && row.leadID === leads.getState().selected ? row : null;
};

/** Acts on the selected lead, even while it is loading. */
export const onSelected = <S extends LeadStores>({
  title,
  run,
  ...properties
}: Properties & {
  readonly title: (t: TranslateAction) => string;
  readonly run: (stores: S, leadID: LeadID) => void;
}): Action<S> => ({
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

export const onOpen = <S extends LeadStores>({
  title,
  isOffered = () => true,
  run,
  ...properties
}: Properties & {
  /** @param lead null if none is open */
  readonly title: (t: TranslateAction, lead: LeadRow | null) => string;
  readonly isOffered?: (lead: LeadRow) => boolean;
  readonly run: (stores: S, lead: LeadRow) => void;
}): Action<S> => ({
  ...properties,
  where: 'inbox',
  title: (t, stores) => title(t, openLead(stores)),
  isEnabled: (stores) => {
    const lead = openLead(stores);
    return lead !== null && isOffered(lead);
  },
  run: (stores) => {
    const lead = openLead(stores);
    if (lead !== null) run(stores, lead);
    return lead !== null;
  },
  forLead: { title, isOffered, run },
});

export const isSelecting = ({ selecting }: LeadStores): boolean =>
  !isEmptySelection(selecting.getState().selection);

/** Disables the action while leads are selected. */
export const disableWhileSelecting = <S extends LeadStores>(action: Action<S>): Action<S> => ({
  ...action,
  isEnabled: (stores) => !isSelecting(stores) && (action.isEnabled?.(stores) ?? true),
  run: (stores) => isSelecting(stores) || action.run(stores),
});
