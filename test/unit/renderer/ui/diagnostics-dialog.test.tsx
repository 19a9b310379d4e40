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

describe('what support may ask for', () => {
  it('is shown before it is saved', async () => {
    show(ok({ text: 'engine: ready' }));
    expect(await screen.findByDisplayValue('engine: ready')).toBeTruthy();
  });

  it('that cannot be read is not read on forever', async () => {
    show(no('timeout'));
    expect(await screen.findByText(words.t('errors.timeout.what'))).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBe(null);
  });
});
