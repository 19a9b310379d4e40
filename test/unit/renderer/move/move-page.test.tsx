// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Move } from '../../../../contract/commands/move.ts';
import type { Failure } from '../../../../contract/errors.ts';
import type { Account, ConnectionReport } from '../../../../contract/accounts.ts';
import type { AccountID } from '../../../../contract/records.ts';
import { createI18n } from '../../../../renderer/platform/i18n.ts';
import { Move as MovePage } from '../../../../renderer/app/pages/move.tsx';
import { createStores } from '../../../../renderer/app/stores.ts';
import { moveLike } from './samples.ts';
import { accountLike, hook, reportLike } from '../support/accounts.ts';
import { fakeBridge, noon, ok, readAccounts } from '../support/samples.ts';
import { showIn, words } from '../support/window.tsx';

const spanish = await createI18n('es');
for (const spoken of [words, spanish]) await spoken.loadNamespaces('move');

const to = 'new' as AccountID;
const ended = accountLike('old', 'legacy', 'disconnected');
const notNotified = accountLike('old', 'legacy', 'disconnected', {
  grant: { state: 'disconnected', since: noon, memoryOnly: false, notNotified: true },
});
const current = accountLike('new', 'v4', 'connected');

type Scene = {
  readonly accounts?: readonly Account[];
  readonly hooks?: readonly ConnectionReport['webhooks'][number][];
  /** True if the receiver is reachable; by default derived from the webhooks. */
  readonly reachable?: boolean;
  readonly move?: Partial<Move>;
  readonly disconnecting?: Failure;
  readonly spoken?: typeof words;
};

/** Shows the page of a move in this state. */
const show = async (scene: Scene = {}) => {
  let accounts = scene.accounts ?? [ended, current];
  let move = moveLike(scene.move);
  const bridge = fakeBridge({
    'connect.accounts': () => ok({ accounts: [...accounts], keychain: 'ready' }),
    'connection.report': () =>
      ok({ reports: [reportLike('new', scene.hooks ?? [], scene.reachable)] }),
    'connection.check': () => ok({}),
    'connect.start': () => ok({ attemptID: 't1', expiresAt: noon + 300_000 }),
    'connect.cancel': () => ok({}),
    'connect.readProfile': () => ok(read),
    'connect.disconnect': () => {
      const others = accounts.filter(({ accountID }) => accountID !== 'old');
      accounts = [scene.disconnecting === undefined ? ended : notNotified, ...others];
      return scene.disconnecting === undefined ? ok({}) : { ok: false, error: scene.disconnecting };
    },
    'move.begin': () => ok({ move }),
    'move.get': () => ok({ move }),
    'move.choose': (choice) => {
      move = moveLike({ ...move, ...(choice as Partial<Move>) });
      return ok({ move });
    },
    'move.match': () => ok({ move }),
    'move.stop': () => ok({ move }),
  });
  const stores = createStores(bridge, () => noon);
  await readAccounts(stores);
  stores.session.getState().move(ended.accountID);
  bridge.on('connecting', (attempt) => stores.connecting.getState().follow(attempt));
  const open = () => showIn(stores, <MovePage />, scene.spoken);
  const { unmount } = open();
  await screen.findByRole('list', { name: /Steps of the move|Pasos del traslado/ });
  return { bridge, stores, open, unmount };
};

const read = {
  profileID: 'p1',
  signInHosts: ['auth.example'],
  replaces: null,
  profile: {
    name: 'New marketplace',
    environment: 'production' as const,
    interface: 'v4' as const,
    baseUrl: 'https://api.example',
    scopes: [],
  },
};
const press = (name: string | RegExp): void => {
  fireEvent.click(screen.getByRole('button', { name }));
};
const findOpenStep = (): string | null =>
  document.querySelector('[aria-current="step"]')?.getAttribute('data-step') ?? null;

describe('the move assistant', () => {
  it('shows a failed notification of the service and retries it', async () => {
    const { bridge } = await show({
      accounts: [accountLike('old', 'legacy', 'connected'), current],
      move: { to },
      hooks: [hook('active')],
      disconnecting: { code: 'offline', message: '' },
    });
    expect(findOpenStep()).toBe('disconnect');
    press('Disconnect');
    await screen.findByText("Couldn't notify the marketplace.");
    expect(findOpenStep()).toBe('match');
    press('Try again');
    await waitFor(() => expect(bridge.inputsOf('connect.disconnect')).toHaveLength(2));
  });

  it('shows a failed notification after a restart of the app, until it succeeds', async () => {
    const { bridge } = await show({ accounts: [notNotified] });
    expect(findOpenStep()).toBe('profile');
    expect(screen.getByText("Couldn't notify the marketplace.")).toBeDefined();
    press('Try again');
    await waitFor(() => expect(screen.queryByText("Couldn't notify the marketplace.")).toBeNull());
    expect(bridge.inputsOf('connect.disconnect')).toEqual([{ accountID: 'old' }]);
  });

  it('offers only connected accounts of the same environment', async () => {
    const { bridge } = await show({
      accounts: [
        ended,
        current,
        accountLike('elsewhere', 'v4', 'connected', { environment: 'staging', userName: 'Sam' }),
        accountLike('dead', 'v4', 'reconnect', { userName: 'Kim' }),
        accountLike('play', 'v4', 'connected', { practice: true, userName: 'Practice' }),
      ],
    });
    expect(screen.getAllByRole('button', { name: /^Use / })).toHaveLength(1);
    press('Use Pat (New marketplace)');
    await waitFor(() =>
      expect(bridge.inputsOf('move.choose')).toEqual([{ from: 'old', to: 'new' }]),
    );
  });

  it('uses the account that was connected while another screen was open', async () => {
    const { bridge, stores, open, unmount } = await show({
      accounts: [ended],
      move: { profileID: 'p1' },
    });
    press('Connect');
    await screen.findByText('Continue in your browser');
    unmount();
    act(() => bridge.emit('connecting', { state: 'done', attemptID: 't1', accountID: to }));
    open();
    await waitFor(() =>
      expect(bridge.inputsOf('move.choose')).toEqual([{ from: 'old', to: 'new' }]),
    );
    expect(stores.connecting.getState().attempt).toBeNull();
  });

  it('offers to disconnect the old account early only after a refused sign-in', async () => {
    const { bridge } = await show({
      accounts: [accountLike('old', 'legacy', 'connected')],
      move: { profileID: 'p1' },
    });
    expect(findOpenStep()).toBe('connect');
    press('Connect');
    await screen.findByText('Continue in your browser');
    expect(screen.queryByRole('button', { name: 'Disconnect the old account' })).toBeNull();
    act(() =>
      bridge.emit('connecting', {
        state: 'failed',
        attemptID: 't1',
        error: { code: 'connect_refused', message: '' },
      }),
    );
    press('Disconnect the old account');
    await waitFor(() =>
      expect(bridge.inputsOf('connect.disconnect')).toEqual([{ accountID: 'old' }]),
    );
  });

  it('returns to the profile step after a refused sign-in', async () => {
    const { bridge } = await show({ accounts: [ended], move: { profileID: 'p0' } });
    press('Connect');
    await screen.findByText('Continue in your browser');
    act(() =>
      bridge.emit('connecting', {
        state: 'failed',
        attemptID: 't1',
        error: { code: 'connect_refused', message: '' },
      }),
    );
    await screen.findByText('The marketplace refused the sign-in.');
    press('Choose another profile or account');
    expect(findOpenStep()).toBe('profile');
    press('Paste its text instead');
    fireEvent.change(screen.getByLabelText('Text of the profile'), { target: { value: '{}' } });
    press('Use this text');
    await waitFor(() => expect(findOpenStep()).toBe('connect'));
    expect(bridge.inputsOf('move.choose')).toEqual([{ from: 'old', profileID: 'p1' }]);
  });

  it('asks to reconnect when the new account loses its grant', async () => {
    const { bridge } = await show({
      accounts: [ended, accountLike('new', 'v4', 'reconnect')],
      move: {
        to,
        matching: {
          state: 'stopped',
          left: 2,
          matched: 1,
          kept: 0,
          reason: { code: 'reconnect_needed', message: '' },
        },
      },
    });
    expect(findOpenStep()).toBe('connect');
    press('Reconnect');
    await waitFor(() => expect(bridge.inputsOf('connect.start')).toEqual([{ accountID: 'new' }]));
  });

  it('links to the public address when the service cannot reach this computer', async () => {
    const { stores } = await show({ move: { to }, hooks: [hook('not_possible')] });
    press('Set up a public address');
    expect(stores.session.getState().screen).toBe('connection');
  });

  it('does not show an active webhook as instant while the receiver is unreachable', async () => {
    await show({ move: { to }, hooks: [hook('active')], reachable: false });
    expect(findOpenStep()).toBe('webhooks');
    expect(screen.getByText('Hill Plumbing: found by the regular check')).toBeDefined();
  });

  it('explains the move without webhooks and continues', async () => {
    const { bridge } = await show({ move: { to }, hooks: [hook('not_possible')] });
    expect(screen.getByText(/The marketplace can't reach this computer yet/)).toBeDefined();
    expect(document.querySelector('[data-state="cannot"]')?.getAttribute('data-step')).toBe(
      'webhooks',
    );
    press('Continue without');
    await waitFor(() => expect(findOpenStep()).toBe('match'));
    expect(bridge.inputsOf('move.choose')).toEqual([{ from: 'old', withoutWebhooks: true }]);
  });

  it('shows why the matching stopped and resumes it', async () => {
    const { bridge } = await show({
      hooks: [hook('active')],
      move: {
        to,
        matching: {
          state: 'stopped',
          left: 2,
          matched: 1,
          kept: 0,
          reason: { code: 'offline', message: '' },
        },
      },
    });
    expect(screen.getByText("Can't reach the marketplace.")).toBeDefined();
    expect(screen.getByText(/^Hearthline looks up 3 leads/)).toBeDefined();
    expect(screen.getByText('1 moved · 0 kept · 2 left')).toBeDefined();
    press('Resume');
    await waitFor(() => expect(bridge.inputsOf('move.match')).toEqual([{ from: 'old' }]));
  });

  it('warns when the account has none of the leads, and offers another', async () => {
    await show({
      hooks: [hook('active')],
      move: {
        to,
        matching: { state: 'done', left: 0, matched: 0, kept: 3, reason: null },
        finishedAt: noon,
      },
    });
    expect(screen.getByText(/It may belong to another business/)).toBeDefined();
    press('Choose another account');
    expect(findOpenStep()).toBe('profile');
    press('Keep the current choice');
    expect(findOpenStep()).toBeNull();
  });

  it('is in Spanish too', async () => {
    await show({ spoken: spanish, hooks: [hook('active')], move: { to } });
    expect(
      screen.getByText(/^Se buscarán 3 solicitudes de la cuenta anterior en la nueva/),
    ).toBeDefined();
    expect(screen.getByRole('button', { name: 'Trasladar' })).toBeDefined();
  });
});
