// @vitest-environment happy-dom
/** Joining a team that ended while this computer waited for an owner. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createStores } from '../../../../renderer/app/stores.ts';
import { JoinPage } from '../../../../renderer/team/join-page.tsx';
import { fakeBridge, noon, ok } from '../support/samples.ts';
import { showIn } from '../support/window.tsx';

it('a computer whose invitation was withdrawn while it waited learns that it is over', async () => {
  const refusal = { code: 'invitation_expired', message: '' } as const;
  const bridge = fakeBridge({ 'team.status': () => ok({ team: { state: 'none', refusal } }) });
  showIn(
    createStores(bridge, () => noon),
    <JoinPage />,
  );
  expect(await screen.findByText(/This invitation is over/)).toBeDefined();
  expect(screen.getByRole('textbox', { name: 'Invitation' })).toBeDefined();
});
