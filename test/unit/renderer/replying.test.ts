import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MessageID } from '../../../contract/records.ts';
import { createStores } from '../../../renderer/state/stores.ts';
import { fakeBridge, id, lead, no, noon, ok, said } from './samples.ts';

const l1 = id('l1');
const m1 = 'm1' as MessageID;

const setUp = (undoable = true) => {
  const queued = said('m1', {
    side: 'business',
    sending: { state: 'queued', notBefore: noon + 10_000, waitsFor: 'undo' },
  });
  const bridge = fakeBridge({
    'messages.send': () => ok({ message: queued }),
    'messages.undo': () => (undoable ? ok({ leadID: l1, text: 'Nine works.' }) : no('too_late')),
    'messages.discard': () => ok({ leadID: l1, text: 'Nine works.' }),
    'drafts.save': () => ok({}),
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
    expect(bridge.inputsOf('messages.send')).toEqual([{ leadID: 'l1', text: 'Nine works.' }]);
    expect(stores.drafts.getState().texts[l1]).toBe('');
    expect(stores.toasts.getState().toasts).toMatchObject([
      { said: { what: 'sending' }, until: noon + 10_000 },
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
    await stores.replying.undo(m1);
    expect(stores.drafts.getState().texts[l1]).toBe('Nine works.\n\nSomething else');
  });

  it('that has left already says so', async () => {
    const { stores } = setUp(false);
    await stores.replying.undo(m1);
    expect(stores.toasts.getState().toasts).toMatchObject([
      { said: { what: 'failed', code: 'too_late' } },
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

  it('that could not be sent and is discarded gives its text back to an empty composer', async () => {
    const { stores } = setUp();
    await stores.replying.discard(m1);
    expect(stores.drafts.getState().texts[l1]).toBe('Nine works.');
  });

  it('that the engine does not take stays in the composer', async () => {
    const stores = createStores(fakeBridge({ 'messages.send': () => no('disk_full') }), Date.now);
    stores.drafts.getState().type(l1, 'Nine works.');
    expect(await stores.replying.send(l1)).toMatchObject({ code: 'disk_full' });
    expect(stores.drafts.getState().texts[l1]).toBe('Nine works.');
  });
});
