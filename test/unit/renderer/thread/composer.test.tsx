// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStores } from '../../../../renderer/app/stores.ts';
import { Composer } from '../../../../renderer/thread/composer.tsx';
import { Toasts } from '../../../../renderer/app/toasts.tsx';
import { fakeBridge, id, lead, noon, ok, messageLike } from '../support/samples.ts';
import { showIn } from '../support/window.tsx';

const setUp = (shown: ReactNode) => {
  const bridge = fakeBridge({
    'drafts.save': () => ok({ sent: null }),
    'messages.send': ({ text }) =>
      ok({
        message: messageLike('m1', {
          text,
          side: 'business',
          sending: { state: 'queued', notBefore: Date.now() + 10_000, waitsFor: 'undo' },
        }),
      }),
    'messages.undo': () =>
      ok({
        leadID: id('l1'),
        replyID: null,
        text: 'I can come at nine.',
        draft: 'I can come at nine.',
      }),
  });
  const stores = createStores(bridge, Date.now);
  showIn(stores, shown);
  return { bridge, stores };
};
const field = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: /reply to maria/i });
const send = (): HTMLButtonElement => screen.getByRole('button', { name: /^send/i });
const write = (value: string): void => void fireEvent.change(field(), { target: { value } });

describe('the composer', () => {
  beforeEach(() => void vi.useFakeTimers({ now: noon }));
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it('saves the draft when it loses the focus', () => {
    const { bridge } = setUp(<Composer details={lead()} />);
    write('Half a reply');
    fireEvent.blur(field());
    expect(bridge.inputsOf('drafts.save')).toMatchObject([{ leadID: 'l1', text: 'Half a reply' }]);
  });

  it('sends with Ctrl+Enter, not with Enter alone', async () => {
    const { bridge } = setUp(<Composer details={lead()} />);
    write('I can come at nine.');
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(bridge.inputsOf('messages.send')).toEqual([]);
    fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true });
    await vi.waitFor(() => expect(field().value).toBe(''));
    expect(bridge.inputsOf('messages.send')).toMatchObject([
      { leadID: 'l1', text: 'I can come at nine.' },
    ]);
  });

  it.each([
    ['a double click', () => (fireEvent.click(send()), fireEvent.click(send()))],
    [
      'Ctrl+Enter twice',
      () => [1, 2].map(() => fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true })),
    ],
  ])('sends once with %s', async (_, press) => {
    const { bridge } = setUp(<Composer details={lead()} />);
    write('I can come at nine.');
    press();
    await vi.waitFor(() => expect(field().value).toBe(''));
    press();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(bridge.inputsOf('messages.send')).toHaveLength(1);
  });

  it('warns about a phone number and can still send it', () => {
    setUp(<Composer details={lead()} />);
    write('Call 512-555-0199');
    expect(screen.getByText(/contains a phone number/i)).toBeTruthy();
    expect(send().disabled).toBe(false);
  });

  it('counts characters near the limit and refuses a longer text', () => {
    setUp(<Composer details={lead()} />);
    write('x'.repeat(16_380));
    expect(screen.getByText('4 characters left')).toBeTruthy();
    expect(send().disabled).toBe(false);
    write('x'.repeat(16_385));
    expect(screen.getByText('1 character too long')).toBeTruthy();
    expect(send().disabled).toBe(true);
  });

  it('does not send only spaces', () => {
    setUp(<Composer details={lead()} />);
    write('  \n ');
    expect(send().disabled).toBe(true);
  });

  it('counts down to sending, and Undo restores text and focus', async () => {
    setUp(
      <>
        <Composer details={lead()} />
        <Toasts />
      </>,
    );
    write('I can come at nine.');
    fireEvent.click(send());
    await vi.waitFor(() =>
      expect(screen.getByText('Reply to Customer sends in 10 s')).toBeTruthy(),
    );
    await vi.advanceTimersByTimeAsync(3_000);
    expect(screen.getByText('Reply to Customer sends in 7 s')).toBeTruthy();
    field().blur();
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await vi.waitFor(() => expect(field().value).toBe('I can come at nine.'));
    expect(document.activeElement).toBe(field());
    expect(screen.queryByText(/reply sends in/i)).toBeNull();
  });

  it('explains that a deleted lead cannot be answered', () => {
    setUp(<Composer details={lead({}, { availability: 'gone' })} />);
    expect(screen.getByText(/can't answer/i)).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});
