/** Shows, names, orders and removes saved views, and counts their leads at most every two seconds. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SavedView, SavedViewID } from '../../contract/commands/saved-views.ts';
import type { Failure } from '../../contract/errors.ts';
import { errorOf } from '../platform/bridge.ts';
import { onRecordChanges, showInInbox } from '../leads/lead-records.ts';
import type { LeadStores } from '../leads/stores.ts';
import type { Scope } from '../leads/lead-reader.ts';
import { queryFor } from '../platform/queries.ts';

export type SavingViews = {
  /** The new or existing view that is being named. */
  readonly naming: SavedView | null;
  readonly error: Failure | null;
  readonly counts: ReadonlyMap<SavedViewID, number>;
  /** Starts naming a view of the visible list. */
  readonly begin: () => void;
  readonly rename: (view: SavedView) => void;
  readonly end: () => void;
  /** Resolves to whether it was saved. */
  readonly save: (name: string) => Promise<boolean>;
  readonly show: (view: SavedView) => void;
  /** Moves a view down, or up if `by` is negative. */
  readonly move: (view: SavedView, by: number) => void;
  readonly remove: (view: SavedView) => void;
  /** Keeps the counts up to date until the returned function is called. */
  readonly count: () => () => void;
};

const countEveryMs = 2_000;
const viewsQuery = queryFor('savedViews.list', {});

/** Finds the saved view of the visible list. */
export const shownView = (
  views: readonly SavedView[],
  { view, business, query, everywhere }: Scope,
): SavedView | undefined => {
  const isWide = query !== '' && everywhere;
  return views.find(
    (each) =>
      each.query === query &&
      each.everywhere === isWide &&
      (isWide || (each.view === view && each.business === business)),
  );
};

export const createSavingViews = ({
  act,
  bridge,
  queries: { client, showInAdvance },
  leads,
  session,
  toasts,
  undoStack,
  after,
}: LeadStores): StoreApi<SavingViews> =>
  createStore<SavingViews>()((set, get) => {
    const views = (): readonly SavedView[] => client.getQueryData(viewsQuery.queryKey)?.views ?? [];
    const put = (view: SavedView, position?: number) =>
      bridge.invoke('savedViews.save', { ...view, ...(position !== undefined && { position }) });
    const drop = (savedViewID: SavedViewID) => bridge.invoke('savedViews.remove', { savedViewID });

    return {
      naming: null,
      error: null,
      counts: new Map(),
      begin: () => {
        const { view, business, query, everywhere } = leads.getState();
        const savedViewID = crypto.randomUUID() as SavedViewID;
        const scope =
          query !== '' && everywhere
            ? { view: 'all' as const, business: null, everywhere }
            : { view, business, everywhere: false };
        set({ naming: { savedViewID, name: '', query, ...scope }, error: null });
      },
      rename: (naming) => set({ naming, error: null }),
      end: () => set({ naming: null, error: null }),
      save: async (name) => {
        const { naming } = get();
        if (naming === null) return false;
        const { savedViewID, name: oldName } = naming;
        const saved = put({ ...naming, name });
        if (oldName !== name)
          undoStack.pushPending(saved, () => ({
            toast: {
              kind: 'done',
              getText: (t) => t(`savedViews.${oldName === '' ? 'saved' : 'renamed'}`, { name }),
            },
            undo: () => errorOf(oldName === '' ? drop(savedViewID) : put(naming)),
          }));
        const error = await errorOf(saved);
        if (get().naming === naming) set(error === null ? { naming: null } : { error });
        return error === null;
      },
      show: ({ view, business, query, everywhere }) =>
        showInInbox({ leads, session }, { view, business, query, everywhere }),
      move: (view, by) => {
        const at = views().findIndex(({ savedViewID }) => savedViewID === view.savedViewID);
        const to = at + by;
        if (at < 0 || to < 0 || to >= views().length) return;
        const moved = views().toSpliced(at, 1).toSpliced(to, 0, view);
        const savedViewIDs = moved.map(({ savedViewID }) => savedViewID);
        const moving = act('savedViews.reorder', { savedViewIDs });
        void showInAdvance('savedViews.list', {}, () => ({ views: moved }), moving);
      },
      remove: (view) => {
        const { savedViewID, name } = view;
        const position = views().findIndex((each) => each.savedViewID === savedViewID);
        const removed = drop(savedViewID);
        undoStack.pushPending(removed, () => ({
          toast: { kind: 'done', getText: (t) => t('savedViews.removed', { name }) },
          undo: () => errorOf(put(view, Math.max(0, position))),
        }));
        void errorOf(removed).then((error) => {
          if (error !== null) toasts.getState().show({ kind: 'failed', code: error.code });
        });
      },
      count: () => {
        /** True while counts are fetched, and until they may be fetched again. */
        let isBlocked = false;
        let isStale = false;
        let isStopped = false;
        const read = async (): Promise<void> => {
          isBlocked = true;
          isStale = false;
          const answer = await bridge.invoke('savedViews.counts', {});
          if (isStopped) return;
          if (answer.ok)
            set({
              counts: new Map(
                answer.value.counts.map(({ savedViewID, leads: count }) => [savedViewID, count]),
              ),
            });
          after(countEveryMs, () => {
            isBlocked = false;
            if (isStale && !isStopped) void read();
          });
        };
        const requestRead = (): void => {
          isStale = true;
          if (!isBlocked) void read();
        };
        const kinds = ['leads', 'businesses', 'savedViews'] as const;
        const unsubscribe = onRecordChanges(bridge, kinds, requestRead);
        requestRead();
        return () => {
          isStopped = true;
          unsubscribe();
        };
      },
    };
  });
