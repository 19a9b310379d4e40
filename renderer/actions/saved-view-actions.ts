/** Saving the list that is shown as a view, and going to the saved ones. */
import type { SavedView } from '../../contract/commands/saved-views.ts';
import { sidebarViews } from '../leads/views.ts';
import { asked } from '../platform/queries.ts';
import type { Stores } from './stores.ts';
import type { Action } from './action.ts';
import { showList } from './go-actions.ts';

const list = asked('savedViews.list', {});
/** So many are offered in lists of actions. */
const most = 9;

const nth = ({ queries }: Stores, index: number): SavedView | undefined =>
  queries.client.getQueryData(list.queryKey)?.views[index];

/** The keys of places go on behind the views of the app. */
const numberKey = (index: number): readonly string[] => {
  const digit = sidebarViews.length + index + 1;
  return digit <= 9 ? [`Mod+${digit}`] : [];
};

const toView = (index: number): Action => ({
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
    return true;
  },
});

export const savedViewActions: readonly Action[] = [
  {
    id: 'saveView',
    group: 'list',
    where: 'inbox',
    keys: [],
    title: (t) => t('actions:titles.saveView'),
    run: ({ savingViews }) => {
      savingViews.getState().begin();
      return true;
    },
  },
  ...Array.from({ length: most }, (_, index) => toView(index)),
];
