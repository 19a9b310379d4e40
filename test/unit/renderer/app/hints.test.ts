/** Key hints come from the registry, so a changed key changes everywhere. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { actions } from '../../../../renderer/app/areas.ts';
import { createRegistry } from '../../../../renderer/platform/actions.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { fakeBridge } from '../support/samples.ts';

const repo = join(import.meta.dirname, '../../../..');

it('no screen hard-codes a key', () => {
  const byHand = /<kbd[^>]*>\s*[^\s{<]|aria-keyshortcuts="|aria-keyshortcuts=\{[`']/;
  const found = globSync('renderer/**/*.tsx', { cwd: repo }).filter((path) =>
    byHand.test(readFileSync(join(repo, path), 'utf8')),
  );
  expect(found).toEqual([]);
});

it('no translation names a modifier key, which differs on a Mac', () => {
  const found = globSync('resources/locales/*/*.json', { cwd: repo }).filter((path) =>
    /\b(?:Ctrl|Alt|Cmd)\+|[⌘⌥]/.test(readFileSync(join(repo, path), 'utf8')),
  );
  expect(found).toEqual([]);
});

it('every key hint of a screen belongs to an action', () => {
  const ids = new Set(actions.map(({ id }) => id));
  const asked = globSync('renderer/**/*.tsx', { cwd: repo }).flatMap((path) =>
    [...readFileSync(join(repo, path), 'utf8').matchAll(/getHint\('([^']+)'\)/g)].map(
      ([, id]) => id,
    ),
  );
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((id) => id !== undefined && !ids.has(id))).toEqual([]);
  const { getHint } = createRegistry(actions, createStores(fakeBridge({}), Date.now));
  expect(getHint('page.insights')).toEqual({ printed: 'G N', spoken: undefined });
  expect(getHint('pinned.1')).toEqual({ printed: 'Alt+1', spoken: 'Alt+1' });
});
