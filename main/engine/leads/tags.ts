/** Tags of leads. */
import { succeed } from '../../../contract/errors.ts';
import type { Handlers } from '../platform/command/handler.ts';
import type { Store } from '../platform/store/store.ts';
import { selectDistinct, maxOffered } from './categories.ts';

/** Lists the tags of listed leads. */
export const listTags = (store: Store, most = maxOffered): string[] =>
  store
    .prepare<[number], { value: string }>(
      `${selectDistinct('marks', 'item', "mark = 'tags'")} AND EXISTS (
         SELECT 1 FROM marks m JOIN inbox i ON i.lead = m.lead
           WHERE m.mark = 'tags' AND m.item = known.value) LIMIT ?`,
    )
    .all(most)
    .map(({ value }) => value);

export const createTagCommands = (store: Store): Handlers<'tags.list'> => ({
  'tags.list': () => succeed({ tags: listTags(store) }),
});
