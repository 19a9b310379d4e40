// @vitest-environment happy-dom
/** After two weeks without the hub a team's leads are hidden, and come back with its answer. */
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { KeepHidden } from '../../../../renderer/app/root.tsx';
import { createStores } from '../../../../renderer/app/stores.ts';
import { JoinPage } from '../../../../renderer/team/join-page.tsx';
import { fakeBridge, noon, ok } from '../support/samples.ts';
import { showIn } from '../support/window.tsx';

it('the leads of a team are hidden until its hub answers, whatever page is opened', async () => {
  let isHidden = true;
  const bridge = fakeBridge({
    'team.status': () =>
      ok({
        team: {
          ...{ state: 'member', address: 'https://hub.test', team: 't', person: 'ana' },
          ...{ role: 'owner', desktop: `U${'A'.repeat(55)}`, reachedAt: noon },
          ...{ isHidden, fault: null, log: null },
        },
      }),
    'team.people': () => {
      isHidden = false;
      return ok({ members: [], desktops: [], recoveryCode: null, invitations: [] });
    },
    'connect.accounts': () => ok({ accounts: [], keychain: 'ready' }),
  });
  const stores = createStores(bridge, () => noon);
  const { session } = stores;
  act(() => session.getState().go('inbox'));
  showIn(
    stores,
    <>
      <KeepHidden />
      <JoinPage />
    </>,
  );
  await expect.poll(() => session.getState().screen).toBe('join');
  act(() => session.getState().go('insights'));
  await expect.poll(() => session.getState().screen).toBe('join');
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await expect.poll(() => screen.queryByRole('button', { name: 'Open the inbox' })).not.toBeNull();
  act(() => session.getState().go('insights'));
  expect(session.getState().screen).toBe('insights');
});
