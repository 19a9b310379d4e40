// @vitest-environment happy-dom
/** The scroll position of the open conversation. */
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Thread } from '../../../../renderer/thread/thread.tsx';
import { fakeBridge, id, lead, noon, ok, row, messageLike } from '../support/samples.ts';
import { inboxOf } from '../support/inbox.ts';
import { openInboxOver } from '../support/window.tsx';

const itemHeight = 100;

afterEach(() => void vi.restoreAllMocks());

/** Every item is 100 pixels high, and the log shows five of them. */
const layOut = (): void => {
  const { prototype } = HTMLElement;
  const isItem = ({ parentElement }: HTMLElement): boolean =>
    parentElement?.parentElement?.role === 'log';
  vi.spyOn(prototype, 'clientHeight', 'get').mockReturnValue(5 * itemHeight);
  vi.spyOn(prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return isItem(this) ? itemHeight : this.children.length * itemHeight;
  });
  vi.spyOn(prototype, 'offsetTop', 'get').mockImplementation(function (this: HTMLElement) {
    return [...(this.parentElement?.children ?? [])].indexOf(this) * itemHeight;
  });
  vi.spyOn(window, 'getComputedStyle').mockReturnValue({
    paddingTop: '0px',
    paddingBottom: '0px',
  } as CSSStyleDeclaration);
};

it('earlier messages can be read while a scheduled reply waits at the end', async () => {
  layOut();
  const messages = Array.from({ length: 20 }, (_, nth) =>
    messageLike(`m${nth}`, { at: noon + nth, side: nth % 2 === 0 ? 'customer' : 'business' }),
  );
  const sending = {
    state: 'queued',
    notBefore: noon + 86_400_000,
    waitsFor: 'schedule',
    unlessAnswered: false,
  };
  messages.push(messageLike('scheduled', { at: noon + 100, side: 'business', sending }));
  const unread = { isUnread: false };
  const notes: object[] = [];
  const bridge = fakeBridge({
    ...inboxOf([row(unread)]),
    'leads.get': () => ok({ lead: lead({ notes }, unread) }),
    'thread.page': () => ok({ messages, earlier: null }),
  });
  const stores = await openInboxOver(bridge, <Thread width="full" />);
  act(() => stores.leads.getState().select(id('l1')));
  const log = await screen.findByRole('log');
  const scrollTo = (top: number): void => {
    log.scrollTop = top;
    fireEvent.scroll(log);
  };
  await vi.waitFor(() => expect(log.scrollTop).toBeGreaterThan(1_500));
  scrollTo(1_200);
  scrollTo(300);
  notes.push({
    noteID: crypto.randomUUID(),
    kind: 'note',
    at: noon,
    editedAt: null,
    text: 'Gate code 12',
  });
  await act(async () => stores.conversation.getState().refetch());
  await vi.waitFor(() => expect(log.textContent).toContain('Gate code 12'));
  expect(log.scrollTop).toBe(300);
});
