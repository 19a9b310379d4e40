/**
 * Counts of saved views. A search is counted once, in the background, and its leads are cached:
 * after a change only the changed leads are looked up again.
 */
import type { SavedView, SavedViewID } from '../../../contract/commands/saved-views.ts';
import type { Change } from '../../../contract/events.ts';
import type { LeadID } from '../../../contract/records.ts';
import type { Clock } from '../../clock/clock.ts';
import { runSteps, type Slices, type Steps } from '../platform/slices.ts';
import { rowOf } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import { placesFound, placesFoundAmong } from './search-list.ts';
import { askedList, countOfView } from './selection.ts';

/** Count limit. */
const most = 1_000;
/** Time limit of one count, in milliseconds; it ends with what was found. */
const countMs = 2_000;

type Counted = {
  /** The view's query and the current day, because `before:7d` changes daily. */
  readonly question: string;
  readonly leads: Set<number>;
  /** False when the count is incomplete. */
  readonly isWhole: boolean;
  /** Leads changed since. */
  readonly changed: Set<LeadID>;
};

export type ViewCount = { readonly savedViewID: SavedViewID; readonly leads: number };

export type ViewCounts = {
  /** Invalidates what a commit changed; it is recounted on demand. */
  readonly changed: (change: Change) => void;
  /** Counts views in the background; null when the engine stops first. */
  readonly count: (views: readonly SavedView[]) => Promise<readonly ViewCount[] | null>;
};

export const createViewCounts = ({
  store,
  clock,
  slices,
}: {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now' | 'steady'>;
  readonly slices: Pick<Slices, 'run'>;
}): ViewCounts => {
  let known = new Map<SavedViewID, Counted>();
  /** The last requested count; counts run one after another. */
  let last: Promise<unknown> = Promise.resolve();

  function* follow(view: SavedView): Steps<number> {
    const now = clock.now();
    const { list, plan } = askedList(store, now, view);
    if (plan === null) return countOfView(store, list);
    const question = JSON.stringify([view, new Date(now).toDateString()]);
    const before = known.get(view.savedViewID);
    if (before?.question === question) {
      const changed = [...before.changed];
      before.changed.clear();
      const rows = changed.map(rowOf).filter((lead) => lead !== null);
      const found = rows.length === 0 ? [] : yield* placesFoundAmong(store, list, plan, rows);
      for (const lead of rows) before.leads.delete(lead);
      for (const { lead } of found) before.leads.add(lead);
      // Beyond the limit, other leads may replace those that left the view.
      if (before.isWhole || before.leads.size >= most) return Math.min(before.leads.size, most);
    }
    const counted = { question, leads: new Set<number>(), changed: new Set<LeadID>() };
    known.set(view.savedViewID, { ...counted, isWhole: false });
    const end = clock.steady() + countMs;
    const isTimeUp = (): boolean => clock.steady() >= end;
    const { places, next } = yield* placesFound(store, list, plan, null, most, isTimeUp);
    for (const { lead } of places) counted.leads.add(lead);
    // An incomplete count is not repeated after each change.
    const isWhole = next === null || places.length < most;
    if (known.has(view.savedViewID)) known.set(view.savedViewID, { ...counted, isWhole });
    return counted.leads.size;
  }

  function* countAll(views: readonly SavedView[]): Steps<readonly ViewCount[]> {
    const ids = new Set(views.map(({ savedViewID }) => savedViewID));
    known = new Map([...known].filter(([savedViewID]) => ids.has(savedViewID)));
    const counts: ViewCount[] = [];
    for (const view of views) {
      counts.push({ savedViewID: view.savedViewID, leads: yield* follow(view) });
      yield;
    }
    return counts;
  }

  return {
    changed: ({ kinds, leadIDs }) => {
      if (kinds.includes('businesses') || (kinds.includes('leads') && leadIDs === null))
        known.clear();
      else if (kinds.includes('leads'))
        for (const { changed } of known.values())
          for (const leadID of leadIDs ?? []) changed.add(leadID);
    },
    count: (views) => {
      const counted = last.then(() => runSteps(slices.run, countAll(views)));
      last = counted.catch(() => undefined);
      return counted.then((counts) => counts ?? null);
    },
  };
};
