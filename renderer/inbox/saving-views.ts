/**
 * The views that the professional has saved: shown, named, put in order and removed. How many leads each
 * has is counted while something shows it, and not more often than every two seconds.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SavedView, SavedViewID } from '../../contract/commands/saved-views.ts';
import type { Failure } from '../../contract/errors.ts';
import type { After } from '../platform/timer.ts';
import { errorOf } from '../platform/bridge.ts';
import type { LeadStores } from '../leads/stores.ts';
import type { Scope } from '../leads/lead-reader.ts';
import { asked } from '../platform/queries.ts';

export type SavingViews = {
  /** The one whose name is being written: a new one, or one that is there. */
  readonly naming: SavedView | null;
  /** Why it could not be saved. */
  readonly error: Failure | null;
  readonly counts: ReadonlyMap<SavedViewID, number>;
  /** Asks what the list that is shown is to be called. */
  readonly begin: () => void;
  readonly rename: (view: SavedView) => void;
  readonly end: () => void;
  /** Saves it under that name; resolves to whether it was. */
  readonly save: (name: string) => Promise<boolean>;
  readonly show: (view: SavedView) => void;
  /** Moves it that many places further down, or up. */
  readonly move: (view: SavedView, by: number) => void;
  /** Removes it; that can be undone. */
  readonly remove: (view: SavedView) => void;
  /** Counts from now on; the answer ends that. */
  readonly count: () => () => void;
};

const countEveryMs = 2_000;
const list = asked('savedViews.list', {});

/** The saved view that the list shows, if it is one. */
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
  bridge,
  queries: { client },
  leads,
  session,
  toasts,
  undoing,
  after,
}: Pick<LeadStores, 'bridge' | 'queries' | 'leads' | 'session' | 'toasts' | 'undoing'> & {
  readonly after: After;
}): StoreApi<SavingViews> =>
  createStore<SavingViews>()((set, get) => {
    const views = (): readonly SavedView[] => client.getQueryData(list.queryKey)?.views ?? [];
    const fail = ({ code }: Failure): void => void toasts.getState().say({ what: 'failed', code });
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
        const { savedViewID, name: before } = naming;
        const saved = put({ ...naming, name });
        if (before !== name)
          undoing.doing(saved, () =>
            before === ''
              ? {
                  said: { what: 'done', words: (t) => t('savedViews.saved', { name }) },
                  undo: () => errorOf(drop(savedViewID)),
                }
              : {
                  said: { what: 'done', words: (t) => t('savedViews.renamed', { name }) },
                  undo: () => errorOf(put(naming)),
                },
          );
        const error = await errorOf(saved);
        if (get().naming === naming) set(error === null ? { naming: null } : { error });
        if (error !== null) return false;
        return true;
      },
      show: ({ view, business, query, everywhere }) => {
        session.getState().go('inbox');
        void leads.getState().show({ view, business, query, everywhere });
      },
      move: (view, by) => {
        const ids = views().map(({ savedViewID }) => savedViewID);
        const at = ids.indexOf(view.savedViewID);
        const to = at + by;
        if (at < 0 || to < 0 || to >= ids.length) return;
        const savedViewIDs = ids.toSpliced(at, 1).toSpliced(to, 0, view.savedViewID);
        void bridge.invoke('savedViews.reorder', { savedViewIDs }).then((answer) => {
          if (!answer.ok) fail(answer.error);
        });
      },
      remove: (view) => {
        const { savedViewID, name } = view;
        const position = views().findIndex((each) => each.savedViewID === savedViewID);
        const removed = drop(savedViewID);
        undoing.doing(removed, () => ({
          said: { what: 'done', words: (t) => t('savedViews.removed', { name }) },
          undo: () => errorOf(put(view, Math.max(0, position))),
        }));
        void errorOf(removed).then((error) => {
          if (error !== null) fail(error);
        });
      },
      count: () => {
        let isResting = false;
        let isStale = false;
        let isOver = false;
        const read = async (): Promise<void> => {
          isResting = true;
          isStale = false;
          const answer = await bridge.invoke('savedViews.counts', {});
          if (isOver) return;
          if (answer.ok)
            set({
              counts: new Map(
                answer.value.counts.map(({ savedViewID, leads: count }) => [savedViewID, count]),
              ),
            });
          after(countEveryMs, () => {
            isResting = false;
            if (isStale && !isOver) void read();
          });
        };
        const tell = (): void => {
          isStale = true;
          if (!isResting) void read();
        };
        const ends = [
          bridge.on('changed', ({ kinds }) => {
            if (kinds.some((kind) => ['leads', 'businesses', 'savedViews'].includes(kind))) tell();
          }),
          bridge.on('engine', ({ state }) => {
            if (state === 'ready') tell();
          }),
        ];
        tell();
        return () => {
          isOver = true;
          for (const end of ends) end();
        };
      },
    };
  });
