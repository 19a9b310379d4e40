// @vitest-environment happy-dom
/** A photo without words, and other messages and leads that say little, wherever they are shown. */
import { act, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { LeadRow } from '../../../../renderer/inbox/lead-row.tsx';
import { createStores } from '../../../../renderer/app/stores.ts';
import { Arrivals } from '../../../../renderer/thread/conversation.tsx';
import { Message } from '../../../../renderer/thread/message.tsx';
import { fakeBridge, lead, noon, ok, row, said } from '../support/samples.ts';
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
    'thread.page': () => ok({ messages: [said('m0')], earlier: null }),
  });
  const stores = createStores(bridge, () => noon);
  showIn(stores, shown);
  return stores;
};
const rowOf = (change: Parameters<typeof row>[0]) => (
  <LeadRow
    lead={row(change)}
    selected={false}
    position={1}
    total={1}
    named={false}
    current={false}
    onPress={() => {}}
    onCheck={() => {}}
  />
);

describe('a photo without words', () => {
  it.each([
    ['customer', { photos: 2, names: [] }, '2 photos'],
    ['business', { photos: 1, names: [] }, 'You: 1 photo'],
    ['customer', { photos: 0, names: ['Invoice.pdf'] }, 'Invoice.pdf'],
    ['customer', { photos: 1, names: ['a.pdf', 'b.pdf'] }, '1 photo, 2 files'],
    ['customer', null, 'No text'],
  ])('of the %s is counted and named in the list: %j', (side, lastFiles, text) => {
    show(rowOf({ lastMessage: { side, text: '' }, lastFiles }));
    expect(screen.getByRole('option').textContent).toContain(text);
  });

  it('is said to a screen reader when it arrives, with who sent it', () => {
    const stores = show(<Arrivals />);
    act(() => stores.conversation.getState().open(row().leadID));
    const messages = [said('m0'), said('m1', { text: '', attachments: [photo] })];
    act(() => stores.conversation.setState({ messages }));
    expect(screen.getByRole('status').textContent).toBe('Maria Delgado sent a photo or file');
    act(() =>
      stores.conversation.setState({
        messages: [...messages, said('m2', { author: '', text: '' })],
      }),
    );
    expect(screen.getByRole('status').textContent).toBe('Customer sent a photo or file');
  });

  it('is the file alone in the conversation', async () => {
    show(
      <Message
        message={said('m1', { text: '', attachments: [photo] })}
        first
        last
        newest={false}
      />,
    );
    expect(await screen.findByText('sink.jpg')).toBeTruthy();
    expect(screen.queryByText('Nothing to show')).toBeNull();
  });
});

it('a message with neither words nor files is no empty bubble', () => {
  show(<Message message={said('m1', { text: '' })} first last newest={false} />);
  expect(screen.getByText('Nothing to show')).toBeTruthy();
});
