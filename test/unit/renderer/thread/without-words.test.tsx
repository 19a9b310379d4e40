// @vitest-environment happy-dom
/** Messages without text, in the list and in the conversation. */
import { act, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { LeadRow } from '../../../../renderer/inbox/lead-row.tsx';
import { createStores } from '../../../../renderer/app/stores.ts';
import { MessageAnnouncer } from '../../../../renderer/thread/conversation.tsx';
import { Message } from '../../../../renderer/thread/message.tsx';
import { fakeBridge, lead, noon, ok, row, messageLike } from '../support/samples.ts';
import { showIn } from '../support/window.tsx';

const photo = {
  fileName: 'sink.jpg',
  fileSize: 2_000,
  mimeType: 'image/jpeg',
  url: 'https://service.test/sink.jpg',
  description: null,
};

const show = (shown: ReactNode) => {
  const bridge = fakeBridge({
    'leads.get': () => ok({ lead: lead() }),
    'thread.page': () => ok({ messages: [messageLike('m0')], earlier: null }),
  });
  const stores = createStores(bridge, () => noon);
  showIn(stores, shown);
  return stores;
};
const renderRow = (change: Parameters<typeof row>[0]) => (
  <LeadRow
    lead={row(change)}
    isSelected={false}
    position={1}
    total={1}
    isNamed={false}
    isCurrent={false}
    onPress={() => {}}
    onCheck={() => {}}
  />
);

describe('a photo without text', () => {
  it.each([
    ['customer', { photos: 2, names: [] }, '2 photos'],
    ['business', { photos: 1, names: [] }, 'You: 1 photo'],
    ['customer', { photos: 0, names: ['Invoice.pdf'] }, 'Invoice.pdf'],
    ['customer', { photos: 1, names: ['a.pdf', 'b.pdf'] }, '1 photo, 2 files'],
    ['customer', null, 'No text'],
  ])('of the %s is counted and named in the list: %j', (side, lastFiles, text) => {
    show(renderRow({ lastMessage: { side, text: '', person: null }, lastFiles }));
    expect(screen.getByRole('option').textContent).toContain(text);
  });

  it('is announced to screen readers with its sender', () => {
    const stores = show(<MessageAnnouncer />);
    act(() => stores.conversation.getState().open(row().leadID));
    const messages = [messageLike('m0'), messageLike('m1', { text: '', attachments: [photo] })];
    act(() => stores.conversation.setState({ messages }));
    expect(screen.getByRole('status').textContent).toBe('Maria Delgado sent a photo or file');
    act(() =>
      stores.conversation.setState({
        messages: [...messages, messageLike('m2', { author: '', text: '' })],
      }),
    );
    expect(screen.getByRole('status').textContent).toBe('Customer sent a photo or file');
  });

  it('is only the file in the conversation', async () => {
    show(
      <Message
        message={messageLike('m1', { text: '', attachments: [photo] })}
        isFirst
        isLast
        isNewest={false}
      />,
    );
    expect(await screen.findByText('sink.jpg')).toBeTruthy();
    expect(screen.queryByText('Nothing to show')).toBeNull();
  });
});

it('a message without text and files is not an empty bubble', () => {
  show(<Message message={messageLike('m1', { text: '' })} isFirst isLast isNewest={false} />);
  expect(screen.getByText('Nothing to show')).toBeTruthy();
});
