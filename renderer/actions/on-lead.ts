/** Builds actions on one lead: the selected one, or the open one after it was loaded. */
import type { LeadID, LeadRow } from '../../contract/records.ts';
import type { Stores } from './stores.ts';
import type { Action } from './action.ts';
import type { ActionWords } from '../platform/i18n.ts';

type Properties = Pick<Action, 'id' | 'group' | 'keys'>;

/** The open lead once it is loaded. */
export const openLead = ({ leads, conversation }: Stores): LeadRow | null => {
  const row = conversation.getState().details?.row;
  return row !== undefined && row.leadID === leads.getState().selected ? row : null;
};

/** Acts on the selected lead, even while it is loading. */
export const onSelected = ({
  title,
  run,
  ...properties
}: Properties & {
  readonly title: (t: ActionWords) => string;
  readonly run: (stores: Stores, leadID: LeadID) => void;
}): Action => ({
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

/** Acts on the open lead once it is loaded. */
export const onOpen = ({
  title,
  isOffered = () => true,
  run,
  ...properties
}: Properties & {
  /** @param lead null if none is open */
  readonly title: (t: ActionWords, lead: LeadRow | null) => string;
  readonly isOffered?: (lead: LeadRow) => boolean;
  readonly run: (stores: Stores, lead: LeadRow) => void;
}): Action => ({
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
