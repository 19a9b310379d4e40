// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it } from 'vitest';
import {
  tunnelReport,
  type TunnelReport,
  type TunnelState,
} from '../../../../contract/commands/tunnel.ts';
import { TunnelSection } from '../../../../renderer/connection/tunnel-section.tsx';
import { createStores } from '../../../../renderer/app/stores.ts';
import { holdAnswers } from '../support/inbox.ts';
import { fakeBridge, no, noon, ok } from '../support/samples.ts';
import { showIn, words } from '../support/window.tsx';

await words.loadNamespaces('tunnel');

const buildReport = (state: TunnelState, more: Partial<TunnelReport> = {}) =>
  tunnelReport.parse({
    setup: {
      kind: 'ssh',
      cloudflaredPath: '',
      address: '',
      ssh: {
        host: 'leads.example',
        port: 22,
        user: 'pat',
        keyFile: '',
        bindAddress: '',
        remotePort: 8080,
        address: 'https://leads.example',
      },
    },
    state,
    address: 'https://leads.example',
    cloudflaredFound: null,
    roundTrip: null,
    isChecking: false,
    isWorking: state.state === 'up',
    hasHub: false,
    ...more,
  });

const renderSection = (
  bridge: ReturnType<typeof fakeBridge>,
  stores = createStores(bridge, () => noon),
) =>
  showIn(
    stores,
    <Suspense>
      <TunnelSection />
    </Suspense>,
  );

it('a tunnel that is down is retried at once on request', async () => {
  let state: TunnelState = {
    state: 'retrying',
    why: 'host_refused',
    detail: '',
    nextAt: noon + 60_000,
  };
  const bridge = fakeBridge({
    'tunnel.report': () => ok({ tunnel: buildReport(state) }),
    'tunnel.retry': () => {
      state = { state: 'up', address: 'https://leads.example', since: noon };
      return ok({});
    },
  });
  renderSection(bridge);
  fireEvent.click(await screen.findByRole('button', { name: 'Try now' }));
  expect(await screen.findByText(/^On since/)).toBeTruthy();
  expect(bridge.inputsOf('tunnel.retry')).toEqual([{}]);
  expect(screen.queryByRole('button', { name: 'Try now' })).toBeNull();
});

it('an address that test events do not reach is not shown as good, with a hint about routers', async () => {
  const up: TunnelState = { state: 'up', address: 'https://leads.example', since: noon };
  const missed = { outcome: 'failed', at: noon, why: 'timeout', status: null, detail: '' } as const;
  const { setup } = buildReport(up);
  const bridge = fakeBridge({
    'tunnel.report': () =>
      ok({
        tunnel: buildReport(up, {
          setup: { ...setup, kind: 'address' },
          isWorking: false,
          roundTrip: missed,
        }),
      }),
  });
  const { container } = renderSection(bridge);
  expect(await screen.findByText(/but tests don't come through/)).toBeTruthy();
  expect(await screen.findByText(/Some routers don't let you/)).toBeTruthy();
  expect(container.querySelectorAll('[data-tone=good]')).toHaveLength(0);
});

it.each([false, true])('the hub can be chosen only in a team (%s)', async (hasHub) => {
  const bridge = fakeBridge({
    'tunnel.report': () => ok({ tunnel: buildReport({ state: 'off' }, { hasHub }) }),
    'tunnel.setUp': () => ok({ mistakes: [] }),
  });
  renderSection(bridge);
  fireEvent.click(await screen.findByRole('button', { name: 'Set up' }));
  const hub = screen.queryByRole('radio', { name: "Through my team's hub" });
  expect(hub !== null).toBe(hasHub);
  if (hub === null) return;
  fireEvent.click(hub);
  expect(screen.queryAllByRole('textbox')).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Start receiving' }));
  await screen.findByRole('button', { name: 'Set up' });
  expect(bridge.inputsOf('tunnel.setUp')).toMatchObject([{ setup: { kind: 'hub' } }]);
});

it('a silent hub is shown with what happens to new leads', async () => {
  const { setup } = buildReport({ state: 'off' });
  const state = { state: 'retrying', why: 'hub_unavailable', detail: '', nextAt: null } as const;
  const report = buildReport(state, { setup: { ...setup, kind: 'hub' }, hasHub: true });
  renderSection(fakeBridge({ 'tunnel.report': () => ok({ tunnel: report }) }));
  expect(await screen.findByText("Through your team's hub")).toBeTruthy();
  expect(await screen.findByText(/The hub keeps new leads/)).toBeTruthy();
  expect(await screen.findByText('Trying again now.')).toBeTruthy();
});

it.each([
  ['started', []],
  ['invalid', [{ field: 'address', reason: 'empty' }]],
] as const)(
  'a form that was opened again keeps its text when the canceled one is %s',
  async (_what, mistakes) => {
    const answers = holdAnswers();
    const bridge = fakeBridge({
      'tunnel.report': () => ok({ tunnel: buildReport({ state: 'off' }) }),
      'tunnel.setUp': async () => {
        await answers.inTime();
        return ok({ mistakes: [...mistakes] });
      },
    });
    renderSection(bridge);
    const open = async (address: string): Promise<HTMLInputElement> => {
      fireEvent.click(await screen.findByRole('button', { name: 'Set up' }));
      fireEvent.click(screen.getByRole('radio', { name: 'My own public address' }));
      const field = screen.getByRole<HTMLInputElement>('textbox');
      fireEvent.change(field, { target: { value: address } });
      return field;
    };
    await open('https://first.example');
    fireEvent.click(screen.getByRole('button', { name: 'Start receiving' }));
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    const field = await open('https://second.example');
    await answers.release();
    expect(screen.getByRole('textbox')).toBe(field);
    expect(field.value).toBe('https://second.example');
    expect(field.getAttribute('aria-invalid')).toBe('false');
  },
);

it('a tunnel that is set up leaves the focus to a person who has moved on', async () => {
  const answers = holdAnswers();
  const bridge = fakeBridge({
    'tunnel.report': () => ok({ tunnel: buildReport({ state: 'off' }) }),
    'tunnel.setUp': async () => {
      await answers.inTime();
      return ok({ mistakes: [] });
    },
  });
  renderSection(bridge);
  fireEvent.click(await screen.findByRole('button', { name: 'Set up' }));
  fireEvent.click(screen.getByRole('radio', { name: 'My own public address' }));
  fireEvent.click(screen.getByRole('button', { name: 'Start receiving' }));
  const elsewhere = document.body.appendChild(document.createElement('button'));
  elsewhere.focus();
  await answers.release();
  await screen.findByRole('button', { name: 'Set up' });
  expect(document.activeElement).toBe(elsewhere);
  elsewhere.remove();
});

it.each(['the dialog was closed', 'the page was left'])(
  'a failure to trust a host is reported after %s',
  async (what) => {
    const answers = holdAnswers();
    const state = { state: 'failed', why: 'host_unknown', detail: '' } as const;
    const key = { seen: true, keyType: 'ssh-ed25519', fingerprint: 'SHA256:a' } as const;
    const bridge = fakeBridge({
      'tunnel.report': () => ok({ tunnel: buildReport(state) }),
      'tunnel.readHostKey': () => ok({ hostKey: { ...key, state: 'new', before: null } }),
      'tunnel.trustHost': async () => {
        await answers.inTime();
        return no('disk_full');
      },
    });
    const stores = createStores(bridge, () => noon);
    const { unmount } = renderSection(bridge, stores);
    fireEvent.click(await screen.findByRole('button', { name: 'See its key' }));
    fireEvent.click(await screen.findByRole('button', { name: "It's the same, trust it" }));
    if (what === 'the page was left') unmount();
    else fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await answers.release();
    await expect
      .poll(() => stores.toasts.getState().toasts.map(({ content }) => content))
      .toMatchObject([{ kind: 'failed', code: 'disk_full' }]);
  },
);
