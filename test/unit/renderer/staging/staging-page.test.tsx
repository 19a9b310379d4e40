// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { StagingCall } from '../../../../contract/commands/staging.ts';
import { account } from '../../../../contract/accounts.ts';
import { startWords } from '../../../../renderer/app/i18n.ts';
import { StagingPage } from '../../../../renderer/staging/staging-page.tsx';
import { createStores, StoresProvider } from '../../../../renderer/state/stores.ts';
import { fakeBridge, id, no, noon, ok, readAccounts } from '../support/samples.ts';

const pat = account.parse({
  accountID: 'a1',
  profileName: 'Staging marketplace',
  environment: 'staging',
  interface: 'v4',
  host: 'staging.example',
  userName: 'Pat',
  email: '',
  scopes: [],
  missingScopes: [],
  grant: { state: 'connected', since: noon, memoryOnly: false },
  practice: false,
  staging: { address: 'staging.example/v1', isOwn: true },
});

const made: StagingCall = {
  request: { method: 'POST', url: 'https://staging.example/v1', path: '/v1', body: '{}' },
  answer: { status: 200, contentType: 'application/json', body: '{"leadID":"s1"}' },
  durationMs: 5,
  outcome: {
    state: 'created',
    leadID: 's1',
    businessID: 'b1',
    businessName: 'Test Business',
    customerName: 'Dana',
  },
};

let words: Awaited<ReturnType<typeof startWords>>;
beforeAll(async () => {
  words = await startWords('en');
  await words.loadNamespaces('staging');
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

const bench = async (handlers: Parameters<typeof fakeBridge>[0]) => {
  const bridge = fakeBridge({
    'connect.accounts': () => ok({ accounts: [pat], keychain: 'ready' }),
    'connection.report': () => ok({ reports: [] }),
    ...handlers,
  });
  const stores = createStores(bridge, () => noon);
  await readAccounts(stores);
  return {
    bridge,
    open: () =>
      render(
        <StoresProvider value={stores}>
          <I18nextProvider i18n={words}>
            <MantineProvider env="test">
              <StagingPage />
            </MantineProvider>
          </I18nextProvider>
        </StoresProvider>,
      ),
  };
};

it('a test lead that is being made when the page is left is still being made on return, and then listed', async () => {
  let finish = (): void => undefined;
  const { bridge, open } = await bench({
    'staging.createLead': () =>
      new Promise((resolve) => {
        finish = () => resolve(ok(made));
      }),
    'staging.takeIn': () => no('gone'),
  });
  const page = open();
  fireEvent.click(screen.getByRole('button', { name: 'Create test lead' }));
  await screen.findByRole('button', { name: 'Creating' });
  page.unmount();
  open();
  fireEvent.click(screen.getByRole('button', { name: 'Creating' }));
  expect(bridge.inputsOf('staging.createLead')).toHaveLength(1);
  finish();
  await screen.findByRole('button', { name: /Dana/ });
  expect(screen.getByRole('button', { name: 'Create test lead' })).toBeTruthy();
});

it('says that the accounts cannot be read, and tries again', async () => {
  let isDown = true;
  const { open } = await bench({
    'connect.accounts': () =>
      isDown ? no('internal') : ok({ accounts: [pat], keychain: 'ready' }),
  });
  open();
  expect(screen.getByRole('alert').dataset['error']).toBe('internal');
  isDown = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Create test lead' });
});

it('reads again on request what is stored, when it could not be read', async () => {
  let isDown = true;
  const { open } = await bench({
    'staging.createLead': () => ok(made),
    'staging.takeIn': () => ok({ leadID: id('l1') }),
    'staging.preview': () =>
      isDown ? no('internal') : ok({ record: '{}', fields: [], columns: [], messages: [] }),
  });
  open();
  fireEvent.click(screen.getByRole('button', { name: 'Create test lead' }));
  await screen.findByRole('alert');
  isDown = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Record as it came');
  expect(screen.queryByRole('alert')).toBeNull();
});
