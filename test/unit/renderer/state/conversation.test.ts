import { describe, expect, it } from 'vitest';
import type { Message } from '../../../../contract/records.ts';
import { createConversation } from '../../../../renderer/state/conversation.ts';
import { fakeBridge, id, lead, no, noon, ok, said } from '../support/samples.ts';

const thread = (messages: { current: readonly Message[] }, draft = { current: '' }) =>
  fakeBridge({
    'leads.get': ({ leadID }) => ok({ lead: lead({ draft: draft.current }, { leadID }) }),
    'thread.page': ({ before, limit }) => {
      const end = before === undefined ? messages.current.length : Number(before);
      const from = Math.max(0, end - limit);
      return ok({
        messages: messages.current.slice(from, end),
        earlier: from > 0 ? String(from) : null,
      });
    },
  });
const many = (count: number): readonly Message[] =>
  Array.from({ length: count }, (_, index) => said(`m${index}`));

describe('the open conversation', () => {
  it('shows the newest page and loads older ones in front of it', async () => {
    const conversation = createConversation(thread({ current: many(120) }));
    await conversation.getState().open(id('l1'));
    expect(conversation.getState().messages[0]?.messageID).toBe('m70');
    await conversation.getState().loadEarlier();
    await conversation.getState().loadEarlier();
    expect(conversation.getState()).toMatchObject({ messages: many(120), earlier: null });
  });

  it('reads a new message without losing the older ones that were loaded', async () => {
    const messages = { current: many(120) };
    const conversation = createConversation(thread(messages));
    await conversation.getState().open(id('l1'));
    await conversation.getState().loadEarlier();
    messages.current = [...messages.current, said('new')];
    await conversation.getState().reread();
    const shown = conversation.getState().messages;
    expect([shown.length, shown.at(-1)?.messageID]).toEqual([100, 'new']);
  });

  it('draws nothing anew when only the draft was saved', async () => {
    const draft = { current: '' };
    const conversation = createConversation(thread({ current: many(2) }, draft));
    await conversation.getState().open(id('l1'));
    const { details, messages } = conversation.getState();
    draft.current = 'On my way';
    await conversation.getState().reread();
    expect(conversation.getState().details).toBe(details);
    expect(conversation.getState().messages).toBe(messages);
  });

  it('remembers what was unread when it was opened, although being open makes it read', async () => {
    const row = { unread: true };
    const details = { readAt: noon };
    const conversation = createConversation(
      fakeBridge({
        'leads.get': ({ leadID }) => ok({ lead: lead(details, { ...row, leadID }) }),
        'thread.page': () => ok({ messages: [said('m1')], earlier: null }),
      }),
    );
    await conversation.getState().open(id('l1'));
    Object.assign(row, { unread: false });
    Object.assign(details, { readAt: noon + 1 });
    await conversation.getState().reread();
    expect(conversation.getState().unreadSince).toBe(noon);
    await conversation.getState().open(id('l2'));
    expect(conversation.getState().unreadSince).toBeNull();
  });

  it('never shows the answer for a lead that was left meanwhile', async () => {
    const conversation = createConversation(thread({ current: many(1) }));
    const first = conversation.getState().open(id('l1'));
    const second = conversation.getState().open(id('l2'));
    await Promise.all([first, second]);
    expect(conversation.getState().details?.row.leadID).toBe('l2');
  });

  it('says why a lead cannot be shown', async () => {
    const conversation = createConversation(
      fakeBridge({ 'leads.get': () => no('not_found'), 'thread.page': () => no('not_found') }),
    );
    await conversation.getState().open(id('l1'));
    expect(conversation.getState()).toMatchObject({
      state: 'failed',
      error: { code: 'not_found' },
    });
  });
});
