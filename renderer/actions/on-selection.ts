/** Adapts actions on one lead to a selection of several. */
import { isNothing } from '../leads/selection-model.ts';
import type { Stores } from './stores.ts';
import type { Action } from './action.ts';
import type { ActionWords } from '../platform/i18n.ts';

const isSelecting = ({ selecting }: Stores): boolean => !isNothing(selecting.getState().selection);

/** Acts on all selected leads if there are any. */
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

/** Does nothing while several leads are selected. */
export const notOnSelected = (action: Action): Action => ({
  ...action,
  isEnabled: (stores) => !isSelecting(stores) && (action.isEnabled?.(stores) ?? true),
  run: (stores) => isSelecting(stores) || action.run(stores),
});

/** Clears the selection and acts on the lead under the cursor. */
export const endingSelection = (action: Action): Action => ({
  ...action,
  run: (stores) => {
    if (action.isEnabled?.(stores) !== false) stores.selecting.getState().clear();
    return action.run(stores);
  },
});
