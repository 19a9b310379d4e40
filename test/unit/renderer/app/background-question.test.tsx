// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { BackgroundQuestion } from '../../../../renderer/app/background-question.tsx';
import { createStores } from '../../../../renderer/app/stores.ts';
import { accountLike } from '../support/accounts.ts';
import { fakeBridge, noon, ok } from '../support/samples.ts';
import { showIn, words } from '../support/window.tsx';

await words.loadNamespaces(['background']);

/** Shows the question with the current start at sign-in. */
const ask = async (startAtLogin: boolean | null) => {
  const before = { keepRunning: true, asked: false, startAtLogin, hasTray: true };
  const bridge = fakeBridge({
    'connect.accounts': () =>
      ok({ accounts: [accountLike('a', 'v4', 'connected')], keychain: 'ready' }),
    'background.get': () => ok(before),
    'background.change': (change) => ok({ ...before, asked: true, ...change }),
  });
  const stores = createStores(bridge, () => noon);
  stores.session.setState({ screen: 'inbox' });
  showIn(stores, <BackgroundQuestion />);
  await screen.findByRole('button', { name: 'Keep it running' });
  return () => bridge.inputsOf('background.change');
};

const keep = (): boolean =>
  fireEvent.click(screen.getByRole('button', { name: 'Keep it running' }));

it.each([true, false])(
  'the question keeps an untouched start at sign-in (%s)',
  async (startAtLogin) => {
    const asked = await ask(startAtLogin);
    expect(screen.getByRole('checkbox')).toHaveProperty('checked', startAtLogin);
    keep();
    expect(asked()).toEqual([{ keepRunning: true, asked: true, startAtLogin }]);
  },
);

it('the answered question leaves the focus to the list of leads', async () => {
  const list = document.createElement('div');
  list.id = 'lead-list';
  list.tabIndex = 0;
  document.body.append(list);
  onTestFinished(() => list.remove());
  await ask(true);
  screen.getByRole('button', { name: 'Keep it running' }).focus();
  keep();
  await vi.waitFor(() => expect(document.activeElement).toBe(list));
});

it('the question applies its changed checkbox', async () => {
  const asked = await ask(true);
  fireEvent.click(screen.getByRole('checkbox'));
  keep();
  expect(asked()).toEqual([{ keepRunning: true, asked: true, startAtLogin: false }]);
});

it('the question has no checkbox when nothing can start at sign-in', async () => {
  const asked = await ask(null);
  expect(screen.queryByRole('checkbox')).toBeNull();
  keep();
  expect(asked()).toEqual([{ keepRunning: true, asked: true }]);
});
