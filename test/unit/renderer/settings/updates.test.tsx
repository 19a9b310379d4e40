// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { UpdateState } from '../../../../contract/commands/updates.ts';
import type { ErrorCode } from '../../../../contract/errors.ts';
import { useSettings } from '../../../../renderer/platform/use-answer.ts';
import { buildSections, settingNamespaces } from '../../../../renderer/settings/catalog.ts';
import { FoundContext } from '../../../../renderer/settings/setting-row.tsx';
import { SettingsPage } from '../../../../renderer/settings/settings-page.tsx';
import { Updates } from '../../../../renderer/settings/updates.tsx';
import { createStores, type Stores } from '../../../../renderer/app/stores.ts';
import type { Settings } from '../../../../contract/settings.ts';
import { initialSettings } from '../../../../contract/settings.ts';
import { fakeBridge, no, noon, ok, type Handlers } from '../support/samples.ts';
import { showIn, words } from '../support/window.tsx';

await words.loadNamespaces(settingNamespaces);

const usual: Settings = { ...initialSettings, language: 'en' };

const found = new Map(
  buildSections(words.getFixedT('en', settingNamespaces)).flatMap(({ settings }) =>
    settings.map((setting) => [setting.name, setting]),
  ),
);

/** The section alone, because the page takes ten times as long. */
const Section = ({ stores }: { readonly stores: Stores }) => {
  const settings = useSettings();
  return (
    settings && (
      <FoundContext value={{ queryWords: [], settings: found }}>
        <section aria-label="Updates">
          <Updates
            settings={settings}
            set={(part) => void stores.settings.getState().change(part)}
          />
        </section>
      </FoundContext>
    )
  );
};

/** Shows the settings with this update state, by default a minute after the last check. */
const show = async (
  update: UpdateState,
  checkedAt: number | null = noon - 60_000,
  more: Handlers = {},
  isWholePage = false,
) => {
  const bridge = fakeBridge({
    'settings.get': () => ok({ settings: usual }),
    'settings.change': (change) => ok({ settings: { ...usual, ...(change as Partial<Settings>) } }),
    'updates.get': () => ok({ update, checkedAt, oldRelease: null }),
    'updates.check': () => ok({}),
    'updates.restart': () => ok({}),
    ...more,
  });
  const stores = createStores(bridge, () => noon);
  stores.session.setState({
    info: {
      version: '1.2.0',
      runtime: 'Electron',
      platform: 'linux',
      locale: 'en-US',
      start: 'inbox',
      engine: { state: 'ready' },
      profile: null,
    },
  });
  showIn(stores, isWholePage ? <SettingsPage /> : <Section stores={stores} />);
  const section = await screen.findByRole('region', { name: 'Updates' });
  await within(section).findByText('Software update');
  return { bridge, stores, section: within(section) };
};

const failed = (code: ErrorCode): UpdateState => ({
  state: 'failed',
  error: { code, message: 'what the log says' },
});

describe('the update settings', () => {
  it.each<[string, UpdateState, number | null]>([
    ['Not checked yet.', { state: 'idle' }, null],
    ['Hearthline is up to date. Last checked: 1 min ago', { state: 'idle' }, noon - 60_000],
    ['Checking for updates…', { state: 'checking' }, null],
    [
      'Downloading version 1.3.0 (41%). You can keep working.',
      { state: 'downloading', version: '1.3.0', percent: 41 },
      noon,
    ],
    [
      'Version 1.3.0 is ready. It is installed when you restart or quit.',
      { state: 'ready', version: '1.3.0' },
      noon,
    ],
    ['Last checked: 1 min ago', failed('offline'), noon - 60_000],
  ])('show %s', async (text, update, checkedAt) => {
    const { section } = await show(update, checkedAt);
    expect(section.getByText(text)).toBeTruthy();
    expect(section.getByText('You have version 1.2.0.')).toBeTruthy();
  });

  it.each<[string, boolean, UpdateState]>([
    [
      'Last checked 1 min ago, last release seen Sep 24, 2026. If you know of a newer one, ask whoever gave you Hearthline for it.',
      true,
      { state: 'idle' },
    ],
    [
      'Last checked 1 min ago. Since Sep 24, 2026, no release has said when it was made. If you know of a newer one, ask whoever gave you Hearthline for it.',
      false,
      failed('offline'),
    ],
  ])('show that no newer release was seen for long: %s', async (text, isDated, update) => {
    const checkedAt = noon - 60_000;
    const oldRelease = { at: Date.parse('2026-09-24T12:00:00Z'), isDated };
    const { section } = await show(update, checkedAt, {
      'updates.get': () => ok({ update, checkedAt, oldRelease }),
    });
    expect(section.getByText(text)).toBeTruthy();
    expect(section.queryByText(/up to date\./)).toBeNull();
  });

  it.each([
    ['development', 'It runs from its source code.'],
    ['no_address', 'It was packaged without an address for updates.'],
    ['bad_address', "Its address for updates isn't secure (https)."],
    ['no_key', 'It has no key to check updates with.'],
    ['package_manager', 'Your system’s package manager updates it.'.replace('’', "'")],
    ['unpacked', 'It was unpacked from an archive.'],
  ] as const)('show why a copy does not update itself: %s', async (reason, text) => {
    const { section, bridge } = await show({ state: 'off', reason });
    const notice = section.getByText(/^This copy of Hearthline doesn't update itself\./);
    expect(notice.textContent).toContain(text);
    expect(section.getByRole('switch')).toHaveProperty('disabled', true);
    expect(section.getByRole('switch')).toHaveProperty('checked', false);
    fireEvent.click(section.getByRole('button', { name: 'Check now' }));
    expect(bridge.inputsOf('updates.check')).toEqual([]);
  });

  it('can switch updates on, and check nothing while they are off', async () => {
    const { section, bridge } = await show({ state: 'off', reason: 'switched_off' }, null, {
      'settings.get': () => ok({ settings: { ...usual, updates: false } }),
    });
    expect(section.getByText(/^Updates are off\./)).toBeTruthy();
    fireEvent.click(section.getByRole('button', { name: 'Check now' }));
    expect(bridge.inputsOf('updates.check')).toEqual([]);
    fireEvent.click(section.getByRole('switch', { name: 'Keep Hearthline up to date' }));
    await vi.waitFor(() => expect(bridge.inputsOf('settings.change')).toEqual([{ updates: true }]));
  });

  it('check once for a double press', async () => {
    const { section, bridge } = await show({ state: 'idle' });
    const button = section.getByRole('button', { name: 'Check now' });
    fireEvent.click(button);
    fireEvent.click(button);
    expect(bridge.inputsOf('updates.check')).toEqual([{}]);
  });

  it('restart for a ready update, once for a double press', async () => {
    const { section, bridge } = await show({ state: 'ready', version: '1.3.0' });
    const button = section.getByRole('button', { name: 'Restart to update' });
    fireEvent.click(button);
    fireEvent.click(button);
    expect(bridge.inputsOf('updates.restart')).toEqual([{}]);
    expect(section.queryByRole('button', { name: 'Check now' })).toBe(null);
  });

  it.each<[string, UpdateState, 'updates.restart' | 'updates.check']>([
    ['Restart to update', { state: 'ready', version: '1.3.0' }, 'updates.restart'],
    ['Check now', { state: 'idle' }, 'updates.check'],
  ])('say when “%s” could not begin', async (name, update, command) => {
    const { section, stores } = await show(update, noon, { [command]: () => no('internal') });
    fireEvent.click(section.getByRole('button', { name }));
    await vi.waitFor(() =>
      expect(stores.toasts.getState().toasts).toMatchObject([
        { content: { kind: 'failed', code: 'internal' } },
      ]),
    );
  });

  it.each<[ErrorCode, string]>([
    ['offline', "Can't reach the update server."],
    ['timeout', 'The update server stopped answering.'],
    ['service_unavailable', "The update server isn't working right now."],
    ['forbidden', "The connection to the update server isn't secure."],
    ['disk_full', 'Free some space, then check again.'],
    ['read_only', "This copy of Hearthline can't replace itself."],
    ['internal', "The update couldn't be installed."],
    ['update_missing', 'There is no release at the update address.'],
    ['update_unreadable', "The update server sent something that isn't a release."],
    ['update_unsigned', "The update isn't signed by the makers of this Hearthline."],
    ['update_older', 'The update server offers an older version.'],
    ['update_damaged', "The downloaded update isn't the one that was signed."],
  ])('explain a failure and what to do: %s', async (code, text) => {
    const { section } = await show(failed(code));
    expect(section.getByRole('alert').textContent).toContain(text);
    expect(section.getByRole('alert').textContent).not.toContain('marketplace');
    expect(section.getByRole('button', { name: 'Check now' })).toBeTruthy();
  });

  it('show the failure with its setting, but not in a search for another one', async () => {
    const { section } = await show(failed('update_older'), noon, {}, true);
    expect(section.queryByRole('alert')).not.toBe(null);
    fireEvent.change(screen.getByRole('textbox', { name: 'Search settings' }), {
      target: { value: 'changelog' },
    });
    await vi.waitFor(() => expect(section.queryByText('Software update')).toBe(null));
    expect(section.getByText("What's new")).toBeTruthy();
    expect(section.queryByRole('alert')).toBe(null);
  });

  it('are refetched after a change', async () => {
    let update: UpdateState = { state: 'checking' };
    const { section, bridge } = await show(update, noon, {
      'updates.get': () => ok({ update, checkedAt: noon, oldRelease: null }),
    });
    update = { state: 'ready', version: '1.3.0' };
    bridge.emit('changed', { kinds: ['updates'], leadIDs: [] });
    expect(await section.findByRole('button', { name: 'Restart to update' })).toBeTruthy();
  });
});
