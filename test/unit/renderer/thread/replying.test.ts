import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MessageID, ReplyID } from '../../../../contract/records.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { fakeBridge, id, lead, no, noon, ok, said } from '../support/samples.ts';

const l1 = id('l1');
const m1 = 'm1' as MessageID;

const givenBack = { leadID: l1, replyID: null, text: 'Nine works.', draft: 'Nine works.' };

const setUp = (undoable = true) => {
  const queued = said('m1', {
    side: 'business',
    text: 'Nine works.',
    sending: { state: 'queued', notBefore: noon + 10_000, waitsFor: 'undo' },
  });
  const bridge = fakeBridge({
    'messages.send': () => ok({ message: queued }),
    'messages.undo': () => (undoable ? ok(givenBack) : no('too_late')),
    'messages.discard': () => ok(givenBack),
    'drafts.save': () => ok({ sent: null }),
    'leads.get': () => ok({ lead: lead() }),
    'thread.page': () => ok({ messages: [queued], earlier: null }),
  });
  return { bridge, stores: createStores(bridge, Date.now) };
};

describe('a reply', () => {
  beforeEach(() => void vi.useFakeTimers({ now: noon }));
  afterEach(() => void vi.useRealTimers());

  it('leaves the composer empty and can be called back while a toast counts down', async () => {
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

  it('that is called back stands in the composer again, with the focus', async () => {
    const { stores } = setUp();
    stores.drafts.getState().type(l1, 'Nine works.');
    await stores.replying.send(l1);
    stores.toasts.getState().toasts[0]?.undo?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(stores.drafts.getState().texts[l1]).toBe('Nine works.');
    expect(stores.calling.getState().called).toBe(l1);
    expect(stores.leads.getState().selected).toBe('l1');
    expect(stores.toasts.getState().toasts).toEqual([]);
  });

  it('that is called back never overwrites what was typed since', async () => {
    const { stores } = setUp();
    stores.drafts.getState().type(l1, 'Something else');
    await stores.replying.undo(m1, l1);
    expect(stores.drafts.getState().texts[l1]).toBe('Nine works.\n\nSomething else');
  });

  it('that has left already says so', async () => {
    const { stores } = setUp(false);
    await stores.replying.undo(m1, l1);
    expect(stores.toasts.getState().toasts).toMatchObject([
      { content: { kind: 'failed', code: 'too_late' } },
    ]);
  });

  it('keeps what was typed while it was being sent', async () => {
    const { stores } = setUp();
    stores.drafts.getState().type(l1, 'Nine works.');
    const sent = stores.replying.send(l1);
    stores.drafts.getState().type(l1, 'Nine works. And');
    await sent;
    expect(stores.drafts.getState().texts[l1]).toBe(' And');
  });

  it('that is discarded leaves the composer alone, and comes back before what is in it with Z', async () => {
    const { bridge, stores } = setUp();
    stores.drafts.getState().type(l1, 'Or ten?');
    await stores.replying.discard(m1);
    expect(stores.drafts.getState().texts[l1]).toBe('Or ten?');
    expect(stores.undoStack.undoLast()).toBe(true);
    await vi.advanceTimersByTimeAsync(400);
    expect(bridge.inputsOf('drafts.save').at(-1)).toMatchObject({ text: 'Nine works.\n\nOr ten?' });
  });

  it('that the engine does not take stays in the composer', async () => {
    const stores = createStores(fakeBridge({ 'messages.send': () => no('disk_full') }), Date.now);
    stores.drafts.getState().type(l1, 'Nine works.');
    expect(await stores.replying.send(l1)).toMatchObject({ code: 'disk_full' });
    expect(stores.drafts.getState().texts[l1]).toBe('Nine works.');
  });

  it('is sent once, however often it is pressed while the app answers', async () => {
    const { bridge, stores } = setUp();
    stores.drafts.getState().type(l1, 'Nine works.');
    await Promise.all([1, 2, 3].map(() => stores.replying.send(l1)));
    await stores.replying.send(l1);
    expect(bridge.inputsOf('messages.send')).toHaveLength(1);
    expect(stores.toasts.getState().toasts).toHaveLength(1);
  });

  it('that nobody answered keeps its text and its id, and is not the next one', async () => {
    let isUp = false;
    const sent = said('m1', { side: 'business', text: 'Nine works.', sending: { state: 'sent' } });
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

  it('that was taken though nobody answered leaves the composer when the app is there again', async () => {
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

  it('that could not be sent says so where another lead is open meanwhile', async () => {
    const stores = createStores(fakeBridge({ 'messages.send': () => no('disk_full') }), Date.now);
    stores.drafts.getState().type(l1, 'Nine works.');
    stores.leads.getState().select(id('l2'));
    await stores.replying.send(l1);
    expect(stores.toasts.getState().toasts).toMatchObject([{ content: { code: 'disk_full' } }]);
  });

  it('that is called back after typing on stands once, before what was typed', async () => {
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

  it('that is called back while the app starts again is asked for once more', async () => {
    let asked = 0;
    const bridge = fakeBridge({
      'messages.undo': () => ((asked += 1) === 1 ? no('engine_unavailable') : ok(givenBack)),
      'drafts.save': () => ok({ sent: null }),
    });
    const stores = createStores(bridge, Date.now);
    stores.drafts.getState().type(l1, '');
    await stores.replying.undo(m1, l1);
    expect(stores.drafts.getState().texts[l1]).toBe('Nine works.');
    expect(stores.toasts.getState().toasts).toEqual([]);
  });

  it('that is called back though its sending was never answered does not stand there twice', async () => {
    let replyID = '';
    const bridge = fakeBridge({
      'messages.send': (input) => {
        replyID = input.replyID;
        return no('engine_unavailable');
      },
      'messages.undo': () => ok({ ...givenBack, replyID: replyID as ReplyID }),
      'drafts.save': () => no('engine_unavailable'),
    });
    const stores = createStores(bridge, Date.now);
    stores.drafts.getState().type(l1, 'Nine works.');
    await stores.replying.send(l1);
    await stores.replying.undo(m1, l1);
    expect(stores.drafts.getState().texts[l1]).toBe('Nine works.');
    expect(stores.drafts.getState().replyIDOf(l1)).not.toBe(replyID);
  });
});
