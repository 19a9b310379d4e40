/**
 * Tells main what its native menu offers of the registry, as things stand, and does what is chosen there.
 * Loaded after the first paint; what changes is told once things have been still for a moment.
 */
import type { i18n } from 'i18next';
import type { CommandInput } from '../../contract/commands.ts';
import type { MenuItem } from '../../contract/commands/shell.ts';
import { acceleratorOf } from '../platform/accelerator.ts';
import { actionGroups, canBeDone, type Action, type ActionGroup } from '../actions/action.ts';
import { actionOf, actions } from '../actions/registry.ts';
import { actionWords } from '../platform/action-words.ts';
import type { Stores } from '../actions/stores.ts';
import { languageFor } from '../platform/i18n.ts';

type MenuName = MenuItem['menu'];

const menuOfGroup: Readonly<Record<ActionGroup, MenuName>> = {
  reply: 'lead',
  lead: 'lead',
  list: 'lead',
  go: 'go',
  app: 'view',
};
/** Where an action stands that is not among those of its group. */
const menuOf: Readonly<Record<string, MenuName>> = {
  palette: 'view',
  keys: 'help',
  whatsNew: 'help',
  undo: 'edit',
  search: 'edit',
  'page.settings': 'file',
};

const calmMs = 200;

/** Actions of one kind stand together: marks, views, pages. */
const kindOf = ({ id, group }: Action): string => `${group} ${/^\w+(?=\.)/.exec(id)?.[0] ?? ''}`;

type Offered = { readonly action: Action; readonly menu: MenuName };

const offered: readonly Offered[] = actionGroups
  .flatMap((name) => actions.filter(({ group }) => group === name))
  .filter(({ id, isOnlyKey }) => isOnlyKey !== true || id in menuOf)
  .map((action) => ({ action, menu: menuOf[action.id] ?? menuOfGroup[action.group] }));

/** Whether another kind begins there in its menu. */
const isApart = (all: readonly Offered[], index: number): boolean => {
  const own = all[index];
  const before = all.slice(0, index).findLast(({ menu }) => menu === own?.menu);
  return own !== undefined && before !== undefined && kindOf(before.action) !== kindOf(own.action);
};

/** Begins to tell; the answer ends it. */
export const followMenu = (stores: Stores, words: i18n): (() => void) => {
  const { bridge, after } = stores;
  let told = '';
  let callOff = (): void => {};

  const tell = async (): Promise<void> => {
    const t = await actionWords(words);
    const there = offered.filter(({ action: { isThere } }) => isThere?.(stores) !== false);
    const menu: CommandInput<'shell.setMenu'> = {
      language: languageFor('system', words.language),
      items: there.map((each, index) => ({
        id: each.action.id,
        menu: each.menu,
        label: each.action.title(t, stores),
        accelerator: acceleratorOf(each.action),
        isEnabled: canBeDone(each.action, stores),
        isApart: isApart(there, index),
      })),
    };
    const now = JSON.stringify(menu);
    if (now === told) return;
    told = now;
    const answer = await bridge.invoke('shell.setMenu', menu);
    if (!answer.ok && told === now) told = '';
  };
  const changed = (): void => {
    callOff();
    callOff = after(calmMs, () => void tell());
  };
  const choose = (id: string): void => {
    const action = actionOf(id);
    // A dialog is answered first.
    if (action === undefined || document.querySelector('dialog[open]') !== null) return;
    if (canBeDone(action, stores)) action.run(stores);
  };

  const ends = [
    bridge.on('menuChosen', ({ id }) => choose(id)),
    ...[stores.session, stores.conversation, stores.selecting, stores.toasts].map((store) =>
      store.subscribe(changed),
    ),
    stores.queries.client.getQueryCache().subscribe(({ type, query }) => {
      const [command] = query.queryKey as readonly unknown[];
      if (type === 'updated' && command === 'savedViews.list') changed();
    }),
    stores.leads.subscribe((state, before) => {
      if (state.selected !== before.selected || state.length !== before.length) changed();
    }),
  ];
  words.on('languageChanged', changed);
  changed();
  return () => {
    callOff();
    for (const end of ends) end();
    words.off('languageChanged', changed);
  };
};
