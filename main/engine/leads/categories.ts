/** Lists the categories of all leads, each once. */
import type { Store } from '../platform/store/store.ts';

const most = 500;

/** Skips through the index from one category to the next, without reading their leads. */
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
