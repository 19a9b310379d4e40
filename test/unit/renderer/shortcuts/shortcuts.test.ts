// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { actions } from '../../../../renderer/app/areas.ts';
import { createI18n, loadActionNames } from '../../../../renderer/platform/i18n.ts';
import { filterShortcuts, listShortcutGroups } from '../../../../renderer/shortcuts/shortcuts.ts';
import { createRegistry } from '../../../../renderer/platform/actions.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { formatKey } from '../../../../renderer/platform/keyboard.ts';
import { fakeBridge, noon } from '../support/samples.ts';

const sheet = async () => {
  const t = await loadActionNames(await createI18n('en'));
  const stores = createStores(fakeBridge({}), () => noon);
  return listShortcutGroups(createRegistry(actions, stores).actions, t, true);
};

it('the sheet lists every key of every action', async () => {
  const listed = (await sheet()).flatMap(({ shortcuts }) => shortcuts.flatMap(({ keys }) => keys));
  const all = actions
    // Keys of saved views appear once there is one.
    .filter(({ isThere }) => isThere === undefined)
    .flatMap(({ keys }) => keys.map(formatKey));
  expect(all.filter((key) => !listed.includes(key))).toEqual([]);
});

it('the sheet finds an action by its title and by its key', async () => {
  const groups = await sheet();
  const found = (typed: string): readonly string[] =>
    filterShortcuts(groups, typed).flatMap(({ shortcuts }) => shortcuts.map(({ title }) => title));
  expect(found('add a n')).toEqual(['Add a note']);
  expect(found('ctrl+,')).toEqual(['Settings']);
  expect(found('g p')).toEqual(['Phone numbers']);
  expect(found('no such key')).toEqual([]);
});
