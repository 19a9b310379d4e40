/**
 * The professional's settings, and state that the engine stores under private names. Each is a
 * row of JSON; unreadable values count as not set.
 */
import { z } from 'zod';
import {
  initialSettings,
  settings as settingsSchema,
  type Settings,
} from '../../../contract/settings.ts';
import type { Store } from './store/store.ts';
import { readStored } from './store/stored.ts';

const userSettings = 'user';

/** Returns the stored value, or null when it is missing or does not match. */
export const recall = <T>(store: Store, name: string, schema: z.ZodType<T>): T | null => {
  const row = store
    .prepare<[string], { value: string }>(
      'settings.get',
      'SELECT value FROM settings WHERE name = ?',
    )
    .get(name);
  return row === undefined ? null : readStored(schema, row.value);
};

/** Stores a value. */
export const remember = (store: Store, name: string, value: unknown): void => {
  store
    .prepare<[string, string]>(
      'settings.put',
      `INSERT INTO settings (name, value) VALUES (?, ?)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    )
    .run(name, JSON.stringify(value));
};

/** Parses stored settings key by key, so that an unreadable one does not affect the others. */
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

/** Returns the stored settings; null when none was ever changed. */
export const settingsText = (store: Store): string | null =>
  store
    .prepare<[string], { value: string }>(
      'settings.text',
      'SELECT value FROM settings WHERE name = ?',
    )
    .get(userSettings)?.value ?? null;

export const businessHoursNow = (store: Store): Settings['businessHours'] =>
  settingsNow(store).businessHours;

/** Returns the stored settings, with defaults for the rest. */
export const settingsNow = (store: Store): Settings => ({
  ...initialSettings,
  ...settingsOf(settingsText(store) ?? ''),
});

/** Changes settings and returns all of them. */
export const changeSettings = (store: Store, change: Partial<Settings>): Settings =>
  store.write(() => {
    const present = Object.entries(change).filter(([, value]) => value !== undefined);
    const changed: Settings = { ...settingsNow(store), ...Object.fromEntries(present) };
    remember(store, userSettings, changed);
    return changed;
  });
