/** The inbox: its list, its views, and what is done to one or several leads. */
import type { FlagName } from '../../contract/marks.ts';
import {
  disableWhileSelecting,
  isSelecting,
  createLeadAction,
  createRowAction,
} from '../leads/lead-actions.ts';
import { canBeMarked, isMarked } from '../leads/marking.ts';
import { markControlNames, markControls } from '../leads/marks.ts';
import { isInTeam, getOwnPerson } from '../leads/team.ts';
import type { Action } from '../platform/actions.ts';
import type { Area } from '../platform/area.ts';
import { isOnAll } from './bulk.ts';
import { listActions } from './list-actions.ts';
import type { InboxStores } from './stores.ts';
import { viewActions } from './view-actions.ts';

/** The action with another effect and perhaps another title while leads are selected. */
const extendToSelection = (
  action: Action<InboxStores>,
  run: (stores: InboxStores) => void,
  title = action.title,
): Action<InboxStores> => ({
  ...action,
  title: (t, stores) => (isSelecting(stores) ? title : action.title)(t, stores),
  isEnabled: (stores) => isSelecting(stores) || (action.isEnabled?.(stores) ?? true),
  run: (stores) => {
    if (!stores.bulk.getState().isKeyTarget()) return action.run(stores);
    if (isSelecting(stores)) run(stores);
    return true;
  },
});

const limitToTeam = (action: Action<InboxStores>): Action<InboxStores> => ({
  ...action,
  isThere: isInTeam,
  isEnabled: (stores) => isInTeam(stores) && (action.isEnabled?.(stores) ?? true),
  run: (stores) => isInTeam(stores) && action.run(stores),
});

const createMarkAction = (name: FlagName): Action<InboxStores> =>
  extendToSelection(
    createRowAction({
      id: `mark.${name}`,
      keys: [markControls[name].key.toLowerCase()],
      title: (t, lead) =>
        t(`marks.${name}.${lead !== null && isMarked(name, lead) ? 'unset' : 'set'}`),
      isOffered: (lead) => canBeMarked(name, lead),
      run: ({ marking }, lead) => marking.toggle(name, lead),
    }),
    ({ bulk }) => void bulk.getState().toggle(name),
    (t, { selecting }) =>
      t(`marks.${name}.${isOnAll(name, selecting.getState()) ? 'unset' : 'set'}`),
  );

export const inbox: Area<InboxStores> = {
  actions: [
    ...listActions,
    ...markControlNames.map(createMarkAction),
    extendToSelection(
      createLeadAction({
        id: 'snooze',
        keys: ['h'],
        title: (t) => t('snooze.set'),
        run: ({ leads, session }, leadID) => {
          leads.getState().open(leadID);
          session.setState({ snoozingLead: leadID });
        },
      }),
      ({ selecting }) => selecting.setState({ openMenu: 'snooze' }),
      (t) => t('selection.snooze'),
    ),
    extendToSelection(
      createLeadAction({
        id: 'tag',
        keys: ['t'],
        title: (t) => t('actions:titles.tag'),
        run: ({ tagPicker }, leadID) => tagPicker.setState({ open: leadID }),
      }),
      ({ selecting }) => selecting.setState({ openMenu: 'tags' }),
    ),
    limitToTeam(
      extendToSelection(
        createLeadAction({
          id: 'assign',
          keys: ['a'],
          title: (t) => t('actions:titles.assign'),
          run: ({ assigneePicker }, leadID) =>
            assigneePicker.setState({ open: leadID, hasNote: false }),
        }),
        ({ selecting }) => selecting.setState({ openMenu: 'assign' }),
      ),
    ),
    limitToTeam(
      disableWhileSelecting(
        createLeadAction({
          id: 'handOver',
          keys: ['Shift+a'],
          title: (t) => t('actions:titles.handOver'),
          run: ({ assigneePicker }, leadID) =>
            assigneePicker.setState({ open: leadID, hasNote: true }),
        }),
      ),
    ),
    limitToTeam(
      extendToSelection(
        createRowAction({
          id: 'take',
          keys: ['m'],
          title: (t) => t('actions:titles.take'),
          run: (stores, lead) => void stores.leadEditor.assign(lead, getOwnPerson(stores), ''),
        }),
        (stores) => void stores.bulk.getState().assign(getOwnPerson(stores), ''),
      ),
    ),
    ...viewActions,
    {
      id: 'undo',
      group: 'app',
      menu: 'edit',
      where: 'inbox',
      keys: ['z', 'Mod+z'],
      isForFields: true,
      title: (t) => t('actions:titles.undo'),
      isEnabled: ({ undoStack, bulk }) => bulk.getState().progress !== null || undoStack.canUndo(),
      run: ({ undoStack, bulk }) => bulk.getState().revert() || undoStack.undoLast(),
    },
  ],
};
