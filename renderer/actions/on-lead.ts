/** Actions on one lead: the selected one, or the one whose conversation has been read. */
import type { LeadID, LeadRow } from '../../contract/records.ts';
import type { Stores } from './stores.ts';
import type { Action } from './action.ts';
import type { ActionWords } from '../platform/action-words.ts';

type Given = Pick<Action, 'id' | 'group' | 'keys'>;

/** The lead whose conversation is open, once that has been read. */
export const openLead = ({ leads, conversation }: Stores): LeadRow | null => {
  const row = conversation.getState().details?.row;
  return row !== undefined && row.leadID === leads.getState().selected ? row : null;
};

/** Is done to the selected lead at once, also while it is still being read. */
export const onSelected = ({
  title,
  run,
  ...given
}: Given & {
  readonly title: (t: ActionWords) => string;
  readonly run: (stores: Stores, leadID: LeadID) => void;
}): Action => ({
  ...given,
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

/** Needs to know the lead: is done to the open one once that has been read. */
export const onOpen = ({
  title,
  isOffered = () => true,
  run,
  ...given
}: Given & {
  /** @param lead null where none is open */
  readonly title: (t: ActionWords, lead: LeadRow | null) => string;
  readonly isOffered?: (lead: LeadRow) => boolean;
  readonly run: (stores: Stores, lead: LeadRow) => void;
}): Action => ({
  ...given,
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
