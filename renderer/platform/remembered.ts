/** Persisted UI state: widths, collapsed sections and recent choices. */
import { useCallback, useState } from 'react';

const key = (name: string): string => `hearthline.${name}`;

const read = (name: string): unknown => {
  try {
    return JSON.parse(localStorage.getItem(key(name)) ?? 'null');
  } catch {
    return null;
  }
};

type Remembered<T> = readonly [T, (value: T) => void];

const useKept = <T>(name: string, start: () => T): Remembered<T> => {
  const [value, setValue] = useState(start);
  const change = useCallback(
    (next: T) => {
      setValue(next);
      localStorage.setItem(key(name), JSON.stringify(next));
    },
    [name],
  );
  return [value, change];
};

export const useRememberedWidth = (name: string, otherwise: number): Remembered<number> =>
  useKept(name, () => {
    const value = read(name);
    return typeof value === 'number' ? value : otherwise;
  });

/** @param otherwise the value until the professional chooses one */
export const useRememberedChoice = (name: string, otherwise: boolean): Remembered<boolean> => {
  const [value, change] = useKept<boolean | null>(name, () => {
    const kept = read(name);
    return typeof kept === 'boolean' ? kept : null;
  });
  return [value ?? otherwise, change];
};

/** The latest of some texts, such as queries. */
export const rememberLatest = (name: string, most: number) => {
  const kept = (): readonly string[] => {
    const value = read(name);
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  };
  const write = (texts: readonly string[]): readonly string[] => {
    localStorage.setItem(key(name), JSON.stringify(texts));
    return texts;
  };
  const others = (text: string): readonly string[] => kept().filter((each) => each !== text);
  return {
    /** Latest first. */
    read: kept,
    add: (text: string) => write([text, ...others(text)].slice(0, most)),
    remove: (text: string) => write(others(text)),
  };
};
