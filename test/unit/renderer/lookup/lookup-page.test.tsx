// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { LookupPage } from '../../../../renderer/lookup/lookup-page.tsx';
import { createStores } from '../../../../renderer/state/stores.ts';
import { accountLike } from '../support/accounts.ts';
import { fakeBridge, no, noon, ok, readAccounts } from '../support/samples.ts';
import { showIn, words } from '../support/window.tsx';

const of = (accountID: string, userName: string) =>
  accountLike(accountID, 'v4', 'connected', { profileName: 'Harbor Leads', userName });

await words.loadNamespaces('lookup');
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
  showIn(stores, <LookupPage />);
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
