/** Opens the views and saved views by number or by G and a letter, and saves the shown list as a view. */
import { flushSync } from 'react-dom';
import type { SavedView } from '../../contract/commands/saved-views.ts';
import { teamViewNames, type ViewName } from '../../contract/views.ts';
import { isInTeam } from '../leads/team.ts';
import { sidebarViews, viewDisplay } from '../leads/views.ts';
import type { Action } from '../platform/actions.ts';
import { queryFor } from '../platform/queries.ts';
import type { InboxStores } from './stores.ts';

/** Shows and focuses the list, even if a narrow window shows the conversation instead. */
const showList = ({ leads, session }: InboxStores): void => {
  flushSync(() => session.getState().go('inbox'));
  if (document.getElementById('lead-search') === null)
    flushSync(() => leads.getState().select(null));
  const list = document.getElementById('lead-list');
  if (list !== null) list.focus();
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
};

/** Saved views with an action. */
const most = 9;

/** Key of a position in the sidebar; nine positions have one. */
const numberKey = (index: number): readonly string[] => (index < 9 ? [`Mod+${index + 1}`] : []);

const opensView = { group: 'go', where: 'everywhere', isForFields: true } as const;

/** Views with a number. Those of a team have none, so that the numbers stay with and without one. */
const numbered = sidebarViews.filter((view) => !teamViewNames.includes(view));

const viewAction = (view: ViewName): Action<InboxStores> => {
  const { letter } = viewDisplay[view];
  const index = numbered.indexOf(view);
  const isOfTeam = index === -1;
  return {
    ...opensView,
    id: `view.${view}`,
    keys: [...(isOfTeam ? [] : numberKey(index)), ...(letter === undefined ? [] : [`g ${letter}`])],
    title: (t) => t(`views.${view}.name`),
    ...(isOfTeam && { isThere: isInTeam, isEnabled: isInTeam }),
    run: (stores) => {
      if (isOfTeam && !isInTeam(stores)) return false;
      void stores.leads.getState().show({ view, query: '' });
      showList(stores);
    },
  };
};

const list = queryFor('savedViews.list', {});
const nth = ({ queries }: InboxStores, index: number): SavedView | undefined =>
  queries.client.getQueryData(list.queryKey)?.views[index];

/** Its number continues after those of the app's views. */
const savedViewAction = (_: unknown, index: number): Action<InboxStores> => ({
  ...opensView,
  id: `savedView.${index + 1}`,
  keys: numberKey(numbered.length + index),
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

export const viewActions: readonly Action<InboxStores>[] = [
  ...sidebarViews.map(viewAction),
  ...Array.from({ length: most }, savedViewAction),
  {
    id: 'saveView',
    group: 'list',
    where: 'inbox',
    keys: [],
    title: (t) => t('actions:titles.saveView'),
    run: ({ savingViews }) => savingViews.getState().begin(),
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
