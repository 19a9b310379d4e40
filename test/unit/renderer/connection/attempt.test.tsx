// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { account } from '../../../../contract/accounts.ts';
import { startWords } from '../../../../renderer/app/i18n.ts';
import { Attempt } from '../../../../renderer/connection/attempt.tsx';
import { createStores, StoresProvider } from '../../../../renderer/state/stores.ts';
import { fakeBridge, noon, ok, readAccounts } from '../support/samples.ts';

const accountOf = (accountID: string, userName: string) =>
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
    grant: { state: 'reconnect', since: noon, memoryOnly: false },
    practice: false,
  });
const sam = accountOf('a1', 'Sam');
const ana = accountOf('a2', 'Ana');

let words: Awaited<ReturnType<typeof startWords>>;
beforeAll(async () => {
  words = await startWords('en');
});
afterEach(cleanup);

/** Sam is to be connected again, and this account is connected in the end. */
const reconnectSam = async (connected: typeof sam) => {
  const bridge = fakeBridge({
    'connect.start': () => ok({ attemptID: 't1', expiresAt: noon }),
    'connect.accounts': () => ok({ accounts: [sam, ana], keychain: 'ready' }),
    'connection.report': () => ok({ reports: [] }),
  });
  const stores = createStores(bridge, () => noon);
  await readAccounts(stores);
  await stores.connecting.getState().start({ accountID: sam.accountID });
  const done = { state: 'done', attemptID: 't1', accountID: connected.accountID } as const;
  stores.connecting.getState().follow(done);
  render(
    <StoresProvider value={stores}>
      <I18nextProvider i18n={words}>
        <MantineProvider env="test">
          <Attempt attempt={done} />
        </MantineProvider>
      </I18nextProvider>
    </StoresProvider>,
  );
  return bridge;
};

it('says whose account is still not connected when somebody else signed in, and tries again', async () => {
  const bridge = await reconnectSam(ana);
  expect(screen.getByRole('alert').textContent).toContain('Sam is still not connected');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(bridge.inputsOf('connect.start')).toEqual([{ accountID: 'a1' }, { accountID: 'a1' }]);
});

it('only says that it is connected when the right user signed in', async () => {
  await reconnectSam(sam);
  expect(screen.getByRole('status').textContent).toContain('Connected');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('opens the browser again while it waits, and copies the link for another one', async () => {
  const bridge = fakeBridge({ 'connect.show': () => ok({}) });
  const attempt = { state: 'waiting', attemptID: 't1', expiresAt: noon } as const;
  render(
    <StoresProvider value={createStores(bridge, () => noon)}>
      <I18nextProvider i18n={words}>
        <MantineProvider env="test">
          <Attempt attempt={attempt} />
        </MantineProvider>
      </I18nextProvider>
    </StoresProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Open the browser again' }));
  fireEvent.click(screen.getByRole('button', { name: 'Copy link' }));
  expect((await screen.findByRole('status')).textContent).toBe('Link copied');
  expect(bridge.inputsOf('connect.show')).toEqual([
    { attemptID: 't1', where: 'browser' },
    { attemptID: 't1', where: 'clipboard' },
  ]);
});
