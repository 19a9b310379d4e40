/** Actions on one lead, and what they are while several are selected: done to all of them, or to none. */
import { isNothing } from '../leads/selection-model.ts';
import type { Stores } from './stores.ts';
import type { Action } from './action.ts';
import type { ActionWords } from '../platform/action-words.ts';

const isSelecting = ({ selecting }: Stores): boolean => !isNothing(selecting.getState().selection);

/** Is done to all selected leads while there are any. */
export const orOnSelected = (
  action: Action,
  {
    title,
    run,
  }: {
    readonly title: (t: ActionWords, stores: Stores) => string;
    readonly run: (stores: Stores) => void;
  },
): Action => ({
  ...action,
  title: (t, stores) => (isSelecting(stores) ? title : action.title)(t, stores),
  isEnabled: (stores) => isSelecting(stores) || (action.isEnabled?.(stores) ?? true),
  run: (stores) => {
    if (!stores.bulk.getState().isMeant()) return action.run(stores);
    if (isSelecting(stores)) run(stores);
    return true;
  },
});

/** Says nothing of several leads: nothing is done while they are selected. */
export const notOnSelected = (action: Action): Action => ({
  ...action,
  isEnabled: (stores) => !isSelecting(stores) && (action.isEnabled?.(stores) ?? true),
  run: (stores) => isSelecting(stores) || action.run(stores),
});

/** Goes on with the one lead that the cursor is on: what was selected is so no longer. */
export const endingSelection = (action: Action): Action => ({
  ...action,
  run: (stores) => {
    if (action.isEnabled?.(stores) !== false) stores.selecting.getState().clear();
    return action.run(stores);
  },
});
