// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useAnswer } from '../../../../renderer/platform/use-answer.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { InviteDialog } from '../../../../renderer/team/invite-dialog.tsx';
import { holdAnswers } from '../support/inbox.ts';
import { fakeBridge, noon, ok } from '../support/samples.ts';
import { showIn, words } from '../support/window.tsx';

await words.loadNamespaces(['team']);

it('an invitation whose dialog was closed before its link could be shown is withdrawn', async () => {
  const answers = holdAnswers();
  const bridge = fakeBridge({
    'team.names': () => ok({ names: [] }),
    'team.invite': async () => {
      await answers.inTime();
      return ok({ invitation: 'i', person: 'ben', link: 'https://hub.test/join#i' });
    },
    'team.withdraw': () => ok({}),
  });
  showIn(
    createStores(bridge, () => noon),
    <InviteDialog person={null} onClose={() => {}} />,
  );
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Ben' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create the invitation' }));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await answers.release();
  await expect.poll(() => bridge.inputsOf('team.withdraw')).toEqual([{ invitation: 'i' }]);
  expect(bridge.inputsOf('team.rename')).toEqual([]);
});

it('a person is invited once, however slowly the team is read afterwards', async () => {
  const reads: (() => void)[] = [];
  const bridge = fakeBridge({
    'team.people': async () => {
      await new Promise<void>((resolve) => reads.push(resolve));
      return ok({ members: [], desktops: [], recoveryCode: null, invitations: [] });
    },
    'team.names': () => ok({ names: [] }),
    'team.invite': () => ok({ invitation: 'i', person: 'ben', link: 'https://hub.test/join#i' }),
    'team.rename': () => ok({}),
  });
  const People = () => {
    useAnswer('team.people', {});
    return <InviteDialog person={null} onClose={() => {}} />;
  };
  showIn(
    createStores(bridge, () => noon),
    <People />,
  );
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Ben' } });
  const create = screen.getByRole('button', { name: 'Create the invitation' });
  fireEvent.click(create);
  await expect.poll(() => bridge.inputsOf('team.invite')).toHaveLength(1);
  await act(async () => void (await new Promise((resolve) => setTimeout(resolve))));
  fireEvent.click(create);
  await expect
    .poll(() => {
      reads.shift()?.();
      return screen.queryByLabelText('Invitation');
    })
    .not.toBeNull();
  expect(bridge.inputsOf('team.invite')).toHaveLength(1);
});
