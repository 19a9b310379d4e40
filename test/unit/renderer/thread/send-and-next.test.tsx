// @vitest-environment happy-dom
/** Sending opens the next lead at once, whatever the engine does, and one press sends one reply. */
import { initialSettings, type Settings } from '../../../../contract/settings.ts';
import { act, fireEvent, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LeadList } from '../../../../renderer/inbox/lead-list.tsx';
import { actions } from '../../../../renderer/app/areas.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { createRegistry } from '../../../../renderer/platform/actions.ts';
import { computeHour, formatMoment } from '../../../../renderer/platform/format.ts';
import { SendLater } from '../../../../renderer/thread/send-later.tsx';
import { Thread } from '../../../../renderer/thread/thread.tsx';
import { TypeAhead } from '../../../../renderer/thread/type-ahead.tsx';
import { Toasts } from '../../../../renderer/app/toasts.tsx';
import { press, type } from '../support/keyboard.ts';
import { fakeBridge, id, no, noon, ok, row, messageLike } from '../support/samples.ts';
import { inboxOf } from '../support/inbox.ts';
import { listEngine } from '../support/list-engine.ts';
import { openInboxOver, showIn } from '../support/window.tsx';

const names: Readonly<Record<string, string>> = {
  l1: 'Maria Delgado',
  l2: 'Tom Fischer',
  l3: 'Uma Rivera',
};
const settings: Settings = { ...initialSettings, undoSeconds: 0, language: 'en' };

afterEach(() => void vi.restoreAllMocks());

type Setup = {
  readonly drafts?: Readonly<Record<string, string>>;
  readonly refuses?: boolean;
  readonly sendOpensNext?: boolean;
};

/** The inbox of three leads with the first one open; the test answers the sends. */
const openInbox = async ({ drafts = {}, refuses = false, sendOpensNext = true }: Setup = {}) => {
  const sends: (() => void)[] = [];
  const rows = Object.entries(names).map(([leadID, customerName]) =>
    row({ leadID, customerName, isUnread: false }),
  );
  const bridge = fakeBridge({
    'settings.get': () => ok({ settings: { ...settings, sendOpensNext } }),
    ...inboxOf(rows, (leadID) => ({ draft: drafts[leadID] ?? '' })),
    'messages.send': async ({ leadID, text }) => {
      await new Promise<void>((answer) => sends.push(answer));
      if (refuses) return no('disk_full');
      return ok({
        message: messageLike('m2', { leadID, text, side: 'business', sending: { state: 'sent' } }),
      });
    },
  });
  const stores = await openInboxOver(
    bridge,
    <>
      <LeadList />
      <Thread width="full" />
      <Toasts />
      <TypeAhead />
    </>,
  );
  const open = async (leadID: string): Promise<HTMLTextAreaElement> => {
    act(() => stores.leads.getState().select(id(leadID)));
    const field = await findComposer(names[leadID] ?? '');
    act(() => field.focus());
    return field;
  };
  return {
    stores,
    open,
    field: await open('l1'),
    /** The customer writes again after a reply. */
    writesAgain: (leadID: string): Promise<void> =>
      act(async () => {
        const at = rows.findIndex((each) => each.leadID === leadID);
        rows[at] = { ...rows[at]!, waitingSince: noon + 60_000 };
        await stores.leads.getState().refetch();
      }),
    sent: () => bridge.inputsOf('messages.send'),
    marks: () => bridge.inputsOf('leads.mark'),
    answer: (): Promise<void> =>
      act(async () => {
        for (const go of sends.splice(0)) go();
        await Promise.resolve();
      }),
  };
};

const findComposer = async (name: string): Promise<HTMLTextAreaElement> =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: `Reply to ${name}` });
const sendKeys = (held: { repeat?: boolean; shiftKey?: boolean } = {}): boolean =>
  press('Enter', { ctrlKey: true, ...held });

describe('Ctrl+Enter', () => {
  it('opens the next lead with a focused composer before the engine answers', async () => {
    const { sent, answer, stores } = await openInbox();
    type('I can come at nine.');
    sendKeys();
    const next = await findComposer('Tom Fischer');
    await vi.waitFor(() => expect(document.activeElement).toBe(next));
    expect(sent()).toMatchObject([{ leadID: 'l1', text: 'I can come at nine.' }]);
    type('Hello Tom');
    await answer();
    expect(next.value).toBe('Hello Tom');
    expect(stores.drafts.getState().texts[id('l1')]).toBe('');
  });

  it('pressed twice does not send the next lead’s old draft until it was edited', async () => {
    const { sent } = await openInbox({ drafts: { l2: 'Half a thought' } });
    type('I can come at nine.');
    sendKeys();
    await findComposer('Tom Fischer');
    sendKeys();
    sendKeys();
    expect(sent()).toHaveLength(1);
    expect(await screen.findByText(/^This draft was already here/)).toBeTruthy();
    type(' finished');
    expect(screen.queryByText(/^This draft was already here/)).toBeNull();
    sendKeys();
    expect(sent()).toMatchObject([
      { leadID: 'l1' },
      { leadID: 'l2', text: 'Half a thought finished' },
    ]);
  });

  it('after the last lead opens nothing and does not return to answered ones', async () => {
    const { stores } = await openInbox();
    for (const name of ['Maria Delgado', 'Tom Fischer', 'Uma Rivera']) {
      const field = await findComposer(name);
      await vi.waitFor(() => expect(document.activeElement).toBe(field));
      type('I can come at nine.');
      sendKeys();
    }
    expect(stores.leads.getState().selected).toBeNull();
  });

  it('at the end of the list skips a lead that was just answered', async () => {
    const { open, stores } = await openInbox();
    await open('l2');
    type('I can come at nine.');
    sendKeys();
    const last = await findComposer('Uma Rivera');
    await vi.waitFor(() => expect(document.activeElement).toBe(last));
    type('At ten.');
    sendKeys();
    expect(stores.leads.getState().selected).toBe('l1');
  });

  it('at the end of the list returns to a customer who has written again', async () => {
    const { open, stores, writesAgain } = await openInbox();
    await open('l2');
    type('I can come at nine.');
    sendKeys();
    const last = await findComposer('Uma Rivera');
    await vi.waitFor(() => expect(document.activeElement).toBe(last));
    await writesAgain('l2');
    type('At ten.');
    sendKeys();
    expect(stores.leads.getState().selected).toBe('l2');
  });

  it('held down sends once and opens one lead', async () => {
    const { sent, stores } = await openInbox({ drafts: { l2: 'Half a thought' } });
    type('I can come at nine.');
    sendKeys();
    for (let times = 0; times < 5; times++) sendKeys({ repeat: true });
    await findComposer('Tom Fischer');
    for (let times = 0; times < 5; times++) sendKeys({ repeat: true });
    expect(sent()).toHaveLength(1);
    expect(stores.leads.getState().selected).toBe('l2');
  });

  it('refused by the engine names the customer and keeps the draft', async () => {
    const { answer, stores } = await openInbox({ refuses: true });
    type('I can come at nine.');
    sendKeys();
    await findComposer('Tom Fischer');
    await answer();
    expect(await screen.findAllByText(/^Not sent to Maria Delgado\./)).not.toEqual([]);
    expect(stores.drafts.getState().texts[id('l1')]).toBe('I can come at nine.');
  });

  it('refused by the engine names the customer although the lead was left and opened again', async () => {
    const { answer, open, stores } = await openInbox({ refuses: true, sendOpensNext: false });
    type('I can come at nine.');
    sendKeys();
    await open('l2');
    await open('l1');
    await answer();
    expect(await screen.findAllByText(/^Not sent to Maria Delgado\./)).not.toEqual([]);
    expect(stores.drafts.getState().texts[id('l1')]).toBe('I can come at nine.');
  });

  it('stays with that setting, and opens the next lead with Shift', async () => {
    const { field, answer, stores } = await openInbox({ sendOpensNext: false });
    type('I can come at nine.');
    sendKeys();
    await answer();
    await vi.waitFor(() => expect(field.value).toBe(''));
    expect(stores.leads.getState().selected).toBe('l1');
    type('Or ten.');
    sendKeys({ shiftKey: true });
    expect(stores.leads.getState().selected).toBe('l2');
  });
});

it('sending requests the composer of a next lead that is still loading', async () => {
  const engine = listEngine();
  engine.fill(200);
  const { leads, replyFocus, drafts, sendWays } = createStores(engine.bridge, () => noon);
  await leads.getState().refetch();
  leads.getState().select(id('l49'));
  drafts.getState().type(id('l49'), 'I can come at nine.');
  void sendWays.getState().send(row({ leadID: 'l49' }), 'next');
  expect(leads.getState().selected).toBe('l49');
  await vi.waitFor(() => expect(leads.getState().selected).toBe('l50'));
  expect(replyFocus.getState().requested).toBe('l50');
  expect(leads.getState().openCount).toBe(1);
});

it('Ctrl+Shift+Enter sends and stays', async () => {
  const { stores, sent } = await openInbox();
  type('I can come at nine.');
  sendKeys({ shiftKey: true });
  expect(sent()).toHaveLength(1);
  expect(stores.leads.getState().selected).toBe('l1');
});

it('Alt+Enter opens the next lead and archives the first one once its reply is accepted', async () => {
  const { stores, marks, answer } = await openInbox();
  type('I can come at nine.');
  press('Enter', { altKey: true });
  expect(stores.leads.getState().selected).toBe('l2');
  expect(marks()).toEqual([]);
  await answer();
  await vi.waitFor(() => expect(marks()).toEqual([{ leadIDs: ['l1'], archived: true }]));
  expect(stores.leads.getState().selected).toBe('l2');
});

it('the menu next to Send has three ways to send', async () => {
  const { sent, stores } = await openInbox();
  type('I can come at nine.');
  fireEvent.click(screen.getByRole('button', { name: 'Other ways to send' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Send and open nextCtrl+Enter',
    'Send and stayCtrl+Shift+Enter',
    'Send and archiveAlt+Enter',
    'Send later…',
  ]);
  fireEvent.click(screen.getByRole('menuitem', { name: /^Send and stay/ }));
  expect(sent()).toHaveLength(1);
  expect(stores.leads.getState().selected).toBe('l1');
});

it('the action “Send later…” schedules a reply, and only focuses one that is empty or has a gap', async () => {
  const { stores } = await openInbox();
  const composer = screen.getByRole('textbox', { name: /^Reply to Maria/ });
  const sendLater = () =>
    act(() => {
      document.getElementById('lead-list')?.focus();
      createRegistry(actions, stores).find('sendLater')?.run();
    });
  sendLater();
  expect(document.activeElement).toBe(composer);
  type('I can come at {{time}}.');
  sendLater();
  expect(composer).toMatchObject({ selectionStart: 14, selectionEnd: 22 });
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.change(composer, { target: { value: 'I can come at nine.' } });
  sendLater();
  const dialog = await screen.findByRole('dialog', { name: 'Send to Maria Delgado later' });
  act(() => (dialog as HTMLDialogElement).close());
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(composer);
});

it('a reply is scheduled only for a time that is shown, also after the business hours have changed', async () => {
  let opening = noon + 3 * 86_400_000;
  const bridge = fakeBridge({ 'hours.nextOpening': () => ok({ at: opening }) });
  const stores = createStores(bridge, () => noon);
  const onLater = vi.fn<ComponentProps<typeof SendLater>['onLater']>(async () => null);
  showIn(stores, <SendLater name="Maria Delgado" onLater={onLater} onClose={() => undefined} />);
  fireEvent.click(await screen.findByRole('radio', { name: /business day/ }));
  opening = noon;
  await act(() => stores.queries.refetch('hours.nextOpening'));
  expect(screen.queryByRole('radio', { name: /business day/ })).toBeNull();
  expect(screen.getAllByRole('radio', { checked: true })).toHaveLength(1);
  const selector = 'input[type="datetime-local"]';
  const picked = screen.getByLabelText<HTMLInputElement>('Pick a date and time', { selector });
  await act(async () => screen.getByRole('button', { name: 'Schedule' }).click());
  expect(onLater.mock.calls).toMatchObject([[{ at: new Date(picked.value).getTime() }]]);
});

describe('a time to send later', () => {
  const openAt = async (hour: number) => {
    let now = computeHour(noon, 0, hour);
    const bridge = fakeBridge({ 'hours.nextOpening': () => ok({ at: null }) });
    const onLater = vi.fn<ComponentProps<typeof SendLater>['onLater']>(async () => null);
    showIn(
      createStores(bridge, () => now),
      <SendLater name="Maria Delgado" onLater={onLater} onClose={() => undefined} />,
    );
    await screen.findByRole('radio', { name: /^This evening/, checked: true });
    return {
      waitUntil: (time: number) => {
        now = time;
        return act(async () => void document.dispatchEvent(new Event('visibilitychange')));
      },
      schedule: async () => {
        await act(async () => screen.getByRole('button', { name: 'Schedule' }).click());
        return onLater.mock.calls.map(([{ at }]) => at);
      },
    };
  };
  const evening = computeHour(noon, 0, 18);

  it('stays chosen until it has passed', async () => {
    const { waitUntil, schedule } = await openAt(17);
    await waitUntil(evening - 1_000);
    expect(await schedule()).toEqual([evening]);
  });

  it('is refused once it has passed', async () => {
    const { waitUntil, schedule } = await openAt(17);
    await waitUntil(evening);
    expect(await schedule()).toEqual([]);
    expect(screen.getByRole('alert')).toBeTruthy();
  });

  it('moves to the new day at midnight', async () => {
    const { waitUntil, schedule } = await openAt(17);
    fireEvent.click(screen.getByRole('radio', { name: /^Tomorrow/ }));
    const midnight = computeHour(noon, 1, 0);
    await waitUntil(midnight);
    const tomorrow = computeHour(noon, 2, 8);
    const shown = screen.getByRole('radio', { name: /^Tomorrow/, checked: true });
    expect(shown.parentElement?.textContent).toContain(formatMoment(tomorrow, midnight, 'en'));
    expect(await schedule()).toEqual([tomorrow]);
  });
});
