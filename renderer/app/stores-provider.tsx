/** Provides each area with its stores and the actions. */
import { useMemo, type ReactNode } from 'react';
import { AccountProvider } from '../accounts/stores.ts';
import { actions } from './areas.ts';
import { AllStoresProvider, type Stores } from './stores.ts';
import { InboxProvider } from '../inbox/stores.ts';
import { createRegistry, RegistryProvider } from '../platform/actions.ts';
import { LeadProvider } from '../leads/stores.ts';
import { PhoneNumberProvider } from '../phone-numbers/stores.ts';
import { PlatformProvider } from '../platform/stores.ts';
import { SavedReplyProvider } from '../saved-replies/stores.ts';
import { StagingProvider } from '../staging/stores.ts';
import { ThreadProvider } from '../thread/stores.ts';
import { UpdateProvider } from '../updates/stores.ts';

const providers = [
  PlatformProvider,
  AccountProvider,
  LeadProvider,
  InboxProvider,
  ThreadProvider,
  SavedReplyProvider,
  PhoneNumberProvider,
  StagingProvider,
  UpdateProvider,
  AllStoresProvider,
] as const;

type Props = { readonly stores: Stores; readonly children: ReactNode };

export const StoresProvider = ({ stores, children }: Props) => {
  const registry = useMemo(() => createRegistry(actions, stores), [stores]);
  return providers.reduceRight<ReactNode>(
    (inner, Provider) => <Provider value={stores}>{inner}</Provider>,
    <RegistryProvider value={registry}>{children}</RegistryProvider>,
  );
};
