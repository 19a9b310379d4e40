// @vitest-environment happy-dom
/** The Connect page: choosing a profile, replacing one, and signing in. */
import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CommandOutput } from '../../../../contract/commands.ts';
import type { Answer, Failure } from '../../../../contract/errors.ts';
import type { ImportedProfile } from '../../../../contract/profile.ts';
import { type Account } from '../../../../contract/accounts.ts';
import { createI18n } from '../../../../renderer/platform/i18n.ts';
import { Connect } from '../../../../renderer/connection/connect.tsx';
import { createStores } from '../../../../renderer/app/stores.ts';
import { accountLike } from '../support/accounts.ts';
import { fakeBridge, noon, ok, readAccounts } from '../support/samples.ts';
import { showIn, words } from '../support/window.tsx';

const spanish = await createI18n('es');

const imported: ImportedProfile = {
  profileID: 'p1',
  profile: {
    name: 'Harbor Leads',
    environment: 'production',
    interface: 'v4',
    baseUrl: 'https://api.example',
    scopes: ['openid', 'supply::users.read'],
  },
  signInHosts: ['auth.example', 'tokens.example'],
  replaces: null,
};
const replaces: ImportedProfile['replaces'] = {
  accounts: ['Ann Lee'],
  changes: [
    { field: 'clientSecret', added: [], removed: [] },
    { field: 'scopes', added: ['supply::messages.read'], removed: ['supply::users.read'] },
  ],
};
const ann = accountLike('a1', 'v4', 'connected', {
  profileName: 'Harbor Leads',
  userName: 'Ann Lee',
  email: 'ann@example.com',
});

type Scene = {
  readonly read?: ImportedProfile | Answer<never>;
  readonly accounts?: readonly Account[];
  /** The profile of the command line. */
  readonly named?: CommandOutput<'shell.info'>['profile'];
  readonly words?: typeof words;
};

const show = async ({
  read = imported,
  accounts = [],
  named = null,
  words: spoken = words,
}: Scene) => {
  const bridge = fakeBridge({
    'connect.readProfile': () => ('ok' in read ? read : ok(read)),
    'connect.openedProfile': () =>
      named !== null && 'error' in named
        ? { ok: false, error: named.error }
        : 'ok' in read
          ? read
          : ok(read),
    'connect.replaceProfile': () => ok({}),
    'connect.start': () => ok({ attemptID: 't1', expiresAt: noon + 300_000 }),
    'connect.accounts': () => ok({ accounts: [...accounts], keychain: 'ready' }),
    'connection.report': () => ok({ reports: [] }),
  });
  const stores = createStores(bridge, () => noon);
  await readAccounts(stores);
  stores.session.setState({ info: { profile: named } as CommandOutput<'shell.info'> });
  const shown = showIn(stores, <Connect />, spoken);
  return Object.assign(bridge, { ...shown, stores });
};
const press = (name: string): void => {
  fireEvent.click(screen.getByRole('button', { name }));
};
const paste = async (): Promise<void> => {
  press('Paste its text instead');
  fireEvent.change(screen.getByLabelText('Text of the profile'), { target: { value: '{}' } });
  press('Use this text');
  await screen.findByRole('button', { name: /^(Connect|Replace the profile)$/ });
};

describe('a profile that replaces the one of an account', () => {
  it('shows its changes and replaces the old one only after confirmation', async () => {
    const bridge = await show({ read: { ...imported, replaces }, accounts: [ann] });
    await paste();
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe(
      'Replace the profile of Ann Lee?',
    );
    const changes = screen.getAllByRole('listitem').map((item) => item.textContent);
    expect(changes[0]).toMatch(/Client secret.*isn't shown/);
    expect(changes[1]).toMatch(
      /New: read your conversations.*No longer: see your name and email address/,
    );
    expect(document.activeElement?.textContent).toBe('Keep the current one');
    expect(bridge.inputsOf('connect.replaceProfile')).toEqual([]);

    press('Replace the profile');
    await screen.findByRole('button', { name: 'Connect' });
    expect(bridge.inputsOf('connect.replaceProfile')).toEqual([{ profileID: 'p1' }]);
  });

  it('can be rejected', async () => {
    const bridge = await show({ read: { ...imported, replaces }, accounts: [ann] });
    await paste();
    press('Keep the current one');
    expect(screen.getByRole('button', { name: 'Choose a file' })).toBeDefined();
    expect(bridge.inputsOf('connect.replaceProfile')).toEqual([]);
  });

  it('is confirmed in Spanish too', async () => {
    const named = { profileID: 'p1', profile: imported.profile };
    await show({ read: { ...imported, replaces }, named, words: spanish });
    expect((await screen.findByRole('heading', { level: 2 })).textContent).toBe(
      '¿Reemplazar el perfil de Ann Lee?',
    );
    expect(screen.getAllByRole('listitem')[0]?.textContent).toMatch(/Secreto del cliente/);
  });
});

describe('the profile of the command line', () => {
  it('is shown with the hosts of the sign-in, and another one can be used', async () => {
    await show({ named: { profileID: 'p1', profile: imported.profile } });
    expect(await screen.findByText('auth.example, tokens.example')).toBeDefined();
    expect(screen.getByText('know who signs in')).toBeDefined();
    press('Use another profile');
    expect(screen.getByRole('button', { name: 'Choose a file' })).toBeDefined();
  });

  it('is shown as invalid with the field', async () => {
    await show({ named: { error: { code: 'profile_invalid', message: '', detail: 'tokenUrl' } } });
    expect((await screen.findByRole('alert')).textContent).toContain('tokenUrl');
  });
});

describe('an invalid profile', () => {
  const error = {
    ...{ code: 'profile_invalid', message: '', detail: 'name is missing.' },
    mistakes: [
      { field: 'name', what: 'missing' },
      { field: 'scopes.0', what: 'form' },
      { field: 'colour', what: 'unknown' },
    ],
  } satisfies Failure;
  const refused = { read: { ok: false, error } } as const;

  it('shows each wrong field with the expected value, and focuses the text', async () => {
    await show(refused);
    press('Paste its text instead');
    const text = screen.getByLabelText('Text of the profile');
    expect(document.activeElement).toBe(text);
    fireEvent.change(text, { target: { value: '{}' } });
    screen.getByRole('button', { name: 'Use this text' }).focus();
    press('Use this text');
    const alert = (await screen.findByRole('alert')).textContent;
    expect(alert).toContain("name is missing. Expected: the marketplace's name in quotes.");
    expect(alert).toContain("scopes.0 isn't written correctly. Expected: a list of permissions");
    expect(alert).toContain("colour isn't part of a profile");
    expect(alert).toContain('Ask whoever gave you the profile for a corrected one');
    expect(alert).not.toContain('type string');
    expect(document.activeElement).toBe(text);
  });

  it('from the command line focuses the file button', async () => {
    await show({ named: { error } });
    await screen.findByRole('alert');
    expect(document.activeElement?.textContent).toBe('Choose a file');
  });

  it('is a dropped folder too, which cannot be read', async () => {
    await show({});
    const folder = Object.assign(new File([], 'folder'), {
      text: () => Promise.reject(new DOMException('', 'NotFoundError')),
    });
    fireEvent.drop(screen.getByTestId('profile-drop'), { dataTransfer: { files: [folder] } });
    expect((await screen.findByRole('alert')).textContent).toContain("isn't a profile file");
  });

  it('is explained in Spanish', async () => {
    await show({ named: { error }, words: spanish });
    expect((await screen.findByRole('alert')).textContent).toContain('Falta name. Se espera:');
  });
});

describe('another account of the same service', () => {
  const field = () => screen.queryByLabelText('Email of the other account (optional)');

  it('is requested by email, so that the browser does not sign in the first one', async () => {
    const bridge = await show({ accounts: [ann] });
    await paste();
    expect(screen.getByText(/Already connected: Ann Lee/)).toBeDefined();
    fireEvent.change(field() as HTMLElement, { target: { value: ' bob@example.com ' } });
    press('Connect');
    expect(bridge.inputsOf('connect.start')).toEqual([
      { profileID: 'p1', email: 'bob@example.com' },
    ]);
  });

  it('can be requested without an email', async () => {
    const bridge = await show({ accounts: [ann] });
    await paste();
    press('Connect');
    expect(bridge.inputsOf('connect.start')).toEqual([{ profileID: 'p1' }]);
  });

  it.each<[string, Partial<Account>]>([
    ['is practice', { practice: true }],
    ['is elsewhere', { host: 'api.else.example' }],
    ['is of staging', { environment: 'staging' }],
    ['has ended', { grant: { state: 'disconnected', since: noon, memoryOnly: false } }],
  ])('is not mentioned when the connected account %s', async (_what, change) => {
    await show({ accounts: [{ ...ann, ...change }] });
    await paste();
    expect(field()).toBeNull();
  });
});

describe('an attempt that has ended', () => {
  it('is not shown again when another account is added', async () => {
    const { stores, unmount } = await show({ accounts: [ann] });
    await paste();
    press('Connect');
    await screen.findByRole('heading', { name: 'Continue in your browser' });
    const error = { code: 'connect_denied', message: '' } as const;
    act(() => stores.connecting.getState().follow({ state: 'failed', attemptID: 't1', error }));
    expect(screen.queryByRole('button', { name: 'Choose a file' })).toBeNull();
    unmount();
    showIn(stores, <Connect />);
    expect(screen.getByRole('button', { name: 'Choose a file' })).toBeDefined();
  });

  it('stays while it waits for the browser', async () => {
    const { stores, unmount } = await show({ accounts: [ann] });
    await paste();
    press('Connect');
    await screen.findByRole('heading', { name: 'Continue in your browser' });
    unmount();
    showIn(stores, <Connect />);
    expect(screen.getByRole('heading', { name: 'Continue in your browser' })).toBeDefined();
  });
});
