import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MessageID, ReplyID } from '../../../../contract/records.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { fakeBridge, id, lead, no, noon, ok, messageLike } from '../support/samples.ts';

const l1 = id('l1');
const m1 = 'm1' as MessageID;

const restored = { leadID: l1, replyID: null, text: 'Nine works.', draft: 'Nine works.' };

const setUp = (undoable = true) => {
  const queued = messageLike('m1', {
    side: 'business',
    text: 'Nine works.',
    sending: { state: 'queued', notBefore: noon + 10_000, waitsFor: 'undo' },
  });
  const bridge = fakeBridge({
    'messages.send': () => ok({ message: queued }),
    'messages.undo': () => (undoable ? ok(restored) : no('too_late')),
    'messages.discard': () => ok(restored),
    'drafts.save': () => ok({ sent: null }),
    'leads.get': () => ok({ lead: lead() }),
    'thread.page': () => ok({ messages: [queued], earlier: null }),
  });
  return { bridge, stores: createStores(bridge, Date.now) };
};

describe('a reply', () => {
  beforeEach(() => void vi.useFakeTimers({ now: noon }));
  afterEach(() => void vi.useRealTimers());

  it('empties the composer and can be undone while a toast counts down', async () => {
    const { bridge, stores } = setUp();
    stores.drafts.getState().type(l1, '  Nine works. ');
    expect(await stores.replying.send(l1)).toBeNull();
    expect(bridge.inputsOf('messages.send')).toMatchObject([{ leadID: 'l1', text: 'Nine works.' }]);
    expect(stores.drafts.getState().texts[l1]).toBe('');
    expect(stores.toasts.getState().toasts).toMatchObject([
      { content: { kind: 'sending', customer: '' }, expiresAt: noon + 10_000 },
    ]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(stores.toasts.getState().toasts).toEqual([]);
  });

  it('that is undone returns to the composer with the focus', async () => {
    const { stores } = setUp();
    stores.drafts.getState().type(l1, 'Nine works.');
    await stores.replying.send(l1);
    stores.toasts.getState().toasts[0]?.undo?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(stores.drafts.getState().texts[l1]).toBe('Nine works.');
    expect(stores.replyFocus.getState().requested).toBe(l1);
    expect(stores.leads.getState().selected).toBe('l1');
    expect(stores.toasts.getState().toasts).toEqual([]);
  });

  it('that is undone never overwrites newer text', async () => {
    const { stores } = setUp();
    stores.drafts.getState().type(l1, 'Something else');
    await stores.replying.undo(m1, l1);
    expect(stores.drafts.getState().texts[l1]).toBe('Nine works.\n\nSomething else');
  });

  it('that was already sent shows a failure of undo', async () => {
    const { stores } = setUp(false);
    await stores.replying.undo(m1, l1);
    expect(stores.toasts.getState().toasts).toMatchObject([
      { content: { kind: 'failed', code: 'too_late' } },
    ]);
  });

  it('keeps text typed while it is sent', async () => {
    const { stores } = setUp();
    stores.drafts.getState().type(l1, 'Nine works.');
    const sent = stores.replying.send(l1);
    stores.drafts.getState().type(l1, 'Nine works. And');
    await sent;
    expect(stores.drafts.getState().texts[l1]).toBe(' And');
  });

  it('that is discarded keeps the composer’s text, and Z restores it before that text', async () => {
    const { bridge, stores } = setUp();
    stores.drafts.getState().type(l1, 'Or ten?');
    await stores.replying.discard(m1);
    expect(stores.drafts.getState().texts[l1]).toBe('Or ten?');
    expect(stores.undoStack.undoLast()).toBe(true);
    await vi.advanceTimersByTimeAsync(400);
    expect(bridge.inputsOf('drafts.save').at(-1)).toMatchObject({ text: 'Nine works.\n\nOr ten?' });
  });

  it('that the engine refuses stays in the composer', async () => {
    const stores = createStores(fakeBridge({ 'messages.send': () => no('disk_full') }), Date.now);
    stores.drafts.getState().type(l1, 'Nine works.');
    expect(await stores.replying.send(l1)).toMatchObject({ code: 'disk_full' });
    expect(stores.drafts.getState().texts[l1]).toBe('Nine works.');
  });

  it('is sent once for repeated presses', async () => {
    const { bridge, stores } = setUp();
    stores.drafts.getState().type(l1, 'Nine works.');
    await Promise.all([1, 2, 3].map(() => stores.replying.send(l1)));
    await stores.replying.send(l1);
    expect(bridge.inputsOf('messages.send')).toHaveLength(1);
    expect(stores.toasts.getState().toasts).toHaveLength(1);
  });

  it('without an answer keeps its text and id, and the next reply has another id', async () => {
    let isUp = false;
    const sent = messageLike('m1', {
      side: 'business',
      text: 'Nine works.',
      sending: { state: 'sent' },
    });
    const bridge = fakeBridge({
      'messages.send': () => (isUp ? ok({ message: sent }) : no('engine_unavailable')),
      'drafts.save': () => no('engine_unavailable'),
    });
    const stores = createStores(bridge, Date.now);
    stores.drafts.getState().type(l1, 'Nine works.');
    expect(await stores.replying.send(l1)).toMatchObject({ code: 'engine_unavailable' });
    expect(stores.drafts.getState().texts[l1]).toBe('Nine works.');
    isUp = true;
    await stores.replying.send(l1);
    expect(stores.drafts.getState().texts[l1]).toBe('');
    stores.drafts.getState().type(l1, 'Another');
    await stores.replying.send(l1);
    const ids = bridge
      .inputsOf('messages.send')
      .map((input) => (input as { replyID: string }).replyID);
    expect(ids).toEqual([ids[0], ids[0], expect.not.stringMatching(ids[0] ?? '')]);
  });

  it('that was accepted without an answer leaves the composer when the engine is back', async () => {
    let isUp = false;
    const bridge = fakeBridge({
      'messages.send': () => no('engine_unavailable'),
      'drafts.save': () => (isUp ? ok({ sent: 'Nine works.' }) : no('engine_unavailable')),
    });
    const stores = createStores(bridge, Date.now);
    stores.drafts.getState().type(l1, 'Nine works.');
    await stores.replying.send(l1);
    stores.drafts.getState().type(l1, 'Nine works. Or ten?');
    isUp = true;
    await vi.advanceTimersByTimeAsync(400);
    expect(stores.drafts.getState().texts[l1]).toBe(' Or ten?');
  });

  it('that is undone twice after more typing is restored once, before the typed text', async () => {
    const { bridge, stores } = setUp();
    stores.drafts.getState().type(l1, 'Nine works.');
    await stores.replying.send(l1);
    stores.drafts.getState().type(l1, 'Or ten?');
    await vi.advanceTimersByTimeAsync(400);
    await Promise.all([stores.replying.undo(m1, l1), stores.replying.undo(m1, l1)]);
    await stores.replying.undo(m1, l1);
    expect(stores.drafts.getState().texts[l1]).toBe('Nine works.\n\nOr ten?');
    expect(bridge.inputsOf('messages.undo')).toHaveLength(1);
    expect(stores.toasts.getState().toasts).toEqual([]);
  });

  it('that is undone while the engine restarts is requested again', async () => {
    let asked = 0;
    const bridge = fakeBridge({
      'messages.undo': () => ((asked += 1) === 1 ? no('engine_unavailable') : ok(restored)),
      'drafts.save': () => ok({ sent: null }),
    });
    const stores = createStores(bridge, Date.now);
    stores.drafts.getState().type(l1, '');
    await stores.replying.undo(m1, l1);
    expect(stores.drafts.getState().texts[l1]).toBe('Nine works.');
    expect(stores.toasts.getState().toasts).toEqual([]);
  });

  it('that is undone without an answer to its sending is not duplicated', async () => {
    let replyID = '';
    const bridge = fakeBridge({
      'messages.send': (input) => {
        replyID = input.replyID;
        return no('engine_unavailable');
      },
      'messages.undo': () => ok({ ...restored, replyID: replyID as ReplyID }),
      'drafts.save': () => no('engine_unavailable'),
    });
    const stores = createStores(bridge, Date.now);
    stores.drafts.getState().type(l1, 'Nine works.');
    await stores.replying.send(l1);
    await stores.replying.undo(m1, l1);
    expect(stores.drafts.getState().texts[l1]).toBe('Nine works.');
    expect(stores.drafts.getState().getReplyID(l1)).not.toBe(replyID);
  });
});
