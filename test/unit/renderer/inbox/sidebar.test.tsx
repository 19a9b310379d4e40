// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { business } from '../../../../contract/records.ts';
import { startWords } from '../../../../renderer/app/i18n.ts';
import { Sidebar } from '../../../../renderer/inbox/sidebar.tsx';
import { createStores, StoresProvider } from '../../../../renderer/state/stores.ts';
import { countsOf, fakeBridge, listOf, noon, ok } from '../support/samples.ts';

afterEach(cleanup);

it('every business of the account has its name and what waits for it, and shows its leads alone', async () => {
  const businesses = [
    { key: 'k1', accountID: 'a1', businessID: 'b1', name: 'Hill Plumbing', needsReply: 3 },
    { key: 'k2', accountID: 'a2', businessID: 'b1', name: 'Lake Cleaning', needsReply: 0 },
  ].map((each) => business.parse(each));
  const counts = countsOf({ needs_reply: 3, all: 9 });
  const bridge = fakeBridge({
    'leads.list': () => ok(listOf([])),
    'views.counts': () => ok({ counts, businesses }),
  });
  const stores = createStores(bridge, () => noon);
  await stores.leads.getState().reread();
  const complaints = vi.spyOn(console, 'error');
  onTestFinished(() => complaints.mockRestore());
  render(
    <StoresProvider value={stores}>
      <I18nextProvider i18n={await startWords('en')}>
        <MantineProvider env="test">
          <Sidebar />
        </MantineProvider>
      </I18nextProvider>
    </StoresProvider>,
  );
  expect((await screen.findByRole('button', { name: /Hill Plumbing/ })).textContent).toContain('3');
  fireEvent.click(screen.getByRole('button', { name: /Lake Cleaning/ }));
  expect(stores.leads.getState().business).toBe('k2');
  expect(bridge.inputsOf('leads.list').at(-1)).toMatchObject({ business: 'k2' });
  expect(complaints).not.toHaveBeenCalled();
});
