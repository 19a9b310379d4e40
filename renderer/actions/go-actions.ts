/** The places that a person can go to from anywhere: views by their number, all of them by G and a letter. */
import { flushSync } from 'react-dom';
import type { ViewName } from '../../contract/views.ts';
import { sidebarViews } from '../leads/views.ts';
import type { Screen } from '../platform/session.ts';
import type { Stores } from './stores.ts';
import type { Action } from './action.ts';

/** After G; an older lead is found from Needs reply. */
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

/** Every page that is always there. The others begin with something: an account to connect or to move. */
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

/** Shows the list, where it takes turns with a conversation in its place, and has it take the keys. */
export const showList = ({ leads, session }: Stores): void => {
  flushSync(() => session.getState().go('inbox'));
  if (document.getElementById('lead-search') === null)
    flushSync(() => leads.getState().select(null));
  const list = document.getElementById('lead-list');
  if (list !== null) list.focus();
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
};

/** The key of the place that stands there in the sidebar; there are nine of them. */
const numberKey = (index: number): readonly string[] => (index < 9 ? [`Mod+${index + 1}`] : []);

const toView = (view: ViewName, index: number): Action => {
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
      return true;
    },
  };
};

const toPage = (screen: keyof typeof pageKeys): Action => ({
  id: `page.${screen}`,
  group: 'go',
  where: 'everywhere',
  keys: [pageKeys[screen]],
  isForFields: true,
  title: (t) => t(`sidebar.${screen}`),
  run: ({ session }) => {
    session.getState().go(screen);
    return true;
  },
});

export const goActions: readonly Action[] = [
  ...sidebarViews.map(toView),
  ...(Object.keys(pageKeys) as (keyof typeof pageKeys)[]).map(toPage),
];
