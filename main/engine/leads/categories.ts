/** The categories that leads have, each once, however many leads have it. */
import type { Store } from '../platform/store/store.ts';

const most = 500;

/** Goes from one category to the next in their index, past all the leads that have it. */
export const categoriesOf = (store: Store): string[] =>
  store
    .prepare<[number], { category: string }>(
      'categories.known',
      `WITH RECURSIVE known (category) AS (
         SELECT (SELECT category FROM leads WHERE category > '' ORDER BY category LIMIT 1)
         UNION ALL
         SELECT (SELECT category FROM leads WHERE category > known.category
           ORDER BY category LIMIT 1) FROM known WHERE known.category IS NOT NULL)
       SELECT category FROM known WHERE category IS NOT NULL LIMIT ?`,
    )
    .all(most)
    .map(({ category }) => category);
