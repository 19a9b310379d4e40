/** Persisted UI state: widths and collapsed sections. */
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
