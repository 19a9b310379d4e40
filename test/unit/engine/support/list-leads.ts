import { findPage, type ListPage } from '../../../../main/engine/leads/pages.ts';
import { resolveQuestion, type Question } from '../../../../main/engine/leads/selection.ts';
import { runAllSteps } from '../../../../main/engine/platform/slices.ts';
import type { Store } from '../../../../main/engine/platform/store/store.ts';

/** Reads a page of a view or a search without pauses; null when its start is invalid. */
export const listLeads = (
  store: Store,
  {
    now = 0,
    start,
    limit,
    ahead = 0,
    ...question
  }: Question & Parameters<typeof findPage>[2] & { readonly now?: number },
): ListPage | null =>
  runAllSteps(findPage(store, resolveQuestion(store, now, question), { start, limit, ahead }));
