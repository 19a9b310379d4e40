/** Tags of leads. */
import { succeed } from '../../../contract/errors.ts';
import type { Handlers } from '../platform/command/handler.ts';
import type { Store } from '../platform/store/store.ts';

/** Most tags that the picker offers. */
const maxTags = 500;

/** Lists the tags of listed leads. It skips through the index instead of reading leads. */
export const knownTags = (store: Store): string[] =>
  store
    .prepare<[number], { item: string }>(
      'tags.known',
      `WITH RECURSIVE known (item) AS (
         SELECT (SELECT item FROM marks WHERE mark = 'tags' AND item > ''
           ORDER BY item LIMIT 1)
         UNION ALL
         SELECT (SELECT item FROM marks WHERE mark = 'tags' AND item > known.item
           ORDER BY item LIMIT 1) FROM known WHERE known.item IS NOT NULL)
       SELECT item FROM known WHERE item IS NOT NULL AND EXISTS (
         SELECT 1 FROM marks m JOIN inbox i ON i.lead = m.lead
           WHERE m.mark = 'tags' AND m.item = known.item) LIMIT ?`,
    )
    .all(maxTags)
    .map(({ item }) => item);

export const tagCommands = (store: Store): Handlers<'tags.list'> => ({
  'tags.list': () => succeed({ tags: knownTags(store) }),
});
