// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { tunnelReport, type TunnelState } from '../../../contract/commands/tunnel.ts';
import { startWords } from '../../../renderer/app/i18n.ts';
import { TunnelSection } from '../../../renderer/connection/tunnel-section.tsx';
import { createStores, StoresProvider } from '../../../renderer/state/stores.ts';
import { fakeBridge, noon, ok } from './samples.ts';

let words: Awaited<ReturnType<typeof startWords>>;
beforeAll(async () => {
  words = await startWords('en');
  await words.loadNamespaces('tunnel');
});
afterEach(cleanup);

const reportOf = (state: TunnelState) =>
  tunnelReport.parse({
    setup: {
      way: 'ssh',
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
    checking: false,
  });

it('a tunnel that is down is tried at once when the professional says so', async () => {
  let state: TunnelState = {
    state: 'retrying',
    why: 'host_refused',
    detail: '',
    nextAt: noon + 60_000,
  };
  const bridge = fakeBridge({
    'tunnel.report': () => ok({ tunnel: reportOf(state) }),
    'tunnel.retry': () => {
      state = { state: 'up', address: 'https://leads.example', since: noon };
      return ok({});
    },
  });
  render(
    <StoresProvider value={createStores(bridge, () => noon)}>
      <I18nextProvider i18n={words}>
        <MantineProvider env="test">
          <Suspense>
            <TunnelSection />
          </Suspense>
        </MantineProvider>
      </I18nextProvider>
    </StoresProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Try now' }));
  expect(await screen.findByText(/^On since/)).toBeTruthy();
  expect(bridge.inputsOf('tunnel.retry')).toEqual([{}]);
  expect(screen.queryByRole('button', { name: 'Try now' })).toBeNull();
});
