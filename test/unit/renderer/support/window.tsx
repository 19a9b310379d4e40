/** What stands around a screen in the window of a test: the words, the stores, and what hears keys and presses. */
import { MantineProvider } from '@mantine/core';
import { cleanup, render, type RenderResult } from '@testing-library/react';
import type { i18n } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { afterEach } from 'vitest';
import { createI18n } from '../../../../renderer/platform/i18n.ts';
import { listenForKeys } from '../../../../renderer/app/keys.ts';
import { listenForPresses } from '../../../../renderer/app/presses.ts';
import type { Bridge } from '../../../../renderer/platform/bridge.ts';
import { listen } from '../../../../renderer/app/listen.ts';
import type { Stores } from '../../../../renderer/actions/stores.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { StoresProvider } from '../../../../renderer/app/stores-provider.tsx';
import { noon } from './samples.ts';

/** English; a page that has words of its own loads them first. */
export const words = await createI18n('en');

const ends: (() => void)[] = [];
afterEach(() => {
  cleanup();
  for (const end of ends.splice(0)) end();
});

/** Draws in a window with these stores, until the test ends. */
export const showIn = (stores: Stores, shown: ReactNode, spoken: i18n = words): RenderResult =>
  render(shown, {
    wrapper: ({ children }) => (
      <StoresProvider stores={stores}>
        <I18nextProvider i18n={spoken}>
          <MantineProvider env="test">{children}</MantineProvider>
        </I18nextProvider>
      </StoresProvider>
    ),
  });

/** Hears what the engine tells, keys and presses, as the app does; ends with the test at the latest. */
export const hear = (stores: Stores): (() => void) => {
  const own = [listenForPresses(window), listen(stores, window), listenForKeys(stores, window)];
  const end = (): void => own.splice(0).forEach((each) => each());
  ends.push(end);
  return end;
};

/** Opens the inbox over an engine, its list read. */
export const openInboxOver = async (
  bridge: Bridge,
  shown: ReactNode,
  now = (): number => noon,
): Promise<Stores> => {
  const stores = createStores(bridge, now);
  hear(stores);
  stores.session.getState().go('inbox');
  await stores.leads.getState().refetch();
  showIn(stores, shown);
  return stores;
};
