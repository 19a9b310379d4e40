// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { engineProblem, type EngineProblem } from '../../../../contract/commands/shell.ts';
import { createI18n } from '../../../../renderer/platform/i18n.ts';
import { ConnectionPage } from '../../../../renderer/connection/connection-page.tsx';
import { createStores } from '../../../../renderer/app/stores.ts';
import { fakeBridge, noon, ok } from '../support/samples.ts';
import { startListening, showIn, words } from '../support/window.tsx';

const spanish = await createI18n('es');

const show = (getProblem: () => EngineProblem | null, spoken = words) => {
  const bridge = fakeBridge({
    'connect.accounts': () => ok({ accounts: [], keychain: 'ready' }),
    'connection.kept': () => ok({ accounts: [] }),
    'connection.report': () => ok({ reports: [] }),
    'shell.engine': () => ok({ problem: getProblem() }),
    'diagnostics.read': () => ok({ text: 'what support asks for' }),
  });
  const stores = createStores(bridge, () => noon);
  startListening(stores);
  showIn(stores, <ConnectionPage />, spoken);
  return bridge;
};

it.each(engineProblem.options)(
  'the Connection page explains in both languages what to do about the problem %s',
  async (problem) => {
    for (const spoken of [words, spanish]) {
      show(() => problem, spoken);
      const box = await screen.findByText(String(spoken.t(`connection.engine.${problem}.what`)));
      expect(box.closest('[role="alert"]')?.textContent).toContain(
        String(spoken.t(`connection.engine.${problem}.act`)),
      );
      document.body.replaceChildren();
    }
  },
);

it('the Connection page offers diagnostics for a problem, and hides it once it is solved', async () => {
  let problem: EngineProblem | null = 'notStarted';
  const bridge = show(() => problem);
  (await screen.findByRole('button', { name: 'Diagnostics file' })).click();
  await screen.findByDisplayValue('what support asks for');
  problem = null;
  bridge.emit('changed', { kinds: ['connection'], leadIDs: null });
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(screen.getByText('No account is connected')).toBeDefined();
});
