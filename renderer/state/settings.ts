/** The professional's settings, as the engine keeps them. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Failure } from '../../contract/errors.ts';
import type { Settings } from '../../contract/records.ts';
import type { Bridge } from './bridge.ts';
import { coalesced } from './reread.ts';

export type SettingsState = {
  readonly settings: Settings | null;
  /** Why the last change was not kept. */
  readonly error: Failure | null;
  readonly reread: () => Promise<void>;
  /** Shows the change at once and takes it back when it could not be kept. */
  readonly change: (change: Partial<Settings>) => Promise<void>;
};

export const createSettings = (bridge: Bridge): StoreApi<SettingsState> =>
  createStore<SettingsState>()((set, get) => ({
    settings: null,
    error: null,
    reread: coalesced(async () => {
      const answer = await bridge.invoke('settings.get', {});
      if (answer.ok) set({ settings: answer.value.settings });
    }),
    change: async (change) => {
      const before = get().settings;
      if (before === null) return;
      set({ settings: { ...before, ...change }, error: null });
      const answer = await bridge.invoke('settings.change', change);
      if (answer.ok) set({ settings: answer.value.settings });
      else set({ settings: before, error: answer.error });
    },
  }));
