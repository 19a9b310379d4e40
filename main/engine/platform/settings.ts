/**
 * The professional's settings, and under private names what the engine remembers for itself. Each
 * is a row of JSON; one that cannot be read counts as not set.
 */
import type { z } from 'zod';
import { usualHours } from '../../../contract/business-hours.ts';
import { usualQuiet } from '../../../contract/quiet-hours.ts';
import { settings as settingsSchema, type Settings } from '../../../contract/records.ts';
import type { Store } from './store/store.ts';

/** As the app comes. */
export const usualSettings: Settings = {
  theme: 'system',
  contrast: 'system',
  textSize: 100,
  density: 'comfortable',
  undoSeconds: 5,
  notifications: true,
  sendOpensNext: true,
  language: 'system',
  businessHours: usualHours,
  quietHours: usualQuiet,
  updates: true,
};

const userSettings = 'user';

/** What is kept under a name, if it is there and fits; otherwise null. */
export const recall = <T>(store: Store, name: string, schema: z.ZodType<T>): T | null => {
  const row = store
    .prepare<[string], { value: string }>(
      'settings.get',
      'SELECT value FROM settings WHERE name = ?',
    )
    .get(name);
  if (row === undefined) return null;
  const read = schema.safeParse(JSON.parse(row.value));
  return read.success ? read.data : null;
};

/** Keeps a value under a name. */
export const remember = (store: Store, name: string, value: unknown): void => {
  store
    .prepare<[string, string]>(
      'settings.put',
      `INSERT INTO settings (name, value) VALUES (?, ?)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    )
    .run(name, JSON.stringify(value));
};

/** What a text that was kept says of the settings; nothing where it cannot be read. */
export const settingsOf = (text: string): Partial<Settings> =>
  settingsSchema.unwrap().partial().safeParse(JSON.parse(text)).data ?? {};

/** The professional's settings as they are kept; null while nothing was ever changed. */
export const settingsText = (store: Store): string | null =>
  store
    .prepare<[string], { value: string }>(
      'settings.text',
      'SELECT value FROM settings WHERE name = ?',
    )
    .get(userSettings)?.value ?? null;

/** The hours in which the professional answers. */
export const businessHoursNow = (store: Store): Settings['businessHours'] =>
  settingsNow(store).businessHours;

/** The settings now: the professional's, and the defaults for what was never changed. */
export const settingsNow = (store: Store): Settings => ({
  ...usualSettings,
  ...recall(store, userSettings, settingsSchema.unwrap().partial()),
});

/** Changes the settings that are given and returns all of them. */
export const changeSettings = (store: Store, change: Partial<Settings>): Settings =>
  store.write(() => {
    const given = Object.entries(change).filter(([, value]) => value !== undefined);
    const changed: Settings = { ...settingsNow(store), ...Object.fromEntries(given) };
    remember(store, userSettings, changed);
    return changed;
  });
