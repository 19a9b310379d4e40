// @vitest-environment happy-dom
/** The key named in a toast undoes the action, wherever the focus is. */
import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LeadList } from '../../../../renderer/inbox/lead-list.tsx';
import { Thread } from '../../../../renderer/thread/thread.tsx';
import { TypeAhead } from '../../../../renderer/thread/type-ahead.tsx';
import { Toasts } from '../../../../renderer/app/toasts.tsx';
import { press, type } from '../support/keyboard.ts';
import { fakeBridge, id, noon, ok, row, messageLike } from '../support/samples.ts';
import { holdAnswers, inboxOf } from '../support/inbox.ts';
import { openInboxOver } from '../support/window.tsx';

const names = { l1: 'Maria Delgado', l2: 'Una Rivera' };
const findComposer = async (name: string): Promise<HTMLTextAreaElement> =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: `Reply to ${name}` });
const undoButton = (): Promise<HTMLElement> => screen.findByRole('button', { name: 'Undo' });
const shownKey = async (): Promise<string | undefined> =>
  (await undoButton()).querySelector('kbd')?.textContent;

/** Sends a reply to Maria Delgado with Ctrl+Enter, which opens Una Rivera. */
const sendToMaria = async () => {
  const answers = holdAnswers(false);
  const inbox = inboxOf(
    Object.entries(names).map(([leadID, customerName]) =>
      row({ leadID, customerName, isUnread: false }),
    ),
  );
  const bridge = fakeBridge({
    ...inbox,
    'leads.get': async (input) => {
      await answers.inTime();
      return inbox['leads.get'](input);
    },
    'messages.send': ({ leadID, text }) =>
      ok({
        message: messageLike('m2', {
          leadID,
          text,
          side: 'business',
          sending: { state: 'queued', notBefore: noon + 10_000, waitsFor: 'undo' },
        }),
      }),
    'messages.undo': () =>
      ok({ leadID: id('l1'), replyID: null, text: 'I can come.', draft: 'I can come.' }),
  });
  const stores = await openInboxOver(
    bridge,
    <>
      <LeadList />
      <Thread width="full" />
      <Toasts />
      <TypeAhead />
      <input aria-label="Another field" />
    </>,
  );
  act(() => stores.leads.getState().select(id('l1')));
  const field = await findComposer(names.l1);
  act(() => field.focus());
  type('I can come.');
  return { bridge, stores, answers, send: () => press('Enter', { ctrlKey: true }) };
};

describe('after a reply that opened the next lead', () => {
  let inbox: Awaited<ReturnType<typeof sendToMaria>>;
  beforeEach(async () => void (inbox = await sendToMaria()));

  it('Ctrl+Z in the untouched composer undoes the reply, and the toast names that key', async () => {
    inbox.send();
    const next = await findComposer(names.l2);
    expect(document.activeElement).toBe(next);
    expect(await shownKey()).toBe('Ctrl+Z');
    expect(screen.getByText(/sends soon\. Press Ctrl\+Z to undo\./)).toBeTruthy();
    press('z', { ctrlKey: true });
    const first = await findComposer(names.l1);
    await act(async () => Promise.resolve());
    expect(first.value).toBe('I can come.');
    expect(inbox.bridge.inputsOf('messages.undo')).toEqual([{ messageID: 'm2' }]);
  });

  it('Ctrl+Z works while the next lead loads', async () => {
    inbox.answers.hold();
    inbox.send();
    expect(await shownKey()).toBe('Ctrl+Z');
    press('z', { ctrlKey: true });
    await inbox.answers.release();
    expect((await findComposer(names.l1)).value).toBe('I can come.');
  });

  it('Ctrl+Z undoes typing in an edited composer, and the toast names no key', async () => {
    inbox.send();
    const next = await findComposer(names.l2);
    await undoButton();
    type('H');
    expect(await shownKey()).toBeUndefined();
    expect(press('z', { ctrlKey: true })).toBe(true);
    expect(inbox.bridge.inputsOf('messages.undo')).toEqual([]);
    expect(next.value).toContain('H');
  });

  it('the toast names Z outside of fields, and no key in another field', async () => {
    inbox.send();
    const next = await findComposer(names.l2);
    expect(await shownKey()).toBe('Ctrl+Z');
    act(() => screen.getByRole('textbox', { name: 'Another field' }).focus());
    expect(await shownKey()).toBeUndefined();
    act(() => next.focus());
    expect(await shownKey()).toBe('Ctrl+Z');
    act(() => next.blur());
    expect(await shownKey()).toBe('Z');
    press('z');
    expect(inbox.bridge.inputsOf('messages.undo')).toHaveLength(1);
  });

  it('Z cancels the reply that the toast names, although a later action could be undone', async () => {
    inbox.send();
    const next = await findComposer(names.l2);
    act(() => next.blur());
    await act(async () => void press('s'));
    const shownToast = () => document.querySelector('[data-toast]')?.textContent;
    await vi.waitFor(() => expect(shownToast()).toContain('Starred Una Rivera'));
    act(() => screen.getByRole('button', { name: 'Close' }).click());
    await vi.waitFor(() => expect(shownToast()).toContain('Reply to Maria Delgado sends in'));
    expect(await shownKey()).toBe('Z');
    await act(async () => void press('z'));
    expect(inbox.bridge.inputsOf('messages.undo')).toEqual([{ messageID: 'm2' }]);
    expect(inbox.bridge.inputsOf('leads.mark')).toHaveLength(1);
    act(() => (document.activeElement as HTMLElement).blur());
    await act(async () => void press('z'));
    expect(inbox.bridge.inputsOf('leads.mark')).toMatchObject([
      { starred: true },
      { starred: false },
    ]);
  });

  it('the toast names no key on a page', async () => {
    inbox.send();
    const toast = await undoButton();
    act(() => inbox.stores.session.getState().go('savedReplies'));
    expect(within(toast).queryByText(/Z/)).toBeNull();
  });
});
