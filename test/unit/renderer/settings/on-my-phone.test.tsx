// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ChannelID, ChannelOutcome, ShownChannel } from '../../../../contract/reach.ts';
import { initialSettings } from '../../../../contract/settings.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { SettingsPage } from '../../../../renderer/settings/settings-page.tsx';
import { holdAnswers } from '../support/inbox.ts';
import { fakeBridge, no, noon, ok } from '../support/samples.ts';
import { showIn, startListening, words } from '../support/window.tsx';

await words.loadNamespaces(['settings', 'hours', 'background', 'data', 'updates', 'reach']);

const channelID = '6f0c8f0e-3c1d-4b6a-9a51-0d5a5a3f1f01' as ChannelID;
const channel: ShownChannel = {
  ...({ channelID, name: 'Phone', kind: 'ntfy', on: true, place: 'ntfy.test' } as const),
  ...{ fields: { server: 'https://ntfy.test', topic: 'leads' }, stored: ['token'] },
};

/** Shows the result of a test that the service has refused. */
const showTested = async () => {
  const answers = holdAnswers(false);
  let outcome: ChannelOutcome = { channelID, at: noon - 1, failure: null, waiting: 0 };
  const bridge = fakeBridge({
    'settings.get': () => ok({ settings: { ...initialSettings, language: 'en' } }),
    'reach.channels': () => ok({ channels: [channel], isPersistent: true }),
    'reach.report': () => ok({ channels: [outcome] }),
    'reach.test': () => ok({ milliseconds: 400, failure: { what: 'signIn' } }),
    'reach.save': async () => {
      await answers.inTime();
      return ok({ channelID });
    },
    'reach.remove': () => ok({}),
  });
  const stores = createStores(bridge, () => noon);
  startListening(stores);
  showIn(stores, <SettingsPage />);
  await screen.findByText(/^Last message/);
  fireEvent.click(screen.getByRole('button', { name: 'Send a test to Phone' }));
  await screen.findByText(/refused/);
  return {
    answers,
    bridge,
    happen: (next: Partial<ChannelOutcome>): void => {
      outcome = { ...outcome, ...next };
      bridge.emit('changed', { kinds: ['reach'], leadIDs: [] });
    },
  };
};

it('the result of a test is not shown for a channel that was edited after it', async () => {
  await showTested();
  fireEvent.click(screen.getByRole('button', { name: 'Edit Phone' }));
  fireEvent.change(await screen.findByLabelText(/^Access token/), { target: { value: 'new' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => screen.queryByText(/refused/)).toBeNull();
});

it('the result of a test is shown until a later outcome is known', async () => {
  const { happen } = await showTested();
  happen({ at: noon + 1 });
  await screen.findByText(/^Last message/);
  expect(screen.queryByText(/refused/)).toBeNull();
});

it('a channel is not removed while it is being saved', async () => {
  const { answers, bridge } = await showTested();
  fireEvent.click(screen.getByRole('button', { name: 'Edit Phone' }));
  answers.hold();
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  fireEvent.click(screen.getByRole('button', { name: 'Remove channel' }));
  await answers.release();
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(bridge.inputsOf('reach.remove')).toEqual([]);
});

const showRefusing = async () => {
  const bridge = fakeBridge({
    'settings.get': () => ok({ settings: { ...initialSettings, language: 'en' } }),
    'reach.channels': () => ok({ channels: [channel], isPersistent: true }),
    'reach.report': () => ok({ channels: [] }),
    'reach.switch': () => no('disk_full'),
    'reach.save': () => ({
      ok: false,
      error: { code: 'invalid_input', message: 'invalid', detail: 'topic' },
    }),
  });
  showIn(
    createStores(bridge, () => noon),
    <SettingsPage />,
  );
  return screen.findByRole<HTMLInputElement>('switch', { name: 'Send to Phone' });
};

it('a channel that could not be switched off is shown as on, with the reason', async () => {
  const channelSwitch = await showRefusing();
  fireEvent.click(channelSwitch);
  expect(channelSwitch.checked).toBe(false);
  expect((await screen.findByRole('alert')).dataset['error']).toBe('disk_full');
  expect(channelSwitch.checked).toBe(true);
});

it('a mistake that only saving finds is shown at its field', async () => {
  await showRefusing();
  fireEvent.click(screen.getByRole('button', { name: 'Edit Phone' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  const mistake = await screen.findByText('Enter this');
  expect(mistake.closest<HTMLElement>('[data-field]')?.dataset['field']).toBe('topic');
  expect(screen.queryByRole('alert')).toBeNull();
});
