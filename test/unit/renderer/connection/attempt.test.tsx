// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Attempt } from '../../../../renderer/connection/attempt.tsx';
import { createStores } from '../../../../renderer/app/stores.ts';
import { accountLike } from '../support/accounts.ts';
import { fakeBridge, no, noon, ok, readAccounts } from '../support/samples.ts';
import { showIn } from '../support/window.tsx';

const buildAccount = (accountID: string, userName: string) =>
  accountLike(accountID, 'v4', 'reconnect', { profileName: 'Harbor Leads', userName });
const sam = buildAccount('a1', 'Sam');
const ana = buildAccount('a2', 'Ana');

/** Reconnects Sam, and ends with this account. */
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
  showIn(stores, <Attempt attempt={done} />);
  return bridge;
};

it('a sign-in as another person names the account that is still disconnected, and can be retried', async () => {
  const bridge = await reconnectSam(ana);
  expect(screen.getByRole('alert').textContent).toContain('Sam is still not connected');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(bridge.inputsOf('connect.start')).toEqual([{ accountID: 'a1' }, { accountID: 'a1' }]);
});

it('an attempt that was canceled before it began is canceled once it has', async () => {
  const began =
    Promise.withResolvers<ReturnType<typeof ok<{ attemptID: string; expiresAt: number }>>>();
  const bridge = fakeBridge({
    'connect.start': () => began.promise,
    'connect.cancel': () => ok({}),
  });
  const { connecting } = createStores(bridge, () => noon);
  const started = connecting.getState().start({ profileID: 'p1' });
  await connecting.getState().cancel();
  began.resolve(ok({ attemptID: 't1', expiresAt: noon }));
  expect(await started).toBeNull();
  expect(bridge.inputsOf('connect.cancel')).toEqual([{ attemptID: 't1' }]);
  expect(connecting.getState().attempt).toBeNull();
});

it('a sign-in as the right person shows only that it is connected', async () => {
  await reconnectSam(sam);
  expect(screen.getByRole('status').textContent).toContain('Connected');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('a waiting attempt can reopen the browser and copy the link', async () => {
  const bridge = fakeBridge({ 'connect.show': () => ok({}) });
  const attempt = { state: 'waiting', attemptID: 't1', expiresAt: noon } as const;
  showIn(
    createStores(bridge, () => noon),
    <Attempt attempt={attempt} />,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Open the browser again' }));
  fireEvent.click(screen.getByRole('button', { name: 'Copy link' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Link copied'));
  expect(bridge.inputsOf('connect.show')).toEqual([
    { attemptID: 't1', where: 'browser' },
    { attemptID: 't1', where: 'clipboard' },
  ]);
});

it('a browser that could not be opened again is reported', async () => {
  const stores = createStores(fakeBridge({ 'connect.show': () => no('no_program') }), () => noon);
  showIn(stores, <Attempt attempt={{ state: 'waiting', attemptID: 't1', expiresAt: noon }} />);
  fireEvent.click(screen.getByRole('button', { name: 'Open the browser again' }));
  await waitFor(() =>
    expect(stores.toasts.getState().toasts).toMatchObject([
      { content: { kind: 'failed', code: 'no_program' } },
    ]),
  );
});

it('asks for another profile when the marketplace refuses the client, and tries again otherwise', () => {
  const failed = (detail: string) =>
    ({
      state: 'failed',
      attemptID: 't1',
      error: { code: 'connect_refused', message: '', detail },
    }) as const;
  const onOther = vi.fn();
  const stores = createStores(fakeBridge({}), () => noon);
  const shown = showIn(stores, <Attempt attempt={failed('invalid_client')} onOther={onOther} />);
  expect(screen.getByRole('alert').textContent).toContain('Ask whoever gave you the profile');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Use another profile' }));
  expect(onOther).toHaveBeenCalledOnce();
  shown.unmount();
  showIn(stores, <Attempt attempt={failed('invalid_grant')} onOther={onOther} />);
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
