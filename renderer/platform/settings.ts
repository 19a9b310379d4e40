/**
 * Changes of settings that the engine has not stored yet. They are sent one after the other, so that
 * a failed one reverts only itself.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Failure } from '../../contract/errors.ts';
import type { Settings } from '../../contract/settings.ts';
import type { Bridge } from './bridge.ts';
import { buildQuery, type Queries } from './queries.ts';

export type SettingChanges = {
  /** Oldest first. */
  readonly changes: readonly Partial<Settings>[];
  /** The latest failure; the next change clears it. */
  readonly error: Failure | null;
  /** Shows the change immediately and reverts it if it could not be stored. */
  readonly change: (change: Partial<Settings>) => Promise<void>;
};

export const applyChanges = (stored: Settings, changes: readonly Partial<Settings>[]): Settings =>
  changes.reduce<Settings>((all, each) => ({ ...all, ...each }), stored);

/** The stored settings with the pending changes; undefined before they are loaded. */
export const getVisibleSettings = ({
  settings,
  queries,
}: {
  readonly settings: StoreApi<SettingChanges>;
  readonly queries: Queries;
}): Settings | undefined => {
  const stored = queries.client.getQueryData(buildQuery('settings.get', {}).queryKey)?.settings;
  return stored && applyChanges(stored, settings.getState().changes);
};

export const createSettings = (bridge: Bridge, queries: Queries): StoreApi<SettingChanges> =>
  createStore<SettingChanges>()((set, get) => {
    let last: Promise<void> = Promise.resolve();

    const store = async (change: Partial<Settings>): Promise<void> => {
      const answer = await bridge.invoke('settings.change', change);
      if (answer.ok) queries.setAnswer('settings.get', {}, answer.value);
      else set({ error: answer.error });
      set({ changes: get().changes.filter((each) => each !== change) });
    };

    return {
      changes: [],
      error: null,
      change: (change) => {
        set({ changes: [...get().changes, change], error: null });
        last = last.then(() => store(change));
        return last;
      },
    };
  });
