// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Message, MessageID, Sending } from '../../../../contract/records.ts';
import { useFirstReplyToast } from '../../../../renderer/inbox/first-reply.ts';
import { Toasts } from '../../../../renderer/app/toasts.tsx';
import { fakeBridge, id, lead, noon, ok, row, messageLike } from '../support/samples.ts';
import { openInboxOver } from '../support/window.tsx';

const Inbox = () => {
  useFirstReplyToast();
  return <Toasts />;
};

const toastText = /after the request came in/;

/** A reply 24 s after the request, whose state the test changes. */
const reply = async (earlier: readonly Message[] = []) => {
  let own: Message | null = messageLike('m1', {
    side: 'business',
    at: noon + 24_000,
    sending: null,
  });
  const become = (sending: Sending | 'called back'): void => {
    own =
      sending === 'called back'
        ? null
        : messageLike('m1', { side: 'business', at: noon + 24_000, sending });
  };
  become({ state: 'sending', since: noon });
  const bridge = fakeBridge({
    'leads.get': () => ok({ lead: lead({ row: row({ createdAt: noon }) }) }),
    'thread.page': () =>
      ok({ messages: [...earlier, ...(own === null ? [] : [own])], earlier: null }),
  });
  const stores = await openInboxOver(bridge, <Inbox />);
  act(() =>
    stores.session.setState({ firstReply: { leadID: id('l1'), messageID: 'm1' as MessageID } }),
  );
  const changed = (): void => bridge.emit('changed', { kinds: ['leads'], leadIDs: null });
  return { ...stores, become, changed };
};

it('the first reply shows its response time once it was sent', async () => {
  const { become, changed, session } = await reply();
  await waitFor(() => expect(session.getState().firstReply).not.toBeNull());
  expect(screen.queryByText(toastText)).toBeNull();
  become({ state: 'sent' });
  changed();
  await screen.findAllByText(/^Sent 24 s after the request came in\./);
  expect(session.getState().firstReply).toBeNull();
});

it('the response time waits while another reply can be undone', async () => {
  const { become, toasts, changed } = await reply();
  const other = toasts.getState().show({ kind: 'sending', customer: 'Eve' }, Date.now() + 60_000);
  become({ state: 'sent' });
  changed();
  await screen.findAllByText(/Eve/);
  expect(screen.queryByText(toastText)).toBeNull();
  act(() => toasts.getState().close(other));
  await screen.findAllByText(toastText);
});

it('a canceled first reply shows no response time, and the key hints return', async () => {
  const { become, changed, session } = await reply();
  become('called back');
  changed();
  await waitFor(() => expect(session.getState().isTryingKeys).toBe(true));
  expect(screen.queryByText(toastText)).toBeNull();
});

it('a lead that was answered before shows no response time', async () => {
  const before = messageLike('m0', { side: 'business', at: noon + 5_000 });
  const { become, changed, session } = await reply([before]);
  become({ state: 'sent' });
  changed();
  await waitFor(() => expect(session.getState().firstReply).toBeNull());
  expect(screen.queryByText(toastText)).toBeNull();
});
