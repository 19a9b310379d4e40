// @vitest-environment happy-dom
/** The header of a conversation. */
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Thread } from '../../../../renderer/thread/thread.tsx';
import { inboxOf } from '../support/inbox.ts';
import { fakeBridge, id, noon, ok, row } from '../support/samples.ts';
import { openInboxOver } from '../support/window.tsx';

it('the buttons of marks that stay show if the lead has the mark', async () => {
  const bridge = fakeBridge({
    ...inboxOf([row({ leadID: 'l1', starred: true, isUnread: false })]),
    'hours.nextOpening': () => ok({ at: null }),
  });
  const stores = await openInboxOver(bridge, <Thread width="full" />);
  await act(async () => stores.leads.getState().select(id('l1')));
  const isPressed = (name: RegExp) =>
    screen.getByRole('button', { name }).getAttribute('aria-pressed');
  expect([isPressed(/star/i), isPressed(/no reply needed/i), isPressed(/^archive/i)]).toEqual([
    'true',
    'false',
    null,
  ]);
});

it('a reply deadline without category and city follows no empty text', async () => {
  const unnamed = row({ leadID: 'l1', category: '', city: '', replyBy: noon + 3_600_000 });
  const stores = await openInboxOver(fakeBridge(inboxOf([unnamed])), <Thread width="full" />);
  await act(async () => stores.leads.getState().select(id('l1')));
  const deadline = await screen.findByText(/^Reply by/);
  expect(deadline.parentElement?.firstElementChild).toBe(deadline);
});
