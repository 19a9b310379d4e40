/** The professional's settings and the engine's private state: rows of JSON by name. */
import { z } from 'zod';
import {
  initialSettings,
  settings as settingsSchema,
  type Settings,
} from '../../../contract/settings.ts';
import type { Store } from './store/store.ts';
import { readStored, readStoredList } from './store/stored.ts';

const userSettings = 'user';

const readValue = (store: Store, name: string): string | null =>
  store.prepare<[string], { value: string }>('SELECT value FROM settings WHERE name = ?').get(name)
    ?.value ?? null;

/** Reads a value; null when it is missing or does not match. */
export const readSetting = <T>(store: Store, name: string, schema: z.ZodType<T>): T | null => {
  const text = readValue(store, name);
  return text === null ? null : readStored(schema, text);
};

/** Reads a list; items that do not match are skipped. */
export const readSettingList = <T extends z.ZodType>(
  store: Store,
  name: string,
  item: T,
): readonly z.output<T>[] => readStoredList(item, readValue(store, name));

export const storeSetting = (store: Store, name: string, value: unknown): void => {
  store
    .prepare<[string, string]>(
      `INSERT INTO settings (name, value) VALUES (?, ?)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    )
    .run(name, JSON.stringify(value));
};

/** Parses stored settings one by one, so that an unreadable one does not affect the others. */
export const parseSettings = (text: string): Partial<Settings> => {
  const stored = readStored(z.record(z.string(), z.unknown()), text) ?? {};
  const shape = settingsSchema.unwrap().shape;
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, schema]) => {
      const read = schema.safeParse(stored[name]);
      return read.success ? [[name, read.data]] : [];
    }),
  );
};

/** The parsed settings of each open store: bursts of deliveries need them thousands of times. */
const parsed = new WeakMap<Store, { readonly text: string | null; readonly settings: Settings }>();

/** Reads the settings, with defaults for missing ones; the same object until they change. */
export const readSettings = (store: Store): Settings => {
  const text = readValue(store, userSettings);
  const last = parsed.get(store);
  if (last?.text === text) return last.settings;
  const settings = { ...initialSettings, ...parseSettings(text ?? '') };
  parsed.set(store, { text, settings });
  return settings;
};

/** Chooses the language of the engine's texts, by the setting or the computer. */
export const chooseLanguage = ({ language }: Pick<Settings, 'language'>): 'en' | 'es' =>
  /^es\b/i.test(language === 'system' ? Intl.DateTimeFormat().resolvedOptions().locale : language)
    ? 'es'
    : 'en';

export const changeSettings = (store: Store, change: Partial<Settings>): Settings =>
  store.write(() => {
    const present = Object.entries(change).filter(([, value]) => value !== undefined);
    const changed: Settings = { ...readSettings(store), ...Object.fromEntries(present) };
    storeSetting(store, userSettings, changed);
    return changed;
  });
