// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CommandOutput } from '../../../../contract/commands.ts';
import type { Answer } from '../../../../contract/errors.ts';
import { DiagnosticsDialog } from '../../../../renderer/ui/diagnostics-dialog.tsx';
import { createStores } from '../../../../renderer/app/stores.ts';
import { fakeBridge, no, noon, ok } from '../support/samples.ts';
import { showIn, words } from '../support/window.tsx';

await words.loadNamespaces('data');

const show = (read: Answer<CommandOutput<'diagnostics.read'>>): void => {
  const bridge = fakeBridge({ 'diagnostics.read': () => read });
  showIn(
    createStores(bridge, () => noon),
    <DiagnosticsDialog onClose={() => undefined} />,
  );
};

describe('the diagnostics', () => {
  it('are shown before they are saved', async () => {
    show(ok({ text: 'engine: ready' }));
    expect(await screen.findByDisplayValue('engine: ready')).toBeTruthy();
  });

  it('show a failure when they cannot be read', async () => {
    show(no('timeout'));
    expect(await screen.findByText(words.t('errors.timeout.what'))).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBe(null);
  });
});
