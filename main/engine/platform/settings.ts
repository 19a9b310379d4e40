/** The professional's settings and the engine's private state: rows of JSON by name. */
import { z } from 'zod';
import {
  initialSettings,
  settings as settingsSchema,
  type Settings,
} from '../../../contract/settings.ts';
import type { Store } from './store/store.ts';
import { readStored } from './store/stored.ts';

const userSettings = 'user';

const storedText = (store: Store, name: string): string | null =>
  store
    .prepare<[string], { value: string }>(
      'settings.get',
      'SELECT value FROM settings WHERE name = ?',
    )
    .get(name)?.value ?? null;

/** Returns the stored value, or null when it is missing or does not match. */
export const recall = <T>(store: Store, name: string, schema: z.ZodType<T>): T | null => {
  const text = storedText(store, name);
  return text === null ? null : readStored(schema, text);
};

export const remember = (store: Store, name: string, value: unknown): void => {
  store
    .prepare<[string, string]>(
      'settings.put',
      `INSERT INTO settings (name, value) VALUES (?, ?)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    )
    .run(name, JSON.stringify(value));
};

/** Parses stored settings one by one, so that an unreadable one does not affect the others. */
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

/** Returns the text of the stored settings; null when none was ever changed. */
export const settingsText = (store: Store): string | null => storedText(store, userSettings);

export const businessHoursNow = (store: Store): Settings['businessHours'] =>
  settingsNow(store).businessHours;

/** Returns the stored settings, with defaults for the rest. */
export const settingsNow = (store: Store): Settings => ({
  ...initialSettings,
  ...settingsOf(settingsText(store) ?? ''),
});

export const changeSettings = (store: Store, change: Partial<Settings>): Settings =>
  store.write(() => {
    const present = Object.entries(change).filter(([, value]) => value !== undefined);
    const changed: Settings = { ...settingsNow(store), ...Object.fromEntries(present) };
    remember(store, userSettings, changed);
    return changed;
  });
