/** Opens the views and saved views by number or by G and a letter, and saves the shown list as a view. */
import { flushSync } from 'react-dom';
import type { SavedView } from '../../contract/commands/saved-views.ts';
import { teamViewNames, type ViewName } from '../../contract/views.ts';
import { showInInbox } from '../leads/lead-records.ts';
import { isInTeam } from '../leads/team.ts';
import { sidebarViews, viewDisplay } from '../leads/views.ts';
import type { Action } from '../platform/actions.ts';
import { viewsQuery } from './saving-views.ts';
import type { InboxStores } from './stores.ts';

/** Shows a list and focuses it. */
const focusList = (show: () => void): void => {
  flushSync(show);
  const list = document.getElementById('lead-list');
  if (list !== null) list.focus();
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
};

const maxSavedViews = 9;

const toNumberKeys = (index: number): readonly string[] => (index < 9 ? [`Mod+${index + 1}`] : []);

const goAction = { group: 'go', where: 'everywhere', isForFields: true } as const;

/** Team views have no number, so that the numbers are the same with and without a team. */
const numberedViews = sidebarViews.filter((view) => !teamViewNames.includes(view));

const createViewAction = (view: ViewName): Action<InboxStores> => {
  const { letter } = viewDisplay[view];
  const index = numberedViews.indexOf(view);
  const isOfTeam = index === -1;
  return {
    ...goAction,
    id: `view.${view}`,
    keys: [
      ...(isOfTeam ? [] : toNumberKeys(index)),
      ...(letter === undefined ? [] : [`g ${letter}`]),
    ],
    title: (t) => t(`views.${view}.name`),
    ...(isOfTeam && { isThere: isInTeam, isEnabled: isInTeam }),
    run: (stores) => {
      if (isOfTeam && !isInTeam(stores)) return false;
      focusList(() => showInInbox(stores, { view, query: '' }));
    },
  };
};

const findSavedView = ({ queries }: InboxStores, index: number): SavedView | undefined =>
  queries.client.getQueryData(viewsQuery.queryKey)?.views[index];

/** Its number follows those of the app's views. */
const createSavedViewAction = (_: unknown, index: number): Action<InboxStores> => ({
  ...goAction,
  id: `savedView.${index + 1}`,
  keys: toNumberKeys(numberedViews.length + index),
  title: (t, stores) =>
    findSavedView(stores, index)?.name ?? t('actions:titles.savedView', { nth: index + 1 }),
  isThere: (stores) => findSavedView(stores, index) !== undefined,
  isEnabled: (stores) => findSavedView(stores, index) !== undefined,
  run: (stores) => {
    const view = findSavedView(stores, index);
    if (view === undefined) return false;
    focusList(() => stores.savingViews.getState().show(view));
  },
});

export const viewActions: readonly Action<InboxStores>[] = [
  ...sidebarViews.map(createViewAction),
  ...Array.from({ length: maxSavedViews }, createSavedViewAction),
  {
    id: 'saveView',
    group: 'list',
    where: 'inbox',
    keys: [],
    title: (t) => t('actions:titles.saveView'),
    run: ({ savingViews }) => savingViews.getState().startNaming(),
  },
  {
    id: 'backToInbox',
    group: 'go',
    where: 'page',
    keys: ['Escape', 'Alt+ArrowLeft'],
    title: (t) => t('actions:titles.backToInbox'),
    run: ({ session }) => {
      flushSync(() => session.getState().go('inbox'));
      document.getElementById('lead-list')?.focus();
    },
  },
];
