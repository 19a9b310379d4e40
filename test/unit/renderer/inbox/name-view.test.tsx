// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { InboxDialogs } from '../../../../renderer/inbox/dialogs.tsx';
import { holdAnswers, inboxOf } from '../support/inbox.ts';
import { fakeBridge, no } from '../support/samples.ts';
import { openInboxOver } from '../support/window.tsx';

it('a view that could not be saved is reported after its dialog was closed', async () => {
  const answers = holdAnswers();
  const bridge = fakeBridge({
    ...inboxOf([]),
    'savedViews.save': async () => {
      await answers.inTime();
      return no('disk_full');
    },
  });
  const { savingViews, toasts } = await openInboxOver(bridge, <InboxDialogs />);
  savingViews.getState().startNaming();
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await answers.release();
  await expect
    .poll(() => toasts.getState().toasts.map(({ content }) => content))
    .toMatchObject([{ kind: 'failed', code: 'disk_full' }]);
});
