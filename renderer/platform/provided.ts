/** Provides a value to the components below, as each area provides its stores. */
import { createContext, use, type Context } from 'react';

/** @returns the provider, and the hook that reads the value and throws without a provider above */
export const provided = <T>(name: string): readonly [Context<T | null>, () => T] => {
  const Provided = createContext<T | null>(null);
  const useProvided = (): T => {
    const value = use(Provided);
    if (value === null) throw new Error(`no provider of ${name} above this component`);
    return value;
  };
  return [Provided, useProvided];
};
