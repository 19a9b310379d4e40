// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createStores } from '../../../../renderer/app/stores.ts';
import { SettingsPage } from '../../../../renderer/settings/settings-page.tsx';
import { initialSettings } from '../../../../contract/settings.ts';
import { fakeBridge, noon, ok } from '../support/samples.ts';
import { showIn, words } from '../support/window.tsx';

await words.loadNamespaces(['settings', 'hours', 'background', 'data', 'updates']);

it('Two switches turned on at once stay on while both are saved', async () => {
  const answers: (() => void)[] = [];
  let state = { keepRunning: false, startAtLogin: false, asked: true, hasTray: true };
  const bridge = fakeBridge({
    'settings.get': () => ok({ settings: { ...initialSettings, language: 'en' } }),
    'background.get': () => ok(state),
    'background.change': async (change) => {
      await new Promise<void>((answer) => answers.push(answer));
      state = { ...state, ...change };
      return ok(state);
    },
  });
  showIn(
    createStores(bridge, () => noon),
    <SettingsPage />,
  );
  const [keep, login] = await Promise.all(
    [/^Keep Hearthline running/, /^Start Hearthline when/].map((label) =>
      screen.findByLabelText<HTMLInputElement>(label),
    ),
  );
  const areOn = (): boolean => keep?.checked === true && login?.checked === true;
  fireEvent.click(keep as HTMLInputElement);
  fireEvent.click(login as HTMLInputElement);
  expect(areOn()).toBe(true);
  await act(async () => answers.shift()?.());
  expect(areOn()).toBe(true);
  await act(async () => answers.shift()?.());
  expect(areOn()).toBe(true);
});
