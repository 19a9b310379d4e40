import { expect, it } from 'vitest';
import { inboxActions } from '../../../../renderer/actions/inbox-actions.ts';

it('gives each key of the inbox to one action', () => {
  const keys = inboxActions.flatMap((action) => action.keys);
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});
