/** The settings of a backup: those that were never changed here. */
import { settingsNow, settingsOf, changeSettings } from '../platform/settings.ts';
import { initialSettings } from '../../../contract/settings.ts';
import type { Settings } from '../../../contract/settings.ts';
import type { Store } from '../platform/store/store.ts';

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Takes over from `backup.settings` what here is as the app came. */
export const mergeSettings = (store: Store): void => {
  const kept = store.db
    .prepare<[], string>("SELECT value FROM backup.settings WHERE name = 'user'")
    .pluck()
    .get();
  if (kept === undefined) return;
  const here = settingsNow(store);
  const taken = Object.entries(settingsOf(kept)).filter(([name, value]) => {
    const key = name as keyof Settings;
    return isSame(here[key], initialSettings[key]) && !isSame(value, here[key]);
  });
  if (taken.length > 0) changeSettings(store, Object.fromEntries(taken));
};
