// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createStores } from '../../../../renderer/app/stores.ts';
import { Join } from '../../../../renderer/team/join.tsx';
import { fakeBridge, noon } from '../support/samples.ts';
import { showIn, words } from '../support/window.tsx';

await words.loadNamespaces(['team']);

it('a file that is too long for an invitation is refused unread', async () => {
  const bridge = fakeBridge({});
  showIn(
    createStores(bridge, () => noon),
    <Join team={{ state: 'none', refusal: null }} />,
  );
  const field = screen.getByLabelText('Open the invitation file', { selector: 'input' });
  fireEvent.change(field, { target: { files: [new File(['x'.repeat(2_001)], 'photo.txt')] } });
  await screen.findByText(/^This file isn't an invitation/);
  expect(bridge.inputsOf('team.join')).toEqual([]);
});
