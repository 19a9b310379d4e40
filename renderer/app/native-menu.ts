/**
 * Sends the actions to main for the native menu, and runs the chosen ones. Loaded after the first paint;
 * changes within a short pause are sent together.
 */
import type { i18n } from 'i18next';
import type { CommandInput } from '../../contract/commands.ts';
import type { MenuItem } from '../../contract/commands/shell.ts';
import { toAccelerator } from '../platform/accelerator.ts';
import { actionGroups, canBeDone, type Action, type ActionGroup } from '../platform/actions.ts';
import { actions } from './areas.ts';
import type { Stores } from './stores.ts';
import { chooseLanguage, loadActionNames } from '../platform/i18n.ts';

type MenuName = MenuItem['menu'];

const menuOfGroup: Readonly<Record<ActionGroup, MenuName>> = {
  reply: 'lead',
  lead: 'lead',
  list: 'lead',
  go: 'go',
  app: 'view',
};

const pauseMs = 200;

/** Queries on which the titles and the presence of actions depend. */
const followedQueries: readonly unknown[] = [
  'savedViews.list',
  'automaticReplies.list',
  'team.status',
];

/** Names the group of related actions, such as marks, views or pages. */
const getKind = ({ id, group }: Pick<Action, 'id' | 'group'>): string =>
  `${group} ${/^\w+(?=\.)/.exec(id)?.[0] ?? ''}`;

type MenuAction = { readonly action: Action<Stores>; readonly menu: MenuName };

const menuActions: readonly MenuAction[] = actionGroups
  .flatMap((name) => actions.filter(({ group }) => group === name))
  .filter(({ menu, isOnlyKey }) => isOnlyKey !== true || menu !== undefined)
  .map((action) => ({ action, menu: action.menu ?? menuOfGroup[action.group] }));

/** True if the previous action in its menu is of another kind. */
const hasSeparator = (all: readonly MenuAction[], index: number): boolean => {
  const own = all[index];
  const before = all.slice(0, index).findLast(({ menu }) => menu === own?.menu);
  return (
    own !== undefined && before !== undefined && getKind(before.action) !== getKind(own.action)
  );
};

/** Returns a function that stops following. */
export const followMenu = (stores: Stores, words: i18n): (() => void) => {
  const { bridge, schedule } = stores;
  let sent = '';
  let cancel = (): void => {};

  const send = async (): Promise<void> => {
    const t = await loadActionNames(words);
    const present = menuActions.filter(({ action: { isThere } }) => isThere?.(stores) !== false);
    const menu: CommandInput<'shell.setMenu'> = {
      language: chooseLanguage('system', words.language),
      items: present.map((each, index) => ({
        id: each.action.id,
        menu: each.menu,
        label: each.action.title(t, stores),
        accelerator: toAccelerator(each.action),
        isEnabled: canBeDone(each.action, stores),
        hasSeparator: hasSeparator(present, index),
      })),
    };
    const now = JSON.stringify(menu);
    if (now === sent) return;
    sent = now;
    const answer = await bridge.invoke('shell.setMenu', menu);
    if (!answer.ok && sent === now) sent = '';
  };
  const scheduleSend = (): void => {
    cancel();
    cancel = schedule(pauseMs, () => void send());
  };
  const choose = (id: string): void => {
    const action = actions.find((each) => each.id === id);
    // An open dialog must be closed first.
    if (action === undefined || document.querySelector('dialog[open]') !== null) return;
    if (canBeDone(action, stores)) action.run(stores);
  };

  const unsubscribes = [
    bridge.on('menuChosen', ({ id }) => choose(id)),
    ...[stores.session, stores.conversation, stores.selecting, stores.toasts].map((store) =>
      store.subscribe(scheduleSend),
    ),
    stores.queries.client.getQueryCache().subscribe(({ type, query }) => {
      const [command] = query.queryKey as readonly unknown[];
      if (type === 'updated' && followedQueries.includes(command)) scheduleSend();
    }),
    stores.leads.subscribe((state, before) => {
      if (state.selected !== before.selected || state.length !== before.length) scheduleSend();
    }),
  ];
  words.on('languageChanged', scheduleSend);
  scheduleSend();
  return () => {
    cancel();
    for (const unsubscribe of unsubscribes) unsubscribe();
    words.off('languageChanged', scheduleSend);
  };
};
