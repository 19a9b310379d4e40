/** Shows, names, orders and removes saved views, and counts their leads at most every two seconds. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SavedView, SavedViewID } from '../../contract/commands/saved-views.ts';
import type { Answer } from '../../contract/errors.ts';
import { awaitFailure } from '../platform/bridge.ts';
import { subscribeToRecords, showInInbox } from '../leads/lead-records.ts';
import type { LeadStores } from '../leads/stores.ts';
import type { Scope } from '../leads/scope.ts';
import { buildQuery } from '../platform/queries.ts';

export type SavingViews = {
  /** The new or existing view that is being named. */
  readonly naming: SavedView | null;
  readonly counts: ReadonlyMap<SavedViewID, number>;
  /** Starts naming a view of the visible list. */
  readonly startNaming: () => void;
  readonly rename: (view: SavedView) => void;
  readonly endNaming: () => void;
  readonly save: (view: SavedView, name: string) => Promise<Answer<unknown>>;
  readonly show: (view: SavedView) => void;
  /** Moves a view down, or up if `by` is negative. */
  readonly move: (view: SavedView, by: number) => void;
  readonly remove: (view: SavedView) => void;
  /** Keeps the counts up to date until the returned function is called. */
  readonly followCounts: () => () => void;
};

const countIntervalMs = 2_000;
export const viewsQuery = buildQuery('savedViews.list', {});

/** Finds the saved view of the visible list. */
export const findShownView = (
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
  schedule,
}: LeadStores): StoreApi<SavingViews> =>
  createStore<SavingViews>()((set) => {
    const getViews = (): readonly SavedView[] =>
      client.getQueryData(viewsQuery.queryKey)?.views ?? [];
    const saveView = (view: SavedView, position?: number) =>
      bridge.invoke('savedViews.save', { ...view, ...(position !== undefined && { position }) });
    const removeView = (savedViewID: SavedViewID) =>
      bridge.invoke('savedViews.remove', { savedViewID });

    return {
      naming: null,
      counts: new Map(),
      startNaming: () => {
        const { view, business, query, everywhere } = leads.getState();
        const savedViewID = crypto.randomUUID() as SavedViewID;
        const scope =
          query !== '' && everywhere
            ? { view: 'all' as const, business: null, everywhere }
            : { view, business, everywhere: false };
        set({ naming: { savedViewID, name: '', query, ...scope } });
      },
      rename: (naming) => set({ naming }),
      endNaming: () => set({ naming: null }),
      save: (view, name) => {
        const { savedViewID, name: oldName } = view;
        const saved = saveView({ ...view, name });
        if (oldName !== name)
          undoStack.pushPending(saved, () => ({
            toast: {
              kind: 'done',
              getText: (t) => t(`savedViews.${oldName === '' ? 'saved' : 'renamed'}`, { name }),
            },
            undo: () => awaitFailure(oldName === '' ? removeView(savedViewID) : saveView(view)),
          }));
        return saved;
      },
      show: ({ view, business, query, everywhere }) =>
        showInInbox({ leads, session }, { view, business, query, everywhere }),
      move: (view, by) => {
        const at = getViews().findIndex(({ savedViewID }) => savedViewID === view.savedViewID);
        const to = at + by;
        if (at < 0 || to < 0 || to >= getViews().length) return;
        const moved = getViews().toSpliced(at, 1).toSpliced(to, 0, view);
        const savedViewIDs = moved.map(({ savedViewID }) => savedViewID);
        const moving = act('savedViews.reorder', { savedViewIDs });
        void showInAdvance('savedViews.list', {}, () => ({ views: moved }), moving);
      },
      remove: (view) => {
        const { savedViewID, name } = view;
        const position = getViews().findIndex((each) => each.savedViewID === savedViewID);
        const removed = removeView(savedViewID);
        undoStack.pushPending(removed, () => ({
          toast: { kind: 'done', getText: (t) => t('savedViews.removed', { name }) },
          undo: () => awaitFailure(saveView(view, Math.max(0, position))),
        }));
        void awaitFailure(removed).then((error) => {
          if (error !== null) toasts.getState().show({ kind: 'failed', code: error.code });
        });
      },
      followCounts: () => {
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
          schedule(countIntervalMs, () => {
            isBlocked = false;
            if (isStale && !isStopped) void read();
          });
        };
        const requestRead = (): void => {
          isStale = true;
          if (!isBlocked) void read();
        };
        const kinds = ['leads', 'businesses', 'savedViews'] as const;
        const unsubscribe = subscribeToRecords(bridge, kinds, requestRead);
        requestRead();
        return () => {
          isStopped = true;
          unsubscribe();
        };
      },
    };
  });
