// @vitest-environment happy-dom
/** After two weeks without the hub a team's leads are hidden, until it answers or the team is left. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LeaveHiddenLeads } from '../../../../renderer/app/root.tsx';
import { createStores } from '../../../../renderer/app/stores.ts';
import { JoinPage } from '../../../../renderer/team/join-page.tsx';
import { fakeBridge, membership, no, noon, ok } from '../support/samples.ts';
import { showIn } from '../support/window.tsx';

const hiddenTeam = () => {
  let state: 'hidden' | 'shown' | 'left' = 'hidden';
  const bridge = fakeBridge({
    'team.status': () =>
      ok({
        team:
          state === 'left'
            ? { state: 'none', refusal: null }
            : { ...membership, isHidden: state === 'hidden' },
      }),
    'team.people': () => {
      state = 'shown';
      return ok({ members: [], desktops: [], recoveryCode: null, invitations: [] });
    },
    'team.leave': ({ isHubGone }) => {
      if (!isHubGone) return no('hub_unavailable');
      state = 'left';
      return ok({});
    },
    'connect.accounts': () => ok({ accounts: [], keychain: 'ready' }),
  });
  const stores = createStores(bridge, () => noon);
  const { session } = stores;
  act(() => session.getState().go('inbox'));
  showIn(
    stores,
    <>
      <LeaveHiddenLeads />
      <JoinPage />
    </>,
  );
  return { bridge, session };
};

it('the leads of a team are hidden until its hub answers, whatever page is opened', async () => {
  const { session } = hiddenTeam();
  await expect.poll(() => session.getState().screen).toBe('join');
  act(() => session.getState().go('insights'));
  await expect.poll(() => session.getState().screen).toBe('join');
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await expect.poll(() => screen.queryByRole('button', { name: 'Open the inbox' })).not.toBeNull();
  act(() => session.getState().go('insights'));
  expect(session.getState().screen).toBe('insights');
});

it('a team whose hub never answers again is left with a second click', async () => {
  const { bridge, session } = hiddenTeam();
  fireEvent.click(await screen.findByRole('button', { name: 'Leave the team' }));
  const dialog = within(screen.getByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Leave the team' }));
  const anyway = await dialog.findByRole('button', { name: 'Leave anyway' });
  expect(dialog.getByText(/ask an owner to remove this computer/)).toBeDefined();
  fireEvent.click(anyway);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(bridge.inputsOf('team.leave')).toEqual([{ isHubGone: false }, { isHubGone: true }]);
  act(() => session.getState().go('insights'));
  expect(session.getState().screen).toBe('insights');
});
