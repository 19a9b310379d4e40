/** Persisted UI state: widths, collapsed sections and recent choices. */
import { useCallback, useState } from 'react';

const toStorageKey = (name: string): string => `hearthline.${name}`;

const read = (name: string): unknown => {
  try {
    return JSON.parse(localStorage.getItem(toStorageKey(name)) ?? 'null');
  } catch {
    return null;
  }
};

type Remembered<T> = readonly [T, (value: T) => void];

const useStoredState = <T>(name: string, start: () => T): Remembered<T> => {
  const [value, setValue] = useState(start);
  const change = useCallback(
    (next: T) => {
      setValue(next);
      localStorage.setItem(toStorageKey(name), JSON.stringify(next));
    },
    [name],
  );
  return [value, change];
};

export const useRememberedWidth = (name: string, initial: number): Remembered<number> =>
  useStoredState(name, () => {
    const value = read(name);
    return typeof value === 'number' ? value : initial;
  });

/** @param initial the value until the professional chooses one */
export const useRememberedChoice = (name: string, initial: boolean): Remembered<boolean> => {
  const [value, change] = useStoredState<boolean | null>(name, () => {
    const stored = read(name);
    return typeof stored === 'boolean' ? stored : null;
  });
  return [value ?? initial, change];
};

/** Creates a stored list of the latest texts, such as search queries. */
export const createLatestTexts = (name: string, max: number) => {
  const readTexts = (): readonly string[] => {
    const value = read(name);
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  };
  const write = (texts: readonly string[]): readonly string[] => {
    localStorage.setItem(toStorageKey(name), JSON.stringify(texts));
    return texts;
  };
  const omitText = (text: string): readonly string[] => readTexts().filter((each) => each !== text);
  return {
    /** Latest first. */
    read: readTexts,
    add: (text: string) => write([text, ...omitText(text)].slice(0, max)),
    remove: (text: string) => write(omitText(text)),
  };
};
