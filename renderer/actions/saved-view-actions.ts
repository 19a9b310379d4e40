/** Saves the shown list as a view, and opens saved views. */
import type { SavedView } from '../../contract/commands/saved-views.ts';
import { sidebarViews } from '../leads/views.ts';
import { queryFor } from '../platform/queries.ts';
import type { Stores } from './stores.ts';
import type { Action } from './action.ts';
import { showList } from './go-actions.ts';

const list = queryFor('savedViews.list', {});
/** Saved views with an action. */
const most = 9;

const nth = ({ queries }: Stores, index: number): SavedView | undefined =>
  queries.client.getQueryData(list.queryKey)?.views[index];

/** The numbers continue after those of the app's views. */
const numberKey = (index: number): readonly string[] => {
  const digit = sidebarViews.length + index + 1;
  return digit <= 9 ? [`Mod+${digit}`] : [];
};

const viewAction = (index: number): Action => ({
  id: `savedView.${index + 1}`,
  group: 'go',
  where: 'everywhere',
  keys: numberKey(index),
  isForFields: true,
  title: (t, stores) =>
    nth(stores, index)?.name ?? t('actions:titles.savedView', { nth: index + 1 }),
  isThere: (stores) => nth(stores, index) !== undefined,
  isEnabled: (stores) => nth(stores, index) !== undefined,
  run: (stores) => {
    const view = nth(stores, index);
    if (view === undefined) return false;
    stores.savingViews.getState().show(view);
    showList(stores);
  },
});

export const savedViewActions: readonly Action[] = [
  {
    id: 'saveView',
    group: 'list',
    where: 'inbox',
    keys: [],
    title: (t) => t('actions:titles.saveView'),
    run: ({ savingViews }) => savingViews.getState().begin(),
  },
  ...Array.from({ length: most }, (_, index) => viewAction(index)),
];
