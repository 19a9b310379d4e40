/**
 * The professional's settings, as the engine keeps them, with the changes on top that it has still to
 * keep. They are made one after the other, so that one that fails takes back nothing but itself.
 */
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
  createStore<SettingsState>()((set) => {
    let kept: Settings | null = null;
    let changes: readonly Partial<Settings>[] = [];
    let last: Promise<void> = Promise.resolve();

    const show = (): void => {
      if (kept !== null)
        set({ settings: changes.reduce<Settings>((all, each) => ({ ...all, ...each }), kept) });
    };

    const keep = async (change: Partial<Settings>): Promise<void> => {
      const answer = await bridge.invoke('settings.change', change);
      changes = changes.filter((each) => each !== change);
      if (answer.ok) kept = answer.value.settings;
      else set({ error: answer.error });
      show();
    };

    return {
      settings: null,
      error: null,
      reread: coalesced(async () => {
        const answer = await bridge.invoke('settings.get', {});
        if (answer.ok) kept = answer.value.settings;
        show();
      }),
      change: (change) => {
        if (kept === null) return Promise.resolve();
        changes = [...changes, change];
        set({ error: null });
        show();
        last = last.then(() => keep(change));
        return last;
      },
    };
  });
