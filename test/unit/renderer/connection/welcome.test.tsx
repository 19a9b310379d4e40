// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it } from 'vitest';
import { startWords, type Language } from '../../../../renderer/app/i18n.ts';
import { Welcome } from '../../../../renderer/connection/welcome.tsx';
import { createStores } from '../../../../renderer/state/stores.ts';
import { fakeBridge, no, noon } from '../support/samples.ts';
import { showIn } from '../support/window.tsx';

const show = async (language: Language) => {
  const bridge = fakeBridge({ 'connect.practice': () => no('service_unavailable') });
  const words = await startWords(language);
  showIn(
    createStores(bridge, () => noon),
    <Suspense>
      <Welcome />
    </Suspense>,
    words,
  );
  return bridge;
};
const buttons = async () =>
  (await screen.findAllByRole('button')).map(({ textContent }) => textContent);

it('who comes for the first time is offered sample leads first, beside a picture of the inbox', async () => {
  const bridge = await show('en');
  expect(await buttons()).toEqual(['Try sample leads', 'Connect an account']);
  expect(screen.getByRole('img', { name: /^The inbox/ }).textContent).toContain('Maria Delgado');
  fireEvent.click(screen.getByRole('button', { name: 'Try sample leads' }));
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(bridge.inputsOf('connect.practice')).toHaveLength(1);
});

it('in Spanish too, picture and all', async () => {
  await show('es');
  expect(await buttons()).toEqual(['Probar solicitudes de ejemplo', 'Conectar una cuenta']);
  expect(screen.getByRole('img', { name: /^La bandeja/ }).textContent).toContain('fregadero');
});
