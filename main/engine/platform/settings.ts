/**
 * The professional's settings, and under private names what the engine remembers for itself. Each
 * is a row of JSON; one that cannot be read counts as not set.
 */
import { z } from 'zod';
import { defaultBusinessHours } from '../../../contract/business-hours.ts';
import { defaultQuietHours } from '../../../contract/quiet-hours.ts';
import { settings as settingsSchema, type Settings } from '../../../contract/records.ts';
import type { Store } from './store/store.ts';
import { readStored } from './store/stored.ts';

/** As the app comes. */
export const usualSettings: Settings = {
  theme: 'system',
  contrast: 'system',
  textSize: 100,
  density: 'comfortable',
  newOrder: 'due',
  undoSeconds: 5,
  notifications: true,
  sendOpensNext: true,
  language: 'system',
  businessHours: defaultBusinessHours,
  quietHours: defaultQuietHours,
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
  return row === undefined ? null : readStored(schema, row.value);
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

/** The settings that a stored text holds; one that cannot be read is left out, and the others stay. */
export const settingsOf = (text: string): Partial<Settings> => {
  const stored = readStored(z.record(z.string(), z.unknown()), text) ?? {};
  const shape = settingsSchema.unwrap().shape;
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, schema]) => {
      const read = schema.safeParse(stored[name]);
      return read.success ? [[name, read.data]] : [];
    }),
  );
};

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
  ...settingsOf(settingsText(store) ?? ''),
});

/** Changes the settings that are given and returns all of them. */
export const changeSettings = (store: Store, change: Partial<Settings>): Settings =>
  store.write(() => {
    const given = Object.entries(change).filter(([, value]) => value !== undefined);
    const changed: Settings = { ...settingsNow(store), ...Object.fromEntries(given) };
    remember(store, userSettings, changed);
    return changed;
  });
