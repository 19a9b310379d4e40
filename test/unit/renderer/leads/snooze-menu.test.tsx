// @vitest-environment happy-dom
/** The snooze menu, and the focus after it closes. */
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { LeadList } from '../../../../renderer/inbox/lead-list.tsx';
import { Thread } from '../../../../renderer/thread/thread.tsx';
import { formatMoment } from '../../../../renderer/platform/format.ts';
import { press } from '../support/keyboard.ts';
import { Toasts } from '../../../../renderer/app/toasts.tsx';
import { inboxOf } from '../support/inbox.ts';
import { fakeBridge, id, noon, ok, row } from '../support/samples.ts';
import { openInboxOver } from '../support/window.tsx';

const minute = 60_000;
const list = (): HTMLElement => screen.getByRole('listbox', { name: 'Leads' });

/** Opens the first of two leads and focuses the list. */
const openInbox = async (now?: () => number) => {
  const bridge = fakeBridge({
    ...inboxOf(['l1', 'l2'].map((leadID) => row({ leadID, isUnread: false }))),
    'hours.nextOpening': () => ok({ at: noon + 86_400_000 }),
  });
  const stores = await openInboxOver(
    bridge,
    <>
      <LeadList />
      <Thread width="full" />
      <Toasts />
    </>,
    now,
  );
  await act(async () => stores.leads.getState().select(id('l1')));
  act(() => list().focus());
  return { bridge, snoozes: () => bridge.inputsOf('leads.mark') };
};
/** Opens the menu with H and waits for its focus. */
const askWithH = async (): Promise<HTMLElement> => {
  act(() => void press('h'));
  const hour = await screen.findByRole('menuitem', { name: /^In 1 hour/ });
  await expect.poll(() => document.activeElement).toBe(hour);
  return hour;
};

it('Escape closes only the snooze menu and returns the focus to the list', async () => {
  const { snoozes } = await openInbox();
  await askWithH();
  await act(async () => void press('Escape'));
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(list());
  expect(snoozes()).toEqual([]);
});

it('a choice in the snooze menu snoozes once and returns the focus to the list', async () => {
  const { snoozes } = await openInbox();
  const hour = await askWithH();
  await act(async () => void fireEvent.click(hour));
  expect(document.activeElement).toBe(list());
  expect(snoozes()).toHaveLength(1);
});

it('Enter in the date field snoozes until the picked time', async () => {
  const { snoozes } = await openInbox();
  await askWithH();
  fireEvent.click(screen.getByRole('menuitem', { name: 'Pick a date and time' }));
  const field = await screen.findByLabelText<HTMLInputElement>('Pick a date and time');
  // Enter submits a form with one field.
  expect(field.form?.querySelectorAll('input')).toHaveLength(1);
  await act(async () => field.form?.requestSubmit());
  expect(snoozes()).toHaveLength(1);
  expect(screen.queryByLabelText('Pick a date and time')).toBeNull();
});

it('the snooze menu of the button never loses the focus', async () => {
  await openInbox();
  const button = screen.getByRole('button', { name: 'Snooze' });
  button.focus();
  act(() => void fireEvent.click(button));
  const hour = await screen.findByRole('menuitem', { name: /^In 1 hour/ });
  await expect.poll(() => document.activeElement).toBe(hour);
  await act(async () => void press('Escape'));
  expect(document.activeElement).not.toBe(document.body);
});

it('a snooze shows its end', async () => {
  vi.useFakeTimers({ now: noon, toFake: ['Date'] });
  await openInbox();
  const hour = await askWithH();
  await act(async () => void fireEvent.click(hour));
  const toast = screen.getByRole('region', { name: 'What was just done' });
  expect(toast.textContent).toMatch(/Snoozed Maria Delgado until \d:\d\d\sPM/);
  vi.useRealTimers();
});

it('a snooze menu that stayed open for 20 minutes still snoozes for an hour, as it shows', async () => {
  let now = noon;
  const { snoozes } = await openInbox(() => now);
  const hour = await askWithH();
  expect(hour.textContent).toContain(formatMoment(noon + 60 * minute, noon, 'en'));
  now = noon + 20 * minute;
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  expect(hour.textContent).toContain(formatMoment(noon + 80 * minute, noon, 'en'));
  await act(async () => void fireEvent.click(hour));
  expect(snoozes()).toEqual([{ leadIDs: ['l1'], snoozedUntil: noon + 80 * minute }]);
});
