/** What is said of keys comes from the registry: a key that changes there changes everywhere. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { actions, bindActions } from '../../../../renderer/actions/registry.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { fakeBridge } from '../support/samples.ts';

const repo = join(import.meta.dirname, '../../../..');

it('no screen writes a key by hand', () => {
  const byHand = /<kbd[^>]*>\s*[^\s{<]|aria-keyshortcuts="|aria-keyshortcuts=\{[`']/;
  const found = globSync('renderer/**/*.tsx', { cwd: repo }).filter((path) =>
    byHand.test(readFileSync(join(repo, path), 'utf8')),
  );
  expect(found).toEqual([]);
});

it('no word names a letter, or one with Ctrl or Alt, for which the keyboard of a Mac has others', () => {
  const found = globSync('resources/locales/*/*.json', { cwd: repo }).filter((path) =>
    /\b(?:Ctrl|Alt|Cmd)\+|[⌘⌥]/.test(readFileSync(join(repo, path), 'utf8')),
  );
  expect(found).toEqual([]);
});

it('every key that a screen asks for is there', () => {
  const ids = new Set(actions.map(({ id }) => id));
  const asked = globSync('renderer/**/*.tsx', { cwd: repo }).flatMap((path) =>
    [...readFileSync(join(repo, path), 'utf8').matchAll(/hintOf\('([^']+)'\)/g)].map(
      ([, id]) => id,
    ),
  );
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((id) => id !== undefined && !ids.has(id))).toEqual([]);
  const { hintOf } = bindActions(createStores(fakeBridge({}), Date.now));
  expect(hintOf('page.insights')).toEqual({ printed: 'G N', spoken: undefined });
  expect(hintOf('pinned.1')).toEqual({ printed: 'Alt+1', spoken: 'Alt+1' });
});
