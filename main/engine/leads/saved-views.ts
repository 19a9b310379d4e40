/** Handlers of `savedViews.*`. A saved view of a removed business stays, empty. */
import type { SavedView, SavedViewID } from '../../../contract/commands/saved-views.ts';
import { fail, succeed } from '../../../contract/errors.ts';
import type { Change } from '../../../contract/events.ts';
import { maxSavedViews } from '../../../contract/limits.ts';
import { viewName } from '../../../contract/records.ts';
import { failStopping, type EngineCommand, type Handlers } from '../platform/command/handler.ts';
import type { Store } from '../platform/store/store.ts';
import type { ViewCounts } from './view-counts.ts';

type Row = Omit<SavedView, 'everywhere'> & { readonly isEverywhere: number };

/** In order, without views that only a newer version knows. */
export const listSavedViews = (store: Store): readonly SavedView[] =>
  store
    .prepare<[], Row>(
      `SELECT saved_view_id AS savedViewID, name, view, business, query,
         is_everywhere AS isEverywhere
       FROM saved_views ORDER BY position, saved_view_id`,
    )
    .all()
    .filter(({ view }) => viewName.safeParse(view).success)
    .map(({ isEverywhere, ...view }) => ({ ...view, everywhere: isEverywhere === 1 }));

const putSavedView = (store: Store, { everywhere, ...view }: SavedView): void => {
  store
    .prepare<[Row]>(
      `INSERT INTO saved_views
         (saved_view_id, name, view, business, query, is_everywhere, position)
       VALUES (@savedViewID, @name, @view, @business, @query, @isEverywhere, 0)
       ON CONFLICT DO UPDATE SET name = excluded.name, view = excluded.view,
         business = excluded.business, query = excluded.query,
         is_everywhere = excluded.is_everywhere`,
    )
    .run({ ...view, isEverywhere: everywhere ? 1 : 0 });
};

const putInOrder = (store: Store, listIDs: Iterable<SavedViewID>): void => {
  const move = store.prepare<[number, string]>(
    'UPDATE saved_views SET position = ? WHERE saved_view_id = ?',
  );
  for (const [position, savedViewID] of [...listIDs].entries()) move.run(position, savedViewID);
};

type Dependencies = {
  readonly store: Store;
  readonly counts: Pick<ViewCounts, 'count'>;
  readonly publish: (change: Change) => void;
};

export const createSavedViewCommands = (
  dependencies: Dependencies,
): Handlers<Extract<EngineCommand, `savedViews.${string}`>> => {
  const { store, counts, publish } = dependencies;
  const order = (): readonly SavedViewID[] =>
    listSavedViews(store).map(({ savedViewID }) => savedViewID);
  const write = (work: () => void): void => {
    store.write(work);
    publish({ kinds: ['savedViews'], leadIDs: [] });
  };

  return {
    'savedViews.list': () => succeed({ views: [...listSavedViews(store)] }),
    'savedViews.counts': async () => {
      const counted = await counts.count(listSavedViews(store));
      return counted === null ? failStopping() : succeed({ counts: [...counted] });
    },
    'savedViews.save': ({ position, ...view }) => {
      const before = order();
      const isNew = !before.includes(view.savedViewID);
      if (isNew && before.length >= maxSavedViews)
        return fail('conflict', `There can be ${maxSavedViews} saved views.`);
      write(() => {
        putSavedView(store, view);
        if (!isNew && position === undefined) return;
        const others = before.filter((each) => each !== view.savedViewID);
        putInOrder(store, others.toSpliced(position ?? others.length, 0, view.savedViewID));
      });
      return succeed({});
    },
    'savedViews.remove': ({ savedViewID }) => {
      write(() => {
        store.prepare<[string]>('DELETE FROM saved_views WHERE saved_view_id = ?').run(savedViewID);
      });
      return succeed({});
    },
    'savedViews.reorder': ({ savedViewIDs }) => {
      write(() => putInOrder(store, new Set([...savedViewIDs, ...order()])));
      return succeed({});
    },
  };
};
