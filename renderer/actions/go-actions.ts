/** Navigation: views by number, and all places by G and a letter. */
import { flushSync } from 'react-dom';
import type { ViewName } from '../../contract/views.ts';
import { sidebarViews } from '../leads/views.ts';
import type { Screen } from '../platform/session.ts';
import type { Stores } from './stores.ts';
import type { Action } from './action.ts';

/** Second key after G; older leads are part of Needs reply. */
const viewLetters: Readonly<Record<ViewName, string | null>> = {
  needs_reply: 'i',
  older: null,
  unread: 'u',
  all: 'a',
  starred: 's',
  snoozed: 'z',
  archived: 'e',
  outgoing: 'o',
};

/** Pages that always exist. */
const pageKeys: Readonly<
  Record<Exclude<Screen, 'welcome' | 'connect' | 'inbox' | 'move'>, string>
> = {
  savedReplies: 'g m',
  phoneNumbers: 'g p',
  reviews: 'g r',
  insights: 'g n',
  webhooks: 'g w',
  lookup: 'g l',
  staging: 'g t',
  connection: 'g c',
  settings: 'Mod+,',
};

/** Shows and focuses the list, even if a narrow window shows the conversation instead. */
export const showList = ({ leads, session }: Stores): void => {
  flushSync(() => session.getState().go('inbox'));
  if (document.getElementById('lead-search') === null)
    flushSync(() => leads.getState().select(null));
  const list = document.getElementById('lead-list');
  if (list !== null) list.focus();
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
};

/** Key of a sidebar position; nine positions have one. */
const numberKey = (index: number): readonly string[] => (index < 9 ? [`Mod+${index + 1}`] : []);

const viewAction = (view: ViewName, index: number): Action => {
  const letter = viewLetters[view];
  return {
    id: `view.${view}`,
    group: 'go',
    where: 'everywhere',
    keys: [...numberKey(index), ...(letter === null ? [] : [`g ${letter}`])],
    isForFields: true,
    title: (t) => t(`views.${view}.name`),
    run: (stores) => {
      void stores.leads.getState().show({ view, query: '' });
      showList(stores);
    },
  };
};

const pageAction = (screen: keyof typeof pageKeys): Action => ({
  id: `page.${screen}`,
  group: 'go',
  where: 'everywhere',
  keys: [pageKeys[screen]],
  isForFields: true,
  title: (t) => t(`sidebar.${screen}`),
  run: ({ session }) => session.getState().go(screen),
});

export const goActions: readonly Action[] = [
  ...sidebarViews.map(viewAction),
  ...(Object.keys(pageKeys) as (keyof typeof pageKeys)[]).map(pageAction),
];
