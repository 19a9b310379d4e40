// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Account } from '../../../../contract/accounts.ts';
import type { Failure } from '../../../../contract/errors.ts';
import { Bars } from '../../../../renderer/app/bars.tsx';
import { Foot } from '../../../../renderer/app/sidebar/sidebar-foot.tsx';
import { Toasts } from '../../../../renderer/app/toasts.tsx';
import { createStores } from '../../../../renderer/app/stores.ts';
import { accountLike, reportLike } from '../support/accounts.ts';
import { fakeBridge, id, noon, ok, readAccounts, messageLike } from '../support/samples.ts';
import { showIn } from '../support/window.tsx';

type Refused = { readonly leadID: string; readonly customerName: string; readonly reason: Failure };

const show = async (
  accounts: readonly Account[],
  away: readonly string[] = [],
  refused: readonly Refused[] = [],
  signInRefused: readonly string[] = [],
) => {
  const reports = accounts.map(({ accountID }) => ({
    ...reportLike(accountID, []),
    online: !away.includes(accountID),
    ...(signInRefused.includes(accountID) && {
      lastFailure: { code: 'connect_refused', message: '' } as const,
    }),
  }));
  const restarted = vi.fn(() => ok({}));
  const bridge = fakeBridge({
    'shell.restartEngine': restarted,
    'connect.accounts': () => ok({ accounts: [...accounts], keychain: 'ready' }),
    'connection.report': () => ok({ reports }),
    'messages.notSent': () =>
      ok({
        replies: refused.map(({ leadID, customerName, reason }) => ({
          customerName,
          message: messageLike(`m-${leadID}`, {
            leadID,
            side: 'business',
            sending: { state: 'failed', reason },
          }),
        })),
        count: refused.length,
      }),
    'messages.discard': ({ messageID }) =>
      ok({ leadID: id(messageID.slice(2)), replyID: null, text: 'Nine.', draft: '' }),
  });
  const stores = createStores(bridge, () => noon);
  await readAccounts(stores);
  act(() => stores.session.getState().go('inbox'));
  showIn(stores, <Bars />);
  return { ...stores, bridge, restarted };
};
const listBars = (): readonly (string | undefined)[] =>
  screen.queryAllByRole('status').map(({ dataset }) => dataset['bar']);

const sample = (state: 'connected' | 'disconnected') =>
  accountLike('p1', 'v4', state, { practice: true, environment: 'sandbox' });
const harbor = accountLike('a1', 'v4', 'connected', { profileName: 'Harbor Leads' });
const bay = accountLike('a2', 'v4', 'connected', { profileName: 'Bay Leads' });

it.each(['connected', 'disconnected'] as const)(
  'sample leads without a real account show a bar: %s',
  async (state) => {
    await show([sample(state)]);
    expect(listBars()).toEqual(['practice']);
    expect(screen.getByText('Sample leads')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Connect your account' })).toBeTruthy();
  },
);

it('sample leads next to a real account show no bar', async () => {
  await show([sample('disconnected'), harbor], ['p1']);
  expect(listBars()).toEqual([]);
});

it('a marketplace that refuses the sign-in is named, and leads to the connection page', async () => {
  const stores = await show([harbor, bay], [], [], ['a2']);
  expect(listBars()).toEqual(['refused']);
  expect(screen.getByText(/^Bay Leads refuses the sign-in of this app\./)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Open Connection' }));
  expect(stores.session.getState().screen).toBe('connection');
});

it('unreachable marketplaces are named, unless the computer is offline', async () => {
  const stores = await show([harbor, bay], ['a1', 'a2']);
  expect(screen.getByText(/^Can't reach Harbor Leads and Bay Leads\./)).toBeTruthy();
  act(() => stores.session.setState({ isOnline: false }));
  expect(listBars()).toEqual(['offline']);
});

it('the reconnect bar names the marketplace, and the person if two accounts share it', async () => {
  const broken = accountLike('a1', 'v4', 'reconnect', {
    profileName: 'Harbor Leads',
    userName: 'Joel Hughes',
  });
  await show([broken, bay]);
  expect(screen.getByText(/^Reconnect Harbor Leads\./)).toBeTruthy();
  cleanup();
  await show([broken, { ...bay, profileName: 'Harbor Leads' }]);
  expect(screen.getByText(/^Reconnect Harbor Leads \(Joel Hughes\)\./)).toBeTruthy();
});

it('a lost sign-in keeps its bar and the sidebar’s warning while another account is connected', async () => {
  const { accountID, profileName, environment, userName, practice } = bay;
  const bridge = fakeBridge({
    'connect.accounts': () => ok({ accounts: [harbor], keychain: 'replaced' }),
    'connection.kept': () =>
      ok({ accounts: [harbor, { accountID, profileName, environment, userName, practice }] }),
    'connection.report': () => ok({ reports: [reportLike('a1', [])] }),
  });
  const stores = createStores(bridge, () => noon);
  await readAccounts(stores);
  showIn(
    stores,
    <>
      <Bars />
      <Foot />
    </>,
  );
  expect(await screen.findByText(/^Bay Leads: the saved sign-in can't be opened/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Needs attention' })).toBeTruthy();
});

it('the gap bar shows when leads may be missing and turns on instant delivery', async () => {
  const repaired = vi.fn(() => ok({ businesses: [] }));
  const dismissed = vi.fn(() => ok({}));
  const gaps = [
    { businessName: null, from: noon - 7_200_000, until: noon - 3_600_000 },
    { businessName: 'Hill Plumbing', from: noon, until: null },
  ];
  const bridge = fakeBridge({
    'webhooks.repair': repaired,
    'connection.dismissGaps': dismissed,
    'connect.accounts': () => ok({ accounts: [harbor], keychain: 'ready' }),
    'connection.report': () => ok({ reports: [{ ...reportLike('a1', []), gaps }] }),
  });
  const stores = createStores(bridge, () => noon);
  await readAccounts(stores);
  showIn(stores, <Bars />);
  const bars = screen.getAllByRole('status').filter(({ dataset }) => dataset['bar'] === 'gap');
  expect(bars.map(({ dataset }) => dataset['tone'])).toEqual(['danger', 'warning']);
  for (const bar of bars) expect(bar.textContent).toContain('then look each one up here.');
  expect(bars[0]?.textContent).toMatch(/off for Hill Plumbing: new leads since .* don't arrive/);
  expect(bars[1]?.textContent).toMatch(/^Leads of .* may be missing here/);
  fireEvent.click(screen.getByRole('button', { name: 'Turn on instant delivery' }));
  fireEvent.click(screen.getByRole('button', { name: 'Done looking' }));
  await vi.waitFor(() => expect(dismissed).toHaveBeenCalledExactlyOnceWith({ accountID: 'a1' }));
  expect(repaired).toHaveBeenCalledExactlyOnceWith({ accountID: 'a1' });
});

it('the gap bar counts many businesses instead of naming them', async () => {
  const gaps = Array.from({ length: 25 }, (_, n) => ({
    businessName: `Hill Plumbing ${n}`,
    from: noon,
    until: null,
  }));
  const bridge = fakeBridge({
    'connect.accounts': () => ok({ accounts: [harbor], keychain: 'ready' }),
    'connection.report': () => ok({ reports: [{ ...reportLike('a1', []), gaps }] }),
  });
  const stores = createStores(bridge, () => noon);
  await readAccounts(stores);
  showIn(stores, <Bars />);
  expect(screen.getByText(/Instant delivery is off for 25 businesses: /)).toBeTruthy();
});

it.each([
  [{}, "The marketplace can't reach this computer"],
  [{ lacksPassword: true }, "The marketplace can't reach this computer"],
  [{ reachable: true, lacksPassword: true }, 'The marketplace has no password for this computer'],
])(
  'the gap bar of a legacy account names the cause and offers no lookup: %o',
  async (facts, cause) => {
    const like = reportLike('a1', [], false);
    const report = {
      ...like,
      receiver: { ...like.receiver, ...facts },
      gaps: [{ businessName: null, from: noon, until: null }],
    };
    const bridge = fakeBridge({
      'connect.accounts': () =>
        ok({ accounts: [accountLike('a1', 'legacy', 'connected')], keychain: 'ready' }),
      'connection.report': () => ok({ reports: [report] }),
    });
    const stores = createStores(bridge, () => noon);
    await readAccounts(stores);
    showIn(stores, <Bars />);
    const bar = screen.getByText(/new leads since/);
    expect(bar.textContent).toContain(`${cause}: new leads since`);
    expect(bar.textContent).toMatch(/can't come in\. Find them in the marketplace's own app\.$/);
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Open Connection',
    ]);
  },
);

it('a stopped engine offers a start without the marketplace, and then a return to normal', async () => {
  const { session, restarted } = await show([harbor], ['a1']);
  const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
  const error = { code: 'engine_stopped', message: 'It keeps ending.' } as const;
  act(() => session.setState({ engine: { state: 'stopped', error } }));
  press('Start without the marketplace');
  expect(restarted).toHaveBeenLastCalledWith({ isAlone: true });
  act(() => session.setState({ engine: { state: 'ready', isAlone: true } }));
  expect(listBars()).toEqual(['engine']);
  press('Go back to normal');
  expect(restarted).toHaveBeenLastCalledWith({ isAlone: false });
});

it('an older app on a newer database offers the newer version or the backup', async () => {
  const { session } = await show([harbor], ['a1']);
  const error = { code: 'database_newer', message: 'Newer than this app.' } as const;
  act(() => session.setState({ engine: { state: 'stopped', error } }));
  const bar = screen.getByText(/written by a newer Hearthline/);
  expect(bar.textContent).toContain('left untouched');
  expect(bar.textContent).toContain('Install the newer version again');
  expect(bar.textContent).toContain('the copy it made before the update');
  expect(screen.queryByRole('button', { name: 'Start without the marketplace' })).toBe(null);
});

const refusal = (change: Partial<Failure> = {}): Failure => ({
  code: 'rejected',
  message: 'It was rejected.',
  status: 400,
  detail: 'The text is too rude.',
  ...change,
});

it('a refused reply shows customer and reason, except in its own conversation', async () => {
  const { bridge, leads, selecting } = await show(
    [harbor],
    [],
    [{ leadID: 'l7', customerName: 'Dora Rivera', reason: refusal() }],
  );
  const bar = await screen.findByText(/Dora Rivera/);
  expect(bar.textContent).toBe('Not sent to Dora Rivera. The text is too rude.');
  expect(listBars()).toEqual(['not-sent']);
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(bridge.inputsOf('messages.discard')).toEqual([{ messageID: 'm-l7' }]);
  const leadIDs = new Set([id('l2'), id('l3')]);
  selecting.setState({ selection: { kind: 'some', leadIDs }, count: 2 });
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(leads.getState().selected).toBe('l7');
  expect(selecting.getState().count).toBe(0);
  expect(listBars()).toEqual([]);
});

it('several failed replies show the latest and open all of them', async () => {
  const { leads } = await show(
    [harbor],
    [],
    [
      { leadID: 'l8', customerName: 'Ann Rivera', reason: { code: 'customer_wrote', message: '' } },
      { leadID: 'l7', customerName: 'Dora Rivera', reason: refusal() },
    ],
  );
  await screen.findByText('Reply to Ann Rivera held back. The customer wrote first.');
  fireEvent.click(screen.getByRole('button', { name: 'All 2 replies' }));
  expect(leads.getState().view).toBe('outgoing');
});

it('explains why instant delivery could not be turned on', async () => {
  const reason = { code: 'forbidden', message: 'No.' } as const;
  const bridge = fakeBridge({
    'webhooks.repair': () =>
      ok({
        businesses: [
          { name: 'Bay Plumbing', repaired: true, reason: null },
          { name: 'Hill Plumbing', repaired: false, reason },
        ],
      }),
    'connect.accounts': () => ok({ accounts: [harbor], keychain: 'ready' }),
    'connection.report': () =>
      ok({
        reports: [
          {
            ...reportLike('a1', []),
            gaps: [{ businessName: 'Hill Plumbing', from: noon, until: null }],
          },
        ],
      }),
  });
  const stores = createStores(bridge, () => noon);
  await readAccounts(stores);
  showIn(
    stores,
    <>
      <Bars />
      <Toasts />
    </>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Turn on instant delivery' }));
  const [toast] = await screen.findAllByText(/turn on instant delivery for/);
  expect(toast?.textContent).toBe(
    "Couldn't turn on instant delivery for Hill Plumbing. Your account isn't allowed to do this.",
  );
});

it('names every account that needs a sign-in, and reconnects production before staging', async () => {
  const staged = accountLike('a1', 'v4', 'reconnect', {
    profileName: 'Staging',
    environment: 'staging',
  });
  const real = accountLike('a2', 'v4', 'reconnect', { profileName: 'Harbor Leads' });
  const { bridge } = await show([staged, real]);
  expect(screen.getByText(/^Reconnect Harbor Leads and Staging\./)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Reconnect Harbor Leads' }));
  expect(bridge.inputsOf('connect.start')).toEqual([{ accountID: 'a2' }]);
  cleanup();
  await show([staged, harbor]);
  expect(screen.getByText(/^Reconnect Staging\./)).toBeTruthy();
});
