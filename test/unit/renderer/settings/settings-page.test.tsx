// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { initialSettings, type Settings } from '../../../../contract/settings.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { SettingsPage } from '../../../../renderer/settings/settings-page.tsx';
import { fakeBridge, no, noon, ok } from '../support/samples.ts';
import { showIn, startListening, words } from '../support/window.tsx';

await words.loadNamespaces(['settings', 'hours', 'background', 'data', 'updates', 'reach']);

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

it('quiet hours that were changed on another computer are shown', async () => {
  const quietHours = { ...initialSettings.quietHours, on: true };
  let settings: Settings = { ...initialSettings, language: 'en', quietHours };
  const bridge = fakeBridge({ 'settings.get': () => ok({ settings }) });
  showIn(
    createStores(bridge, () => noon),
    <SettingsPage />,
  );
  const from = await screen.findByRole<HTMLInputElement>('textbox', { name: 'From' });
  expect(from.value).toBe('8:00 PM');
  settings = { ...settings, quietHours: { ...quietHours, from: 21 * 60 } };
  act(() => bridge.emit('changed', { kinds: ['settings'], leadIDs: [] }));
  await vi.waitFor(() => expect(from.value).toBe('9:00 PM'));
});

it('Escape restores the stored time of a field', async () => {
  const quietHours = { ...initialSettings.quietHours, on: true };
  const settings: Settings = { ...initialSettings, language: 'en', quietHours };
  const bridge = fakeBridge({
    'settings.get': () => ok({ settings }),
    'settings.change': () => ok({ settings }),
  });
  const stores = createStores(bridge, () => noon);
  startListening(stores);
  stores.session.getState().go('settings');
  showIn(stores, <SettingsPage />);
  const from = await screen.findByRole<HTMLInputElement>('textbox', { name: 'From' });
  from.focus();
  fireEvent.change(from, { target: { value: '9' } });
  fireEvent.keyDown(from, { key: 'Escape' });
  expect(document.activeElement).not.toBe(from);
  expect(from.value).toBe('8:00 PM');
  expect(bridge.inputsOf('settings.change')).toEqual([]);
});

it('a pause of the notifications that could not be ended says why', async () => {
  const settings: Settings = { ...initialSettings, language: 'en' };
  const bridge = fakeBridge({
    'settings.get': () => ok({ settings }),
    'notices.quiet': () => ok({ until: noon + 3_600_000, paused: true }),
    'notices.pause': () => no('disk_full'),
  });
  const stores = createStores(bridge, () => noon);
  showIn(stores, <SettingsPage />);
  fireEvent.click(await screen.findByRole('button', { name: 'Resume now' }));
  await vi.waitFor(() =>
    expect(stores.toasts.getState().toasts).toMatchObject([
      { content: { kind: 'failed', code: 'disk_full' } },
    ]),
  );
});
