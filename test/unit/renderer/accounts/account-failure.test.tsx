// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Failure } from '../../../../contract/errors.ts';
import { type AccountID } from '../../../../contract/records.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { AccountFailure } from '../../../../renderer/accounts/account-failure.tsx';
import { accountLike } from '../support/accounts.ts';
import { fakeBridge, noon, ok, readAccounts } from '../support/samples.ts';
import { showIn } from '../support/window.tsx';

const a1 = 'a1' as AccountID;

const show = async (
  error: Failure,
  more: {
    practice?: boolean;
    otherAccountMay?: boolean;
    scope?: string;
    missing?: readonly string[];
    retry?: () => void;
  } = {},
) => {
  const { practice = false, missing = [], ...props } = more;
  const known = accountLike('a1', 'v4', 'connected', {
    profileName: 'Harbor Leads',
    environment: practice ? 'sandbox' : 'production',
    userName: 'Sam',
    scopes: ['supply::negotiations.read'],
    missingScopes: missing,
    practice,
  });
  const bridge = fakeBridge({
    'connect.accounts': () => ok({ accounts: [known], keychain: 'ready' }),
    'connection.report': () => ok({ reports: [] }),
    'connect.start': () => ok({ attemptID: 't1', expiresAt: noon }),
  });
  const stores = createStores(bridge, () => noon);
  await readAccounts(stores);
  showIn(stores, <AccountFailure error={error} accountID={a1} {...props} />);
  return { bridge, stores };
};

it('a temporary failure hides its technical detail', async () => {
  await show({ code: 'offline', message: '', detail: 'ECONNREFUSED' });
  expect(screen.getByRole('alert').textContent).not.toContain('ECONNREFUSED');
});

it('a refusal shows the service’s reason and a trace ID to copy', async () => {
  await show({ code: 'rejected', message: '', detail: 'Too vague.', traceID: 't-42' });
  expect(screen.getByRole('alert').textContent).toContain('Too vague.');
  expect(screen.getByText('Trace ID: t-42')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copy the trace ID' })).toBeTruthy();
});

it('a missing scope offers Reconnect instead of Try again', async () => {
  const { bridge } = await show({ code: 'scope_missing', message: '' }, { retry: () => {} });
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Reconnect' }));
  await expect.poll(() => bridge.inputsOf('connect.start')).toEqual([{ accountID: 'a1' }]);
});

it('a practice account reconnects on the welcome screen', async () => {
  const { stores, bridge } = await show(
    { code: 'reconnect_needed', message: '' },
    { practice: true },
  );
  fireEvent.click(screen.getByRole('button', { name: 'Reconnect' }));
  expect(stores.session.getState().screen).toBe('welcome');
  expect(bridge.inputsOf('connect.start')).toEqual([]);
});

it('Reconnect is offered only when another account may have access', async () => {
  await show({ code: 'forbidden', message: '' }, { retry: () => {} });
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  cleanup();
  await show({ code: 'forbidden', message: '' }, { retry: () => {}, otherAccountMay: true });
  expect(screen.getByRole('button', { name: 'Reconnect' })).toBeTruthy();
});

it.each([
  ['the profile lacks the scope', [], 'Use another profile'],
  ['the sign-in lacks it', ['supply::webhooks.write'], 'Reconnect'],
] as const)(
  'offers what helps where a permission is missing and %s',
  async (_why, missing, label) => {
    const { stores } = await show(
      { code: 'scope_missing', message: '' },
      { scope: 'webhooks', missing },
    );
    const [button] = screen.getAllByRole('button');
    expect(button?.textContent).toBe(label);
    if (missing.length > 0 || button === undefined) return;
    fireEvent.click(button);
    expect(stores.session.getState().screen).toBe('connect');
  },
);

it('asks for another profile where the marketplace refuses the client', async () => {
  await show({ code: 'connect_refused', message: '' }, { retry: () => {} });
  expect(screen.getByRole('button', { name: 'Use another profile' })).toBeTruthy();
});
