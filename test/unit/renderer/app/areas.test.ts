// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { shownFlagNames } from '../../../../contract/flags.ts';
import { valuesOfIs, searchedViews, toIsValue } from '../../../../contract/search-query.ts';
import { viewNames } from '../../../../contract/views.ts';
import { actions, sidebarPages } from '../../../../renderer/app/areas.ts';
import { sidebarViews } from '../../../../renderer/leads/views.ts';
import { createI18n, loadActionNames } from '../../../../renderer/platform/i18n.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { fakeBridge, no, noon, row } from '../support/samples.ts';
import titles from '../../../../resources/locales/en/translation.json' with { type: 'json' };

const kindsOfScreen = {
  inbox: ['inbox'],
  page: ['page'],
  everywhere: ['inbox', 'page'],
  always: ['inbox', 'page'],
} as const;
const twice = (all: readonly string[]): readonly string[] =>
  all.filter((one, index) => all.indexOf(one) !== index);

it('a refused order of the list is reported', async () => {
  const bridge = fakeBridge({ 'settings.change': () => no('disk_full') });
  const stores = createStores(bridge, () => noon);
  actions.find(({ id }) => id === 'orderNewest')?.run(stores);
  await vi.waitFor(() =>
    expect(stores.toasts.getState().last?.content).toEqual({ kind: 'failed', code: 'disk_full' }),
  );
});

describe('the actions of the window', () => {
  it('have unique ids', () => {
    expect(twice(actions.map(({ id }) => id))).toEqual([]);
  });

  it.each(['inbox', 'page'] as const)('have no conflicting keys on the %s', (place) => {
    const here = actions.filter(({ where }) => kindsOfScreen[where].some((each) => each === place));
    const keys = here.flatMap((action) => action.keys);
    expect(twice(keys)).toEqual([]);
    // The first key of a sequence must not be a key itself.
    const firsts = keys.filter((key) => key.includes(' ')).map((key) => key.split(' ')[0]);
    expect(keys.filter((key) => firsts.includes(key))).toEqual([]);
  });

  it.each(['en', 'es'] as const)('have unique titles in %s', async (language) => {
    const words = await createI18n(language);
    const missing: string[] = [];
    words.options.saveMissing = true;
    words.on('missingKey', (_, namespace, key) => missing.push(`${namespace}:${key}`));
    const t = await loadActionNames(words);
    const stores = createStores(fakeBridge({}), () => noon);
    const titles = actions.map((action) => action.title(t, stores));
    for (const { forLead } of actions) forLead?.title(t, row());
    expect(missing).toEqual([]);
    expect(titles.filter((title) => title === '')).toEqual([]);
    expect(twice(titles)).toEqual([]);
  });
});

it('every page that has a title is a place to go, and so is every view of the sidebar', () => {
  const ids = actions.filter(({ group }) => group === 'go').map(({ id }) => id);
  const pages = Object.keys(titles.pages);
  expect(sidebarPages.map(({ screen }) => screen).toSorted()).toEqual(pages.toSorted());
  expect(ids).toEqual(expect.arrayContaining(pages.map((page) => `page.${page}`)));
  expect(ids).toEqual(expect.arrayContaining(sidebarViews.map((view) => `view.${view}`)));
});

it('`is:` finds the leads of every view except the one of all leads, and of every flag', () => {
  expect(viewNames.filter((name) => !searchedViews.some((each) => each === name))).toEqual(['all']);
  expect(valuesOfIs).toEqual(expect.arrayContaining(searchedViews.map(toIsValue)));
  expect(valuesOfIs).toEqual(expect.arrayContaining(shownFlagNames.map(toIsValue)));
});
