// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { account } from '../../../../contract/accounts.ts';
import { startWords } from '../../../../renderer/app/i18n.ts';
import { LookupPage } from '../../../../renderer/lookup/lookup-page.tsx';
import { createStores, StoresProvider } from '../../../../renderer/state/stores.ts';
import { fakeBridge, no, noon, ok, readAccounts } from '../support/samples.ts';

const of = (accountID: string, userName: string) =>
  account.parse({
    accountID,
    profileName: 'Harbor Leads',
    environment: 'production',
    interface: 'v4',
    host: 'api.example',
    userName,
    email: '',
    scopes: [],
    missingScopes: [],
    grant: { state: 'connected', since: noon, memoryOnly: false },
    practice: false,
  });

let words: Awaited<ReturnType<typeof startWords>>;
beforeAll(async () => {
  words = await startWords('en');
  await words.loadNamespaces('lookup');
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

const open = async (handlers: Parameters<typeof fakeBridge>[0]) => {
  const bridge = fakeBridge({
    'connect.accounts': () =>
      ok({ accounts: [of('a1', 'Pat'), of('a2', 'Sam')], keychain: 'ready' }),
    'connection.report': () => ok({ reports: [] }),
    'connect.start': () => ok({ attemptID: 't1', expiresAt: noon }),
    ...handlers,
  });
  const stores = createStores(bridge, () => noon);
  await readAccounts(stores);
  render(
    <StoresProvider value={stores}>
      <I18nextProvider i18n={words}>
        <MantineProvider env="test">
          <LookupPage />
        </MantineProvider>
      </I18nextProvider>
    </StoresProvider>,
  );
  return bridge;
};

const choose = (accountID: string): void => {
  fireEvent.change(screen.getByRole('combobox', { name: 'Account' }), {
    target: { value: accountID },
  });
};

it('shows what came of a lookup under the account that asked, and signs in no other', async () => {
  const bridge = await open({ 'lookup.run': () => no('reconnect_needed') });
  const words = screen.getByRole('textbox', { name: /Search words/ });
  fireEvent.change(words, { target: { value: 'tap' } });
  choose('a2');
  fireEvent.click(screen.getByRole('button', { name: 'Look up' }));
  await screen.findByRole('alert');
  choose('a1');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('No answer yet')).toBeTruthy();
  choose('a2');
  fireEvent.click(screen.getByRole('button', { name: 'Reconnect' }));
  await expect.poll(() => bridge.inputsOf('connect.start')).toEqual([{ accountID: 'a2' }]);
});

it('lets another account ask while one is being answered', async () => {
  const bridge = await open({ 'lookup.run': () => new Promise(() => {}) });
  fireEvent.change(screen.getByRole('textbox', { name: /Search words/ }), {
    target: { value: 'tap' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Look up' }));
  await screen.findByRole('button', { name: 'Looking up' });
  choose('a2');
  fireEvent.click(screen.getByRole('button', { name: 'Look up' }));
  await expect
    .poll(() => bridge.inputsOf('lookup.run'))
    .toMatchObject([{ accountID: 'a1' }, { accountID: 'a2' }]);
});

it('says that the accounts cannot be read, not that there are none, and tries again', async () => {
  let isDown = true;
  await open({
    'connect.accounts': () =>
      isDown ? no('internal') : ok({ accounts: [of('a1', 'Pat')], keychain: 'ready' }),
  });
  expect(screen.getByRole('alert').dataset['error']).toBe('internal');
  expect(screen.queryByText('No account is connected')).toBeNull();
  isDown = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Look up' });
  expect(screen.queryByRole('alert')).toBeNull();
});
