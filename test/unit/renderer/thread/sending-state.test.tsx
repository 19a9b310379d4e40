// @vitest-environment happy-dom
/** The sending state of a reply in the conversation and the row, with its actions. */
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Outgoing, Sending } from '../../../../contract/records.ts';
import { chooseMark } from '../../../../renderer/inbox/outgoing-mark.tsx';
import { createStores } from '../../../../renderer/app/stores.ts';
import { Message } from '../../../../renderer/thread/message.tsx';
import { actions } from '../../../../renderer/app/areas.ts';
import { createRegistry } from '../../../../renderer/platform/actions.ts';
import { inboxOf } from '../support/inbox.ts';
import { press } from '../support/keyboard.ts';
import { fakeBridge, id, lead, no, noon, ok, messageLike, row } from '../support/samples.ts';
import { openInboxOver, showIn } from '../support/window.tsx';

const show = (sending: Sending | null, isOnline = true, change = {}) => {
  const message = messageLike('m1', {
    side: 'business',
    text: 'Nine works.',
    sending,
    ...change,
  });
  const bridge = fakeBridge({
    'leads.get': () => ok({ lead: lead() }),
    'thread.page': () => ok({ messages: [message], earlier: null }),
    'messages.retry': () => ok({ message }),
    'messages.discard': () => no('conflict'),
    'messages.undo': () => no('too_late'),
    'automaticReplies.sendNow': () => no('too_late'),
    'automaticReplies.decline': () => ok({}),
  });
  const stores = createStores(bridge, () => noon);
  stores.session.setState({ isOnline });
  const shown = showIn(stores, <Message message={message} isFirst isLast isNewest />);
  return {
    bridge,
    stores,
    text: () => shown.container.textContent,
    buttons: () => screen.getAllByRole('button').map(({ textContent }) => textContent),
  };
};

const click = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }));

describe('a waiting reply', () => {
  const queued = (waitsFor: Extract<Sending, { state: 'queued' }>['waitsFor']): Sending => ({
    state: 'queued',
    waitsFor,
    notBefore: noon + 20_000,
  });

  it.each([
    ['undo', true, 'Sends in 20 s', ['Undo']],
    ['pace', true, 'The marketplace asked us to slow down; next try in 20 s', ['Undo']],
    ['turn', true, 'A colleague’s reply to this customer is being sent', ['Undo']],
    ['hub', true, 'Can’t reach your team’s hub; next try in 20 s', ['Try now', 'Undo']],
    ['service', true, 'Can’t reach the marketplace; next try in 20 s', ['Try now', 'Undo']],
    ['network', true, 'Can’t reach the marketplace; next try in 20 s', ['Try now', 'Undo']],
    ['network', false, 'You’re offline. Sends when you’re back online', ['Try now', 'Undo']],
  ] as const)(
    'for %s (network: %s) shows the reason and its actions',
    (waitsFor, isOnline, words_, controls) => {
      const { text, buttons } = show(queued(waitsFor), isOnline);
      expect(text()?.replaceAll("'", '’')).toContain(words_);
      expect(buttons()).toEqual(controls);
    },
  );
});

it.each([
  ['sending', 'Sending'],
  ['checking', 'Checking whether it arrived'],
] as const)('a reply (%s) that left while the hub was silent says so', (state, words_) => {
  const alone = show({ state, since: noon }).text();
  const { text } = show({ state, since: noon, withoutHub: true });
  expect(alone).not.toContain('hub');
  expect(text()?.replaceAll("'", '’')).toContain(`${words_}The team’s hub doesn’t answer`);
});

describe('a reply of a rule', () => {
  const byRule = { rule: { ruleID: 'r1', name: 'First reply' } };
  const showWaiting = (waitsFor: 'undo' | 'schedule') =>
    show({ state: 'queued', waitsFor, notBefore: noon + 20_000 }, true, byRule);

  it('names its rule once it is sent', () => {
    const { text } = show({ state: 'sent' }, true, byRule);
    expect(text()).toContain('Sent automatically by the rule “First reply”');
    expect(screen.queryAllByRole('button')).toEqual([]);
  });

  it.each(['undo', 'schedule'] as const)(
    'can be sent at once, edited or declined while it waits (%s)',
    async (waitsFor) => {
      const { bridge, text, buttons } = showWaiting(waitsFor);
      expect(text()).toContain('Automatic reply of the rule “First reply”');
      expect(text()).not.toContain('Sent automatically');
      expect(buttons()).toEqual(['Send now', 'Edit', "Don't send"]);
      click('Edit');
      click("Don't send");
      await vi.waitFor(() =>
        expect(bridge.calls.filter(([name]) => /undo|decline/.test(name))).toEqual([
          ['messages.undo', { messageID: 'm1' }],
          ['automaticReplies.decline', { messageID: 'm1' }],
        ]),
      );
    },
  );

  it('can be sent at once or declined by key, but not while typing', async () => {
    const waiting = messageLike('m1', {
      ...{ ...byRule, side: 'business' },
      sending: { state: 'queued', waitsFor: 'undo', notBefore: noon + 20_000 },
    });
    const bridge = fakeBridge({
      ...inboxOf([row()]),
      'thread.page': () => ok({ messages: [messageLike('m0'), waiting], earlier: null }),
      'automaticReplies.sendNow': () => ok({}),
      'automaticReplies.decline': () => ok({}),
    });
    const stores = await openInboxOver(
      bridge,
      <>
        <Message message={waiting} isFirst isLast isNewest />
        <textarea id="composer" aria-label="Reply" />
      </>,
    );
    const { find } = createRegistry(actions, stores);
    const isOffered = (): boolean => find('declineRuleReply')?.canBeDone() === true;
    expect(isOffered()).toBe(false);
    press('S', { shiftKey: true });
    stores.leads.getState().select(id('l1'));
    await vi.waitFor(() => expect(isOffered()).toBe(true));
    const tips = screen.getAllByRole('button').map(({ title }) => title);
    expect(tips).toEqual(['Shift+S', '', 'Shift+D']);

    screen.getByRole('textbox').focus();
    press('S', { shiftKey: true });
    screen.getByRole('textbox').blur();
    expect(bridge.inputsOf('automaticReplies.sendNow')).toEqual([]);
    press('S', { shiftKey: true });
    press('D', { shiftKey: true });
    expect(bridge.inputsOf('automaticReplies.sendNow')).toEqual([{ messageID: 'm1' }]);
    expect(bridge.inputsOf('automaticReplies.decline')).toEqual([{ messageID: 'm1' }]);
  });

  it('that left before “Send now” was pressed says so', async () => {
    const { bridge, stores } = showWaiting('undo');
    click('Send now');
    await vi.waitFor(() =>
      expect(stores.toasts.getState().last?.content).toEqual({ kind: 'failed', code: 'too_late' }),
    );
    expect(bridge.inputsOf('automaticReplies.sendNow')).toEqual([{ messageID: 'm1' }]);
  });
});

describe('a reply that was not sent', () => {
  const failed = (reason: Partial<Extract<Sending, { state: 'failed' }>['reason']>): Sending => ({
    state: 'failed',
    reason: { code: 'rejected', message: 'No.', ...reason },
  });

  it('shows the marketplace’s reason and trace ID, and can be retried, edited or discarded', () => {
    const { text, buttons } = show(
      failed({ detail: 'No links, please.', status: 400, traceID: 't-1' }),
    );
    expect(text()).toContain('No links, please.');
    expect(text()).toContain('Trace ID: t-1');
    expect(buttons().filter(Boolean)).toEqual(['Retry', 'Edit', 'Discard']);
  });

  it('but may have arrived is sent again only after a confirmation', async () => {
    const { bridge, buttons, text } = show(
      failed({ code: 'outcome_unknown', detail: 'socket hang up' }),
    );
    expect(text()).not.toContain('socket hang up');
    expect(buttons()).toEqual(['Send again', 'Edit', 'Discard']);
    click('Send again');
    expect(bridge.inputsOf('messages.retry')).toEqual([]);
    click('Cancel');
    click('Send again');
    click('Send anyway');
    await vi.waitFor(() =>
      expect(bridge.inputsOf('messages.retry')).toEqual([{ messageID: 'm1' }]),
    );
  });
});

describe('a reply that is being checked', () => {
  it('can be checked at once or sent again after half a minute', async () => {
    const { bridge, text } = show({ state: 'checking', since: noon - 30_000 });
    expect(text()).toContain('Not confirmed');
    click('Check now');
    await vi.waitFor(() => expect(bridge.inputsOf('messages.retry')).toHaveLength(1));
    click('Send again');
    click('Send anyway');
    await vi.waitFor(() =>
      expect(bridge.inputsOf('messages.retry').at(-1)).toEqual({ messageID: 'm1', anyway: true }),
    );
  });

  it('shows only the check in its first half minute', () => {
    const { text } = show({ state: 'checking', since: noon - 29_000 });
    expect(text()).toContain('Checking whether it arrived');
    expect(text()).not.toContain('Not confirmed');
  });
});

describe('the mark of a row', () => {
  const at = (state: Outgoing['state'], seconds: number): Outgoing => ({
    state,
    since: noon - seconds * 1_000,
    text: 'Nine works.',
  });

  it.each([
    ['queued', -4, null],
    ['sending', 9, null],
    ['sending', 10, 'sending'],
    ['checking', 29, 'sending'],
    ['checking', 30, 'notConfirmed'],
    ['waiting', 10, 'waiting'],
    ['failed', 0, 'notSent'],
    ['unconfirmed', 0, 'notConfirmed'],
    ['scheduled', -9_000, 'scheduled'],
  ] as const)('of a reply that is %s for %s s is %s', (state, seconds, mark) => {
    expect(chooseMark(at(state, seconds), noon, false)).toBe(mark);
  });

  it('appears at once in the Outgoing view', () => {
    expect(chooseMark(at('queued', -4), noon, true)).toBe('soon');
    expect(chooseMark(at('sending', 0), noon, true)).toBe('sending');
  });
});
