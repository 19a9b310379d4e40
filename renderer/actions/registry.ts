/** All actions of the window, from which keys, palette, menus and key sheet are built. */
import type { Actions } from '../leads/actions.ts';
import { hintFor } from '../platform/keyboard.ts';
import type { Action } from './action.ts';
import { appActions } from './app-actions.ts';
import { exportActions } from './export-actions.ts';
import { goActions } from './go-actions.ts';
import { inboxActions } from './inbox-actions.ts';
import { orderActions } from './order-actions.ts';
import { pageActions } from './page-actions.ts';
import { savedViewActions } from './saved-view-actions.ts';
import { selectionActions } from './selection-actions.ts';
import type { Stores } from './stores.ts';

export const actions: readonly Action[] = [
  ...inboxActions,
  ...selectionActions,
  ...pageActions,
  ...goActions,
  ...appActions,
  ...savedViewActions,
  ...orderActions,
  ...exportActions,
];

const byID = new Map(actions.map((action) => [action.id, action]));

export const actionOf = (id: string): Action | undefined => byID.get(id);

/** The actions as areas use them (leads/actions.ts). */
export const bindActions = (stores: Stores): Actions => ({
  find: (id) => {
    const action = byID.get(id);
    if (action === undefined) return undefined;
    const { keys, title, isEnabled, isChosen, run, forLead } = action;
    return {
      keys,
      title: (t) => title(t, stores),
      isEnabled: () => isEnabled?.(stores) ?? true,
      isChosen: () => isChosen?.(stores),
      run: () => run(stores) !== false,
      forLead:
        forLead === undefined
          ? null
          : {
              title: forLead.title,
              isOffered: forLead.isOffered ?? (() => true),
              run: (lead) => forLead.run(stores, lead),
            },
    };
  },
  hintOf: (id) => hintFor(byID.get(id)?.keys ?? []),
});
