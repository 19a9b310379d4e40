// @vitest-environment happy-dom
/** Keys pressed on a lead whose conversation is still loading. */
import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Thread } from '../../../../renderer/thread/thread.tsx';
import { holdAnswers, inboxOf } from '../support/inbox.ts';
import { press } from '../support/keyboard.ts';
import { fakeBridge, id, lead, no, ok, row } from '../support/samples.ts';
import { openInboxOver } from '../support/window.tsx';

/** An inbox of l1 and l2, with a selected lead whose conversation loads until `release`. */
const selectLoading = async (leadID: string, refuses = false) => {
  const { inTime, release } = holdAnswers();
  const handlers = inboxOf(['l1', 'l2'].map((each) => row({ leadID: each, isUnread: false })));
  const bridge = fakeBridge({
    ...handlers,
    'leads.get': (input) => {
      if (input.leadID !== 'unlisted') return handlers['leads.get'](input);
      return refuses ? no('timeout') : ok({ lead: lead({}, { leadID: 'unlisted' }) });
    },
    'thread.page': async () => {
      await inTime();
      return ok({ messages: [], earlier: null });
    },
    'hours.nextOpening': () => ok({ at: null }),
    'notes.save': () => no('timeout'),
  });
  const stores = await openInboxOver(bridge, <Thread width="full" />);
  await act(async () => stores.leads.getState().select(id(leadID)));
  return { bridge, stores, release, marks: () => bridge.inputsOf('leads.mark') };
};
const pressed = (key: string): Promise<void> => act(async () => void press(key));

describe('while the conversation of the selected lead loads', () => {
  it.each([
    ['d', { noReplyNeeded: true }],
    ['e', { archived: true }],
    ['s', { starred: true }],
    ['u', { read: false }],
  ])('%s marks that lead', async (key, mark) => {
    const { marks } = await selectLoading('l1');
    await pressed(key);
    expect(marks()).toEqual([{ leadIDs: ['l1'], ...mark }]);
  });

  it('D moves on to the next lead', async () => {
    const { stores } = await selectLoading('l1');
    await pressed('d');
    expect(stores.leads.getState().selected).toBe('l2');
  });

  it('a mark of a lead outside the list waits for that lead', async () => {
    const { marks } = await selectLoading('unlisted');
    await pressed('s');
    expect(marks()).toEqual([{ leadIDs: ['unlisted'], starred: true }]);
  });

  it('a mark of a lead outside the list that is pressed twice is fetched for and set once', async () => {
    const { bridge, marks } = await selectLoading('unlisted');
    const fetches = () => bridge.inputsOf('leads.get').length;
    const before = fetches();
    await act(async () => {
      press('s');
      press('s');
    });
    expect(fetches()).toBe(before + 1);
    expect(marks()).toEqual([{ leadIDs: ['unlisted'], starred: true }]);
  });

  it('a mark of a lead that cannot be fetched shows the failure', async () => {
    const { marks, stores } = await selectLoading('unlisted', true);
    await pressed('s');
    expect(marks()).toEqual([]);
    expect(stores.toasts.getState().last?.content).toEqual({ kind: 'failed', code: 'timeout' });
  });

  it('H opens the snooze menu once the lead is shown', async () => {
    const { release } = await selectLoading('l1');
    await pressed('h');
    await release();
    expect(await screen.findByRole('menuitem', { name: /^In 1 hour/ })).toBeTruthy();
  });

  it('C logs a call', async () => {
    const { bridge } = await selectLoading('l1');
    await pressed('c');
    expect(bridge.inputsOf('notes.save')).toMatchObject([{ leadID: 'l1', kind: 'call' }]);
  });
});

it('S, Z and S before the first answer star the lead', async () => {
  const { inTime, release } = holdAnswers();
  let isStarred = false;
  const bridge = fakeBridge({
    ...inboxOf([row({ isUnread: false })]),
    'leads.mark': async ({ starred }) => {
      await inTime();
      isStarred = starred === true;
      return ok({});
    },
  });
  const stores = await openInboxOver(bridge, <Thread width="full" />);
  await act(async () => stores.leads.getState().select(id('l1')));
  for (const key of ['s', 'z', 's']) await pressed(key);
  await release();
  await vi.waitFor(() => expect(bridge.inputsOf('leads.mark')).toHaveLength(3));
  expect(isStarred).toBe(true);
  await pressed('z');
  await vi.waitFor(() => expect(isStarred).toBe(false));
});
