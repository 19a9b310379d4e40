// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { initialSettings, type Settings } from '../../../../contract/settings.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { SettingsPage } from '../../../../renderer/settings/settings-page.tsx';
import { fakeBridge, noon, ok } from '../support/samples.ts';
import { showIn, words } from '../support/window.tsx';

await words.loadNamespaces(['settings', 'hours', 'background', 'data', 'updates']);

it('a choice and a switch show the setting and change it', async () => {
  let settings: Settings = { ...initialSettings, language: 'en', textSize: 125 };
  const bridge = fakeBridge({
    'settings.get': () => ok({ settings }),
    'settings.change': (change) => {
      settings = { ...settings, ...(change as Partial<Settings>) };
      return ok({ settings });
    },
  });
  showIn(
    createStores(bridge, () => noon),
    <SettingsPage />,
  );
  const large = await screen.findByRole('radio', { name: '125%' });
  expect(large).toHaveProperty('checked', true);
  fireEvent.click(screen.getByRole('radio', { name: 'Dark' }));
  const notices = screen.getByRole('switch', { name: /^Tell me about new leads/ });
  expect(notices).toHaveProperty('checked', true);
  fireEvent.click(notices);
  await vi.waitFor(() =>
    expect(bridge.inputsOf('settings.change')).toEqual([
      { theme: 'dark' },
      { notifications: false },
    ]),
  );
});
