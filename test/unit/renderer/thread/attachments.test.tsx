// @vitest-environment happy-dom
/** Files of a request or a message, as far as the service says what and where they are. */
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, it } from 'vitest';
import type { Attachment } from '../../../../contract/records.ts';
import { startWords } from '../../../../renderer/app/i18n.ts';
import { createStores, StoresProvider } from '../../../../renderer/state/stores.ts';
import { Attachments } from '../../../../renderer/thread/attachments.tsx';
import { fakeBridge, noon, ok } from '../support/samples.ts';

afterEach(cleanup);

const file = (more: Partial<Attachment>): Attachment => ({
  fileName: 'plan.pdf',
  fileSize: null,
  mimeType: '',
  url: 'https://files.example/plan',
  description: null,
  ...more,
});

const show = async (files: readonly Attachment[]) => {
  const bridge = fakeBridge({ 'shell.openLink': () => ok({}) });
  render(
    <StoresProvider value={createStores(bridge, () => noon)}>
      <I18nextProvider i18n={await startWords('en')}>
        <MantineProvider env="test">
          <Attachments files={files} />
        </MantineProvider>
      </I18nextProvider>
    </StoresProvider>,
  );
  return bridge;
};

it('a file opens in the browser', async () => {
  const bridge = await show([file({})]);
  fireEvent.click(screen.getByRole('button', { name: /plan\.pdf/ }));
  expect(bridge.inputsOf('shell.openLink')).toEqual([{ url: 'https://files.example/plan' }]);
});

it('a file without an address is named and offers nothing to open', async () => {
  await show([file({ url: null, description: 'Ground floor' })]);
  expect(screen.getByRole('listitem').textContent).toContain('plan.pdf');
  expect(screen.getByRole('listitem').textContent).toContain('Ground floor');
  expect(screen.queryByRole('button')).toBeNull();
});

it('a file without a name is there all the same', async () => {
  await show([file({ fileName: '' })]);
  expect(screen.getByRole('button', { name: /Unnamed file/ })).toBeTruthy();
});
