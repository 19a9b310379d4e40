// @vitest-environment happy-dom
/** The details over the conversation in a narrow window. */
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Thread } from '../../../../renderer/thread/thread.tsx';
import { press } from '../support/keyboard.ts';
import { inboxOf } from '../support/inbox.ts';
import { fakeBridge, id, row } from '../support/samples.ts';
import { openInboxOver } from '../support/window.tsx';

const details = (): HTMLElement | null => screen.queryByRole('button', { name: 'Hide details' });

it('Escape closes a dialog over the details first, and returns the focus when it closes them', async () => {
  const stores = await openInboxOver(
    fakeBridge(inboxOf([row({ isUnread: false })])),
    <>
      <Thread width="wide" />
      <dialog open>
        <input />
      </dialog>
    </>,
  );
  await act(async () => stores.leads.getState().select(id('l1')));
  const button = screen.getByRole('button', { name: 'Show details' });
  button.focus();
  fireEvent.click(button);
  document.querySelector<HTMLElement>('dialog input')?.focus();
  press('Escape');
  expect(details()).not.toBeNull();
  screen.getByLabelText('Job status').focus();
  await act(async () => void press('Escape'));
  expect(details()).toBeNull();
  expect(document.activeElement).toBe(button);
});
