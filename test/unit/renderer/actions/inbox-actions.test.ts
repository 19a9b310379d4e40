import { expect, it } from 'vitest';
import { inboxActions } from '../../../../renderer/actions/inbox-actions.ts';
import { pageActions } from '../../../../renderer/actions/page-actions.ts';

it.each([
  ['the inbox', inboxActions],
  ['a page', pageActions],
])('each key of %s belongs to one action', (_, actions) => {
  const keys = actions.flatMap((action) => action.keys);
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});
