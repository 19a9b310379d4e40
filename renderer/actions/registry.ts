/** Every action of the window, once: keys, palette, menus and the sheet of keys are made of this list. */
import { hintFor, type Hint } from '../platform/keyboard.ts';
import type { Action } from './action.ts';
import { appActions } from './app-actions.ts';
import { exportActions } from './export-actions.ts';
import { goActions } from './go-actions.ts';
import { inboxActions } from './inbox-actions.ts';
import { orderActions } from './order-actions.ts';
import { pageActions } from './page-actions.ts';
import { savedViewActions } from './saved-view-actions.ts';
import { selectionActions } from './selection-actions.ts';

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

/** The key of an action, for whatever else does the same; nobody writes it by hand. */
export const hintOf = (id: string): Hint => hintFor(byID.get(id)?.keys ?? []);
