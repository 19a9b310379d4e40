/** Counts of saved views. Found leads are cached, so a change only checks the changed leads. */
import type { SavedView, SavedViewID } from '../../../contract/commands/saved-views.ts';
import type { Change } from '../../../contract/events.ts';
import type { LeadID } from '../../../contract/records.ts';
import type { Clock } from '../../clock/clock.ts';
import { runSteps, type Slices, type Steps } from '../platform/slices.ts';
import { rowsOf } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import { placesFound, placesFoundAmong } from './search-list.ts';
import { askedList, countOfView } from './selection.ts';

const most = 1_000;
/** Then a count ends with what was found. */
const countMs = 2_000;

type Counted = {
  /** The query and the current day, because `before:7d` changes daily. */
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
  let known = new Map<SavedViewID, Counted>();
  /** Counts run one after another. */
  let last: Promise<unknown> = Promise.resolve();

  function* follow(view: SavedView): Steps<number> {
    const now = clock.now();
    const { list, plan } = askedList(store, now, view);
    if (plan === null) return countOfView(store, list);
    const question = JSON.stringify([view, new Date(now).toDateString()]);
    const before = known.get(view.savedViewID);
    if (before?.question === question) {
      const rows = rowsOf([...before.changed]);
      before.changed.clear();
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
    /** Invalidates what a commit changed. */
    changed: ({ kinds, leadIDs }: Change): void => {
      if (kinds.includes('businesses') || (kinds.includes('leads') && leadIDs === null))
        known.clear();
      else if (kinds.includes('leads'))
        for (const { changed } of known.values())
          for (const leadID of leadIDs ?? []) changed.add(leadID);
    },
    /** Counts in the background; null when the engine stops first. */
    count: (views: readonly SavedView[]): Promise<readonly ViewCount[] | null> => {
      const counted = last.then(() => runSteps(slices.run, countAll(views)));
      last = counted.catch(() => undefined);
      return counted.then((counts) => counts ?? null);
    },
  };
};
