// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it } from 'vitest';
import type { FileWork } from '../../../../contract/commands/files.ts';
import { createI18n, type Language } from '../../../../renderer/platform/i18n.ts';
import { Connect } from '../../../../renderer/connection/connect.tsx';
import { Welcome } from '../../../../renderer/connection/welcome.tsx';
import { createStores } from '../../../../renderer/app/stores.ts';
import { useSession } from '../../../../renderer/platform/stores.ts';
import { fakeBridge, no, noon, ok } from '../support/samples.ts';
import { showIn } from '../support/window.tsx';

const show = async (language: Language, more: Parameters<typeof fakeBridge>[0] = {}) => {
  const bridge = fakeBridge({ 'connect.practice': () => no('service_unavailable'), ...more });
  const words = await createI18n(language);
  const stores = createStores(bridge, () => noon);
  stores.session.getState().go('welcome');
  showIn(
    stores,
    <Suspense>
      <Welcome />
    </Suspense>,
    words,
  );
  return Object.assign(bridge, { screen: () => stores.session.getState().screen });
};
const buttons = async () =>
  (await screen.findAllByRole('button')).map(({ textContent }) => textContent);

it('the welcome screen offers sample leads first, next to a picture of the inbox', async () => {
  const bridge = await show('en');
  expect(await buttons()).toEqual([
    'Try sample leads',
    'Connect an account',
    'Join a team',
    'Restore a backup',
  ]);
  expect(screen.getByRole('img', { name: /^The inbox/ }).textContent).toContain('Maria Delgado');
  fireEvent.click(screen.getByRole('button', { name: 'Try sample leads' }));
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(bridge.inputsOf('connect.practice')).toHaveLength(1);
});

it('the welcome screen and its picture are in Spanish too', async () => {
  await show('es');
  expect(await buttons()).toEqual([
    'Probar solicitudes de ejemplo',
    'Conectar una cuenta',
    'Unirme a un equipo',
    'Restaurar una copia',
  ]);
  expect(screen.getByRole('img', { name: /^La bandeja/ }).textContent).toContain('fregadero');
});

it.each([
  ['en', 'Connect to Acme Pros', 'Connect with a profile file'],
  ['es', 'Conectar con Acme Pros', 'Conectar con un archivo de perfil'],
] as const)(
  'a built-in profile is offered by name (%s) and connects without a file',
  async (language, named, other) => {
    const builtIn = { file: 'acme.hearthline', name: 'Acme Pros' };
    const read = no('profile_invalid');
    const bridge = fakeBridge({
      'connect.builtInProfiles': () => ok({ profiles: [builtIn] }),
      'connect.builtInProfile': () => read,
      'connect.accounts': () => ok({ accounts: [], keychain: 'ready' }),
    });
    const stores = createStores(bridge, () => noon);
    const words = await createI18n(language);
    const Shown = () =>
      useSession(({ screen }) => screen) === 'connect' ? <Connect /> : <Welcome />;
    showIn(
      stores,
      <Suspense>
        <Shown />
      </Suspense>,
      words,
    );
    const button = await screen.findByRole('button', { name: named });
    expect(screen.getByRole('button', { name: other })).toBeTruthy();
    fireEvent.click(button);
    await waitFor(() =>
      expect(bridge.inputsOf('connect.builtInProfile')).toEqual([{ file: 'acme.hearthline' }]),
    );
    expect(bridge.inputsOf('connect.openedProfile')).toEqual([]);
  },
);

it('a file that is not a backup is refused, and the buttons stay', async () => {
  await show('en', { 'files.chooseBackup': () => no('backup_foreign') });
  fireEvent.click(await screen.findByRole('button', { name: 'Restore a backup' }));
  await screen.findByText(/isn't a Hearthline backup/);
  expect(screen.getByRole('button', { name: 'Connect an account' })).toBeTruthy();
});

it('a running restore disables the other buttons', async () => {
  const work = {
    state: 'running',
    kind: 'restore',
    name: 'mine',
    done: 40,
    total: 100,
  } as const;
  await show('en', { 'files.work': () => ok({ work }) });
  const connect = await screen.findByRole<HTMLButtonElement>('button', {
    name: 'Connect an account',
  });
  await waitFor(() => expect(connect.disabled).toBe(true));
});

const restoreDone: FileWork = {
  ...{ state: 'done', kind: 'restore', name: 'mine', counts: {}, heldBack: 0 },
};

it('opens the inbox after a restore', async () => {
  let work: FileWork | null = null;
  const bridge = await show('en', { 'files.work': () => ok({ work }) });
  await screen.findByRole('button', { name: 'Connect an account' });
  work = restoreDone;
  bridge.emit('changed', { kinds: ['files'], leadIDs: [] });
  await waitFor(() => expect(bridge.screen()).toBe('inbox'));
});

it('can be opened after an earlier restore, to connect an account', async () => {
  const bridge = await show('en', { 'files.work': () => ok({ work: restoreDone }) });
  await waitFor(() => expect(bridge.inputsOf('files.work').length).toBeGreaterThan(0));
  await screen.findByRole('button', { name: 'Connect an account' });
  await new Promise((resolve) => setTimeout(resolve));
  expect(bridge.screen()).toBe('welcome');
});

it('begins with the focus on the first choice', async () => {
  await show('en');
  const first = await screen.findByRole('button', { name: 'Try sample leads' });
  expect(document.activeElement).toBe(first);
});
