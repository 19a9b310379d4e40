/** Counts of saved views. Found leads are cached, so a change only checks the changed leads. */
import type { SavedView, SavedViewID } from '../../../contract/commands/saved-views.ts';
import type { Change } from '../../../contract/events.ts';
import type { LeadID } from '../../../contract/records.ts';
import type { Clock } from '../../clock/clock.ts';
import { runSteps, type Slices, type Steps } from '../platform/slices.ts';
import { toRows } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import { findPlaces, findPlacesAmong } from './search-list.ts';
import { countView, resolveQuestion } from './selection.ts';
import { startTimer } from './timer.ts';

const maxLeads = 1_000;
/** Time limit of a count, which then ends with the leads found so far. */
const countMs = 2_000;

type CachedCount = {
  /** The view and the values of its operators: `before:7d` changes daily, and people can be renamed. */
  readonly question: string;
  readonly leads: Set<number>;
  readonly isWhole: boolean;
  readonly changed: Set<LeadID>;
};

export type ViewCount = { readonly savedViewID: SavedViewID; readonly leads: number };

export type ViewCounts = ReturnType<typeof createViewCounts>;

export const createViewCounts = (dependencies: {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now' | 'steady'>;
  readonly slices: Pick<Slices, 'run'>;
}) => {
  const { store, clock, slices } = dependencies;
  let cache = new Map<SavedViewID, CachedCount>();
  /** Counts run one after another. */
  let last: Promise<unknown> = Promise.resolve();

  function* countSavedView(view: SavedView): Steps<number> {
    const { list, plan } = resolveQuestion(store, clock.now(), view);
    if (plan === null) return countView(store, list);
    const question = JSON.stringify([view, plan.narrowings, plan.exclusions]);
    const cached = cache.get(view.savedViewID);
    if (cached?.question === question) {
      const rows = toRows([...cached.changed]);
      cached.changed.clear();
      const found = rows.length === 0 ? [] : yield* findPlacesAmong(store, list, plan, rows);
      for (const lead of rows) cached.leads.delete(lead);
      for (const { lead } of found) cached.leads.add(lead);
      // Beyond the limit, other leads may replace those that left the view.
      if (cached.isWhole || cached.leads.size >= maxLeads)
        return Math.min(cached.leads.size, maxLeads);
    }
    const fresh = { question, leads: new Set<number>(), changed: new Set<LeadID>() };
    cache.set(view.savedViewID, { ...fresh, isWhole: false });
    const isTimeUp = startTimer(clock, countMs);
    const { places, next } = yield* findPlaces(store, list, plan, null, maxLeads, isTimeUp);
    for (const { lead } of places) fresh.leads.add(lead);
    // A count that the time limit ended counts as whole, so that not every change repeats it.
    const isWhole = next === null || places.length < maxLeads;
    if (cache.has(view.savedViewID)) cache.set(view.savedViewID, { ...fresh, isWhole });
    return fresh.leads.size;
  }

  function* countSavedViews(views: readonly SavedView[]): Steps<readonly ViewCount[]> {
    const ids = new Set(views.map(({ savedViewID }) => savedViewID));
    cache = new Map([...cache].filter(([savedViewID]) => ids.has(savedViewID)));
    const counts: ViewCount[] = [];
    for (const view of views) {
      counts.push({ savedViewID: view.savedViewID, leads: yield* countSavedView(view) });
      yield;
    }
    return counts;
  }

  return {
    /** Invalidates what a commit changed. */
    invalidate: ({ kinds, leadIDs }: Change): void => {
      if (kinds.includes('businesses') || (kinds.includes('leads') && leadIDs === null))
        cache.clear();
      else if (kinds.includes('leads'))
        for (const { changed } of cache.values())
          for (const leadID of leadIDs ?? []) changed.add(leadID);
    },
    /** Counts in the background; null when the engine stops first. */
    count: (views: readonly SavedView[]): Promise<readonly ViewCount[] | null> => {
      const counting = last.then(() => runSteps(slices.run, countSavedViews(views)));
      last = counting.catch(() => undefined);
      return counting.then((counts) => counts ?? null);
    },
  };
};
