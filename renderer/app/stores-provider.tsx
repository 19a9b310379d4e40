/** Provides the stores and the actions that use them. */
import { useMemo, type ReactNode } from 'react';
import { createRegistry, RegistryProvider } from '../platform/actions.ts';
import { StoresProvider as Provider } from '../platform/stores.ts';
import { actions } from './areas.ts';
import type { Stores } from './stores.ts';

type Props = { readonly stores: Stores; readonly children: ReactNode };

export const StoresProvider = ({ stores, children }: Props) => {
  const registry = useMemo(() => createRegistry(actions, stores), [stores]);
  return (
    <Provider value={stores}>
      <RegistryProvider value={registry}>{children}</RegistryProvider>
    </Provider>
  );
};
