import { describe, expect, it, vi } from 'vitest';
import type { LeadID, Message } from '../../../../contract/records.ts';
import { createConversation } from '../../../../renderer/leads/conversation.ts';
import { createQueries } from '../../../../renderer/platform/queries.ts';
import {
  fakeBridge,
  id,
  lead,
  no,
  noon,
  ok,
  messageLike,
  type FakeBridge,
} from '../support/samples.ts';

/** A growing thread whose answers can be delayed; each has the messages at the time of its call. */
const thread = (count: number) => {
  let messages: readonly Message[] = Array.from({ length: count }, (_, index) =>
    messageLike(`m${index}`),
  );
  let isHeld = false;
  const waiting: (() => void)[] = [];
  const details = { draft: '', readAt: noon };
  const row = { isUnread: false };
  const bridge = fakeBridge({
    'leads.get': ({ leadID }) => ok({ lead: lead(details, { ...row, leadID }) }),
    'thread.page': async ({ before, after, around, limit }) => {
      const at =
        typeof around === 'number'
          ? messages.findIndex((each) => each.at > around)
          : messages.findIndex(({ messageID }) => messageID === around);
      const middle = Math.max(0, at - Math.floor(limit / 2));
      const start = after === undefined ? middle : Number(after);
      const isFromStart = after !== undefined || around !== undefined;
      const end = isFromStart
        ? Math.min(messages.length, start + limit)
        : Number(before ?? messages.length);
      const from = isFromStart ? start : Math.max(0, end - limit);
      const answer = ok({
        messages: messages.slice(from, end),
        earlier: from > 0 ? String(from) : null,
        ...(end < messages.length && { later: String(end) }),
      });
      if (isHeld) await new Promise<void>((go) => waiting.push(go));
      return answer;
    },
  });
  return {
    bridge,
    details,
    row,
    all: () => messages,
    arrive: (messageID: string): void => {
      messages = [...messages, messageLike(messageID)];
      bridge.emit('changed', { kinds: ['leads'], leadIDs: [id('l1')] });
    },
    hold: (): void => void (isHeld = true),
    waiting: () => waiting.length,
    answer: (): void => waiting.shift()?.(),
  };
};

const conversationOf = (bridge: FakeBridge) => {
  const { getState } = createConversation(createQueries(bridge));
  const ids = (): readonly string[] => getState().messages.map(({ messageID }) => messageID);
  const open = async (leadID: LeadID): Promise<void> => {
    getState().open(leadID);
    await vi.waitFor(() =>
      expect(getState()).toMatchObject({ state: 'ready', details: { row: { leadID } } }),
    );
  };
  return { state: getState, ids, open };
};

describe('the open conversation', () => {
  it('shows the newest page and loads older ones in front of it', async () => {
    const { bridge, all } = thread(320);
    const { state, ids, open } = conversationOf(bridge);
    await open(id('l1'));
    expect(ids()[0]).toBe('m270');
    await state().loadEarlier();
    expect(ids()[0]).toBe('m70');
    expect(state().isComplete).toBe(false);
    await state().loadEarlier();
    expect(state()).toMatchObject({ messages: all(), isComplete: true });
    await state().loadEarlier();
    expect(bridge.inputsOf('thread.page')).toHaveLength(3);
  });

  it('adds a new message and keeps loaded older ones', async () => {
    const { bridge, arrive } = thread(120);
    const { state, ids, open } = conversationOf(bridge);
    await open(id('l1'));
    await state().loadEarlier();
    arrive('new');
    await vi.waitFor(() => expect(ids().at(-1)).toBe('new'));
    expect(ids()).toHaveLength(121);
  });

  it('shows older messages that were loading during a change, then the new message', async () => {
    const { bridge, arrive, hold, answer, waiting } = thread(520);
    const { state, ids, open } = conversationOf(bridge);
    const answers = async (count: number): Promise<void> => {
      for (let page = 0; page < count; page += 1) {
        await vi.waitFor(() => expect(waiting()).toBe(1));
        answer();
      }
    };
    await open(id('l1'));
    hold();
    const loading = state().loadEarlier();
    // Scrolling calls this repeatedly.
    void state().loadEarlier();
    await vi.waitFor(() => expect(waiting()).toBe(1));
    arrive('new');
    answer();
    await loading;
    expect([ids()[0], ids().at(-1)]).toEqual(['m270', 'm519']);
    await answers(2);
    await vi.waitFor(() => expect(ids().at(-1)).toBe('new'));
    expect(waiting()).toBe(0);
  });

  it('loads new messages before older ones that were requested later', async () => {
    const { bridge, arrive, hold, answer, waiting } = thread(320);
    const { state, ids, open } = conversationOf(bridge);
    await open(id('l1'));
    hold();
    arrive('new');
    await vi.waitFor(() => expect(waiting()).toBe(1));
    void state().loadEarlier();
    answer();
    await vi.waitFor(() => expect(ids().at(-1)).toBe('new'));
    await vi.waitFor(() => expect(waiting()).toBe(1));
    answer();
    await vi.waitFor(() => expect(ids()).toHaveLength(250));
    expect(ids().at(-1)).toBe('new');
  });

  it('advances with every answer during constant changes', async () => {
    const { bridge, arrive, hold, answer, waiting } = thread(10);
    const { state, ids } = conversationOf(bridge);
    hold();
    state().open(id('l1'));
    for (let nth = 0; nth < 10; nth += 1) {
      await vi.waitFor(() => expect(waiting()).toBe(1));
      arrive(`new${nth}`);
      answer();
      await vi.waitFor(() => expect(ids()).toHaveLength(10 + nth));
    }
  });

  it('renders nothing again when only the draft was saved', async () => {
    const { bridge, details } = thread(2);
    const { state, open } = conversationOf(bridge);
    await open(id('l1'));
    const before = state();
    details.draft = 'On my way';
    await state().refetch();
    expect(bridge.inputsOf('leads.get')).toHaveLength(2);
    expect(state().details).toBe(before.details);
    expect(state().messages).toBe(before.messages);
  });

  it('keeps the objects of other messages when a new one arrives', async () => {
    const { bridge, arrive } = thread(120);
    const { state, open } = conversationOf(bridge);
    await open(id('l1'));
    const newest = state().messages.at(-1);
    arrive('new');
    await vi.waitFor(() => expect(state().messages.at(-1)?.messageID).toBe('new'));
    expect(state().messages.at(-2)).toBe(newest);
  });

  it('remembers what was unread when it was opened', async () => {
    const { bridge, row, details } = thread(1);
    const { state, open } = conversationOf(bridge);
    row.isUnread = true;
    await open(id('l1'));
    Object.assign(row, { isUnread: false });
    Object.assign(details, { readAt: noon + 1 });
    await state().refetch();
    expect(state().unreadSince).toBe(noon);
    await open(id('l2'));
    expect(state().unreadSince).toBeNull();
  });

  it('ignores the answer for a lead that was left', async () => {
    const { bridge, hold, answer, waiting } = thread(1);
    const { state, open } = conversationOf(bridge);
    await open(id('l1'));
    hold();
    state().open(id('l2'));
    state().open(id('l3'));
    await vi.waitFor(() => expect(waiting()).toBe(2));
    answer();
    answer();
    await vi.waitFor(() => expect(state().state).toBe('ready'));
    expect(state().details?.row.leadID).toBe('l3');
  });

  it('shows a failure, and the lead once the engine is ready', async () => {
    let isThere = false;
    const { bridge } = thread(1);
    const { state } = conversationOf({
      ...bridge,
      invoke: (command, input) =>
        isThere ? bridge.invoke(command, input) : Promise.resolve(no('engine_unavailable')),
    });
    state().open(id('l1'));
    await vi.waitFor(() =>
      expect(state()).toMatchObject({ state: 'failed', error: { code: 'engine_unavailable' } }),
    );
    bridge.emit('engine', { state: 'restarting' });
    isThere = true;
    bridge.emit('engine', { state: 'ready' });
    await vi.waitFor(() => expect(state()).toMatchObject({ state: 'ready', error: null }));
  });

  it('opens around a message and loads earlier and later ones up to both ends', async () => {
    const { bridge, all } = thread(700);
    const { state, ids } = conversationOf(bridge);
    state().open(id('l1'), { in: 'message', id: 'm300', at: noon });
    await vi.waitFor(() => expect(state().state).toBe('ready'));
    expect(state().scrollTarget).toMatchObject({ place: { id: 'm300' } });
    expect([ids()[0], ids().at(-1)]).toEqual(['m275', 'm324']);
    await state().loadLater();
    expect([ids()[0], ids().at(-1)]).toEqual(['m275', 'm524']);
    expect(state()).toMatchObject({ isAtNewest: false, isComplete: false });
    await state().loadEarlier();
    await state().loadEarlier();
    await state().loadLater();
    expect(state()).toMatchObject({ messages: all(), isAtNewest: true, isComplete: true });
  });

  it('keeps its position when messages arrive, and goes to the newest on request', async () => {
    const { bridge, arrive } = thread(300);
    const { state, ids } = conversationOf(bridge);
    state().open(id('l1'), { in: 'message', id: 'm100', at: noon });
    await vi.waitFor(() => expect(state().state).toBe('ready'));
    const part = state().startCount;
    const before = ids();
    arrive('new');
    await vi.waitFor(() => expect(bridge.inputsOf('thread.page')).toHaveLength(2));
    expect(ids()).toEqual(before);
    state().goToNewest();
    expect(ids()).toEqual(before);
    await vi.waitFor(() => expect(ids().at(-1)).toBe('new'));
    expect(state()).toMatchObject({
      isAtNewest: true,
      startCount: part + 1,
      scrollTarget: { place: null },
    });
  });

  it('stays at the newest message when more than a page arrives', async () => {
    const { bridge, arrive, hold, answer } = thread(30);
    const { state, ids } = conversationOf(bridge);
    state().open(id('l1'), { in: 'message', id: 'm10', at: noon });
    await vi.waitFor(() => expect(state().isAtNewest && state().state === 'ready').toBe(true));
    hold();
    for (let count = 0; count < 60; count++) arrive(`new${count}`);
    await vi.waitFor(() => {
      answer();
      expect(ids().at(-1)).toBe('new59');
    });
    expect(state().isAtNewest).toBe(true);
  });

  it('goes to a loaded message without a request, and loads around others', async () => {
    const { bridge } = thread(300);
    const { state, ids, open } = conversationOf(bridge);
    await open(id('l1'));
    const { startCount: part } = state();
    state().goTo({ in: 'message', id: 'm290', at: noon });
    expect(state()).toMatchObject({
      startCount: part,
      scrollTarget: { place: { id: 'm290' }, nth: 1 },
    });
    expect(bridge.inputsOf('thread.page')).toHaveLength(1);
    state().goTo({ in: 'message', id: 'm20', at: noon });
    state().goTo({ in: 'request', id: null, at: noon });
    await vi.waitFor(() => expect(state().isComplete).toBe(true));
    expect(ids()[0]).toBe('m0');
    expect(state()).toMatchObject({ scrollTarget: { place: { in: 'request' }, nth: 3 } });
  });
});
