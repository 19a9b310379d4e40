/** Leads that an action on many skips. */
import { maxTags } from '../../../contract/limits.ts';
import type { Store } from '../platform/store/store.ts';

/** Leads that need no reply, although they are not marked so. */
export const listNotWaiting = (store: Store, leads: readonly number[]): readonly number[] =>
  store
    .prepare<[string], { lead: number }>(
      `SELECT i.lead FROM inbox i WHERE i.lead IN (SELECT value FROM json_each(?))
         AND i.needs_reply = 0 AND i.older = 0 AND i.noReplyNeeded = 0`,
    )
    .all(JSON.stringify(leads))
    .map(({ lead }) => lead);

/** Counts the leads that lack one of these tags but have the maximum number of tags. */
export const countFullOfTags = (
  store: Store,
  leads: readonly number[],
  tags: readonly string[],
): number => {
  if (tags.length === 0) return 0;
  const parameters = { leads: JSON.stringify(leads), tags: JSON.stringify(tags), most: maxTags };
  return (
    store
      .prepare<[typeof parameters], { leads: number }>(
        `SELECT count(*) AS leads FROM json_each(@leads) l
         WHERE (SELECT count(*) FROM marks m WHERE m.lead = l.value AND m.mark = 'tags') >= @most
           AND EXISTS (SELECT 1 FROM json_each(@tags) t WHERE NOT EXISTS (
             SELECT 1 FROM marks m
             WHERE m.lead = l.value AND m.mark = 'tags' AND m.item = t.value))`,
      )
      .get(parameters)?.leads ?? 0
  );
};
