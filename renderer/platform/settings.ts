/**
 * The changes of settings that the engine has still to keep. They are made one after the other, so
 * that one that fails takes back nothing but itself.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Failure } from '../../contract/errors.ts';
import type { Settings } from '../../contract/settings.ts';
import type { Bridge } from './bridge.ts';
import { asked, type Queries } from './queries.ts';

export type SettingChanges = {
  /** The oldest first. */
  readonly changes: readonly Partial<Settings>[];
  /** Why the last change was not kept. */
  readonly error: Failure | null;
  /** Shows the change at once and takes it back when it could not be kept. */
  readonly change: (change: Partial<Settings>) => Promise<void>;
};

/** The settings as the engine keeps them, with what it has still to keep on top. */
export const withChanges = (kept: Settings, changes: readonly Partial<Settings>[]): Settings =>
  changes.reduce<Settings>((all, each) => ({ ...all, ...each }), kept);

/** The settings as they are shown now; undefined until they have been read. */
export const settingsShown = ({
  settings,
  queries,
}: {
  readonly settings: StoreApi<SettingChanges>;
  readonly queries: Queries;
}): Settings | undefined => {
  const kept = queries.client.getQueryData(asked('settings.get', {}).queryKey)?.settings;
  return kept && withChanges(kept, settings.getState().changes);
};

export const createSettings = (bridge: Bridge, queries: Queries): StoreApi<SettingChanges> =>
  createStore<SettingChanges>()((set, get) => {
    let last: Promise<void> = Promise.resolve();

    const keep = async (change: Partial<Settings>): Promise<void> => {
      const answer = await bridge.invoke('settings.change', change);
      if (answer.ok) queries.keep('settings.get', {}, answer.value);
      else set({ error: answer.error });
      set({ changes: get().changes.filter((each) => each !== change) });
    };

    return {
      changes: [],
      error: null,
      change: (change) => {
        set({ changes: [...get().changes, change], error: null });
        last = last.then(() => keep(change));
        return last;
      },
    };
  });
