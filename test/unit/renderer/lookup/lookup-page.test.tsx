// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { LookupPage } from '../../../../renderer/lookup/lookup-page.tsx';
import { createStores } from '../../../../renderer/app/stores.ts';
import { accountLike } from '../support/accounts.ts';
import { fakeBridge, no, noon, ok, readAccounts } from '../support/samples.ts';
import { showIn, words } from '../support/window.tsx';

const of = (accountID: string, userName: string) =>
  accountLike(accountID, 'v4', 'connected', { profileName: 'Harbor Leads', userName });

await words.loadNamespaces(['lookup', 'staging']);
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
  return { ...bridge, stores };
};

const chooseKind = (name: string): void => {
  fireEvent.click(screen.getByRole('button', { name }));
};

const choose = (accountID: string): void => {
  fireEvent.change(screen.getByRole('combobox', { name: 'Account' }), {
    target: { value: accountID },
  });
};

it('a lookup’s failure is shown under its own account, which is the one to reconnect', async () => {
  const bridge = await open({ 'lookup.run': () => no('reconnect_needed') });
  chooseKind('Search categories');
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

it('another account can look up while one is pending', async () => {
  const bridge = await open({ 'lookup.run': () => new Promise(() => {}) });
  chooseKind('Search categories');
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

it('a failure to read the accounts is shown and can be retried', async () => {
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

const record = JSON.stringify({ negotiationID: '5', colour: 'blue' });
const answered = (leadID: string | null) =>
  ok({
    request: { method: 'GET', url: 'https://api.example/x', body: null },
    durationMs: 5,
    outcome: {
      state: 'answered',
      status: 200,
      traceID: null,
      body: JSON.parse(record) as unknown,
      parsedRecords: [
        {
          of: 'lead',
          record,
          reason: null,
          columns: [{ name: 'negotiation_id', value: '5', from: ['negotiationID'], came: '5' }],
          fields: [
            { path: 'negotiationID', use: 'column' },
            { path: 'colour', use: 'kept' },
          ],
          leadID,
          negotiationID: '5',
        },
      ],
    },
  });

const lookUpLead = async (): Promise<void> => {
  const field = screen.getByRole('textbox', { name: 'Lead ID' });
  fireEvent.paste(field, {
    clipboardData: { getData: () => 'https://api.example.com/v4/negotiations/5?x=1' },
  });
  expect(field).toHaveProperty('value', '5');
  fireEvent.click(screen.getByRole('button', { name: 'Look up' }));
  await screen.findByRole('region', { name: 'As it came' });
};

it('a lead that is not in the inbox can be added from its response and opened', async () => {
  const bridge = await open({
    'lookup.run': () => answered(null) as never,
    'lookup.addLead': () => ok({ leadID: 'l9' }) as never,
  });
  await lookUpLead();
  expect(screen.getByText('kept, not shown')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'What Hearthline stores' }).textContent).toContain(
    'negotiation_id',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Add to inbox' }));
  const there = await screen.findByRole('button', { name: 'Open in inbox' });
  expect(bridge.inputsOf('lookup.addLead')).toEqual([{ accountID: 'a1', negotiationID: '5' }]);
  fireEvent.click(there);
  expect(bridge.stores.session.getState().screen).toBe('inbox');
});

it('a lead that cannot be added shows why', async () => {
  await open({
    'lookup.run': () => answered(null) as never,
    'lookup.addLead': () => no('gone'),
  });
  await lookUpLead();
  fireEvent.click(screen.getByRole('button', { name: 'Add to inbox' }));
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The marketplace has no lead with this ID.',
  );
});

it('a legacy account offers account info, and no leads', async () => {
  const old = accountLike('old', 'legacy', 'connected', { profileName: 'Old', userName: 'Lee' });
  const bridge = await open({
    'connect.accounts': () => ok({ accounts: [of('a1', 'Pat'), old], keychain: 'ready' }),
    'lookup.run': () => no('offline'),
  });
  choose('old');
  await screen.findByRole('heading', { name: 'Account info' });
  expect(screen.queryByRole('button', { name: 'Lead' })).toBeNull();
  expect(screen.getByText('/v2/get-{service}-info')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Look up' }));
  await expect
    .poll(() => bridge.inputsOf('lookup.run'))
    .toEqual([{ accountID: 'old', request: { kind: 'accountInfo' } }]);
});

it('a lookup from a gap is for a lead of that account', async () => {
  sessionStorage.setItem('hearthline.lookup', '{"kind":"homecare"}');
  const { stores } = await open({});
  stores.session.getState().lookUpLead('a2' as never);
  await screen.findByRole('textbox', { name: 'Lead ID' });
  expect(screen.getByRole('combobox', { name: 'Account' })).toHaveProperty('value', 'a2');
  expect(stores.session.getState()).toMatchObject({ screen: 'lookup', lookupAccount: null });
});
