/** Renders parts of the window with translations, stores, and listeners for keys and presses. */
import { MantineProvider } from '@mantine/core';
import { cleanup, render, type RenderResult } from '@testing-library/react';
import type { i18n } from 'i18next';
import React, { type ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { onTestFinished } from 'vitest';
import { createI18n } from '../../../../renderer/platform/i18n.ts';
import { listenForKeys } from '../../../../renderer/app/keys.ts';
import { listenForPresses } from '../../../../renderer/app/presses.ts';
import type { Bridge } from '../../../../renderer/platform/bridge.ts';
import { listen } from '../../../../renderer/app/listen.ts';
import type { Stores } from '../../../../renderer/app/stores.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { StoresProvider } from '../../../../renderer/app/stores-provider.tsx';
import { Tooltips } from '../../../../renderer/ui/tooltip.tsx';
import { noon } from './samples.ts';

/** React stops to record where each element was created, a fifth of the time of these tests, after so many. */
const internals = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
) as object;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Infinity,
  set: () => {},
  configurable: true,
});

/** English; a page with its own namespace loads it first. */
export const words = await createI18n('en');

/** Renders with these stores until the test ends. */
export const showIn = (stores: Stores, shown: ReactNode, spoken: i18n = words): RenderResult => {
  // A hook of this module would not run in the next file of a worker, which has this module already.
  onTestFinished(cleanup);
  return render(shown, {
    wrapper: ({ children }) => (
      <StoresProvider stores={stores}>
        <I18nextProvider i18n={spoken}>
          <MantineProvider env="test" withCssVariables={false} withGlobalClasses={false}>
            <Tooltips>{children}</Tooltips>
          </MantineProvider>
        </I18nextProvider>
      </StoresProvider>
    ),
  });
};

/** Listens for engine events, keys and presses, until the test ends. */
export const startListening = (stores: Stores): (() => void) => {
  const own = [listenForPresses(window), listen(stores, window), listenForKeys(stores, window)];
  const end = (): void => own.splice(0).forEach((each) => each());
  onTestFinished(end);
  return end;
};

/** Opens the inbox with its list loaded. */
export const openInboxOver = async (
  bridge: Bridge,
  shown: ReactNode,
  now = (): number => noon,
): Promise<Stores> => {
  const stores = createStores(bridge, now);
  startListening(stores);
  stores.session.getState().go('inbox');
  await stores.leads.getState().refetch();
  showIn(stores, shown);
  return stores;
};
