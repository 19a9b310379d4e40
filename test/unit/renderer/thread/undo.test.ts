import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { TFunction } from 'i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CommandInput } from '../../../../contract/commands.ts';
import type { MessageID, Note } from '../../../../contract/records.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import type { UndoStack } from '../../../../renderer/platform/undo.ts';
import { countOtherSending, findVisibleToast } from '../../../../renderer/platform/toasts.ts';
import { fakeBridge, id, lead, no, noon, ok, row, messageLike } from '../support/samples.ts';

const keys = ((key: string, params?: { name?: string }) =>
  [key, params?.name].filter(Boolean).join(' ')) as unknown as TFunction;

const setUp = () => {
  let isGone = false;
  let sent = 0;
  let inTime = Promise.resolve();
  const bridge = fakeBridge({
    'leads.mark': () => (isGone ? no('not_found') : ok({})),
    'messages.send': async () => {
      await inTime;
      return ok({
        message: messageLike(`m${(sent += 1)}`, {
          side: 'business',
          text: 'Nine works.',
          sending: { state: 'queued', notBefore: Date.now() + 5_000, waitsFor: 'undo' },
        }),
      });
    },
    'notes.save': ({ noteID, kind, text, was }) =>
      ok({
        note: { noteID, kind, text, at: noon, editedAt: null, ...was } as Note,
        clearsNeedsReply: false,
      }),
    'notes.remove': async () => {
      await inTime;
      return isGone ? no('not_found') : ok({});
    },
    'messages.undo': async ({ messageID }) => {
      await inTime;
      return ok({ leadID: id('l1'), replyID: null, text: messageID, draft: messageID });
    },
    'drafts.save': () => ok({ sent: null }),
    'leads.get': () => ok({ lead: lead() }),
    'thread.page': () => ok({ messages: [], earlier: null }),
  });
  const stores = createStores(bridge, Date.now);
  const send = async (to: string): Promise<void> => {
    stores.drafts.getState().type(id(to), 'Nine works.');
    await stores.replying.send(id(to));
  };
  return {
    bridge,
    stores,
    send,
    z: stores.undoStack.undoLast,
    leaves: () => (isGone = true),
    /** Delays answers to removing, sending and undoing until the returned function is called. */
    holds: (): (() => Promise<unknown>) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      inTime = promise;
      return () => (resolve(), settle());
    },
    saved: () => bridge.inputsOf('notes.save') as CommandInput<'notes.save'>[],
    marks: () => bridge.inputsOf('leads.mark') as CommandInput<'leads.mark'>[],
    shown: () => findVisibleToast(stores.toasts.getState().toasts)?.content,
    words: () => {
      const one = findVisibleToast(stores.toasts.getState().toasts)?.content;
      return one?.kind === 'done' ? one.getText(keys) : undefined;
    },
  };
};

/** Runs the garbage collector. */
const collected = async (): Promise<void> => {
  setFlagsFromString('--expose-gc');
  await new Promise((done) => void setTimeout(done));
  (runInNewContext('gc') as () => void)();
};

const settle = () => vi.advanceTimersByTimeAsync(0);
const ann = row({ leadID: id('l1'), customerName: 'Ann' });
const tom = row({ leadID: id('l2'), customerName: 'Tom' });

const note: Note = {
  noteID: '7b0e3a52-5c11-4f1e-9d0a-2f6c1d0e8a11' as Note['noteID'],
  kind: 'note',
  text: 'Gate code 4411.',
  at: noon,
  editedAt: null,
};

describe('Z', () => {
  beforeEach(() => void vi.useFakeTimers({ now: noon }));
  afterEach(() => void vi.useRealTimers());

  it('undoes actions in reverse order, each once', async () => {
    const { stores, z, marks } = setUp();
    stores.marking.toggle('starred', ann);
    stores.marking.toggle('archived', tom);
    await settle();
    expect([z(), z(), z()]).toEqual([true, true, false]);
    await settle();
    expect(marks().slice(2)).toEqual([
      { leadIDs: ['l2'], archived: false },
      { leadIDs: ['l1'], starred: false },
    ]);
    expect(stores.leads.getState().selected).toBe('l2');
  });

  it('restores the value before the last of several quick changes', async () => {
    const { stores, z, marks } = setUp();
    const statuses = (['hired', 'not_hired'] as const).map((status) => ({
      ...{ status, reason: null, words: '' },
    }));
    for (const jobStatus of statuses) void stores.leadEditor.setJobStatus(ann, jobStatus);
    for (const person of ['ben', 'eva']) void stores.leadEditor.assign(ann, person, person);
    for (const hours of [1, 2]) stores.marking.snooze(ann, noon + hours * 3_600_000);
    await settle();
    for (let press = 0; press < 4; press++) {
      z();
      await settle();
    }
    expect(marks().slice(6)).toEqual([
      { leadIDs: ['l1'], snoozedUntil: noon + 3_600_000 },
      { leadIDs: ['l1'], snoozedUntil: null },
      { leadIDs: ['l1'], assignee: 'ben' },
      { leadIDs: ['l1'], assignee: null },
    ]);
    void stores.leadEditor.assign(ann, 'zoe', 'Zoe');
    await settle();
    z();
    await settle();
    expect(marks().at(-1)).toEqual({ leadIDs: ['l1'], assignee: null });
    z();
    await settle();
    expect(marks().at(-1)).toEqual({ leadIDs: ['l1'], jobStatus: statuses[0] });
  });

  it('undoes an action before the engine answers, not an earlier one', async () => {
    const { stores, z, marks } = setUp();
    stores.marking.toggle('starred', ann);
    await settle();
    stores.marking.toggle('archived', tom);
    z();
    await settle();
    expect(marks().at(-1)).toEqual({ leadIDs: ['l2'], archived: false });
  });

  it('restores a deleted note even before its deletion is answered', async () => {
    const { stores, z, holds, saved, marks } = setUp();
    stores.marking.toggle('starred', ann);
    stores.noting.getState().edit(id('l1'), note);
    stores.noting.getState().type('Gate code 4411. Ring twice.');
    await stores.noting.getState().save();
    const answer = holds();
    const edited = { ...note, text: 'Gate code 4411. Ring twice.', editedAt: noon };
    void stores.noting.getState().remove(id('l1'), edited);
    expect(z()).toBe(true);
    await answer();
    expect(saved().slice(1)).toMatchObject([{ text: edited.text, was: { editedAt: noon } }]);
    expect([z(), z(), z()]).toEqual([true, true, false]);
    await settle();
    expect(saved().at(-1)).toMatchObject({ text: note.text });
    expect(marks().at(-1)).toEqual({ leadIDs: ['l1'], starred: false });
  });

  it('undoes a repeated press once', async () => {
    const { stores, z, holds, saved } = setUp();
    const answer = holds();
    void stores.noting.getState().remove(id('l1'), note);
    void stores.noting.getState().remove(id('l1'), note);
    await answer();
    expect([z(), z()]).toEqual([true, false]);
    await settle();
    expect(saved()).toHaveLength(1);
  });

  it('undoes a mark once whose key was pressed twice before the answer', async () => {
    const { stores, z, marks } = setUp();
    stores.marking.toggle('starred', ann);
    stores.marking.toggle('starred', ann);
    await settle();
    expect([z(), z()]).toEqual([true, false]);
    await settle();
    expect(marks()).toMatchObject([{ starred: true }, { starred: false }]);
  });

  it('undoes nothing for a mark whose key was pressed twice and that was refused', async () => {
    const { stores, z, leaves } = setUp();
    leaves();
    stores.marking.toggle('starred', ann);
    stores.marking.toggle('starred', ann);
    await settle();
    expect(z()).toBe(false);
    expect(stores.toasts.getState().toasts).toHaveLength(1);
  });

  it('undoes nothing else when its action fails', async () => {
    const { stores, z, holds, leaves, saved, marks, shown } = setUp();
    stores.marking.toggle('starred', ann);
    await settle();
    const answer = holds();
    leaves();
    void stores.noting.getState().remove(id('l1'), note);
    z();
    await answer();
    expect(shown()).toMatchObject({ kind: 'failed', code: 'not_found' });
    expect([saved().length, marks().length]).toEqual([0, 1]);
  });

  it('opens the lead of a reply at once and undoes it once its sending is answered', async () => {
    const { stores, send, z, holds, bridge, shown } = setUp();
    const answer = holds();
    void send('l2');
    stores.leads.getState().select(id('l1'));
    z();
    expect(stores.leads.getState().selected).toBe('l2');
    expect(bridge.inputsOf('messages.undo')).toEqual([]);
    await answer();
    expect(bridge.inputsOf('messages.undo')).toEqual([{ messageID: 'm1' }]);
    expect([z(), shown()]).toEqual([false, undefined]);
  });

  it('skips a reply that was undone in the conversation before its sending was answered', async () => {
    const { stores, send, z, holds, shown } = setUp();
    const answer = holds();
    void send('l2');
    void stores.replying.undo('m1' as MessageID, id('l2'));
    await answer();
    expect([z(), shown()]).toEqual([false, undefined]);
  });

  it('shows why an undo failed and does not retry it', async () => {
    const { stores, z, marks, leaves, shown } = setUp();
    stores.marking.toggle('starred', ann);
    await settle();
    leaves();
    z();
    await settle();
    expect(shown()).toMatchObject({ kind: 'failed', code: 'not_found', attempted: 'undo' });
    expect([z(), marks().length]).toEqual([false, 2]);
  });

  it('ignores a mark that could not be set', async () => {
    const { stores, z, leaves, shown } = setUp();
    leaves();
    stores.marking.toggle('starred', ann);
    await settle();
    expect(shown()).toMatchObject({ kind: 'failed', attempted: 'mark', customer: 'Ann' });
    expect(z()).toBe(false);
  });

  it('shortly after a reply was sent is for that reply, and later for the action before', async () => {
    const { stores, send, z, bridge, marks } = setUp();
    stores.marking.toggle('starred', ann);
    await send('l2');
    await vi.advanceTimersByTimeAsync(6_000);
    z();
    await settle();
    expect(bridge.inputsOf('messages.undo')).toEqual([{ messageID: 'm1' }]);
    await send('l2');
    await vi.advanceTimersByTimeAsync(10_000);
    z();
    await settle();
    expect(marks().at(-1)).toEqual({ leadIDs: ['l1'], starred: false });
  });

  it('undoes a reply once, together with its own Undo', async () => {
    const { stores, send, z, bridge } = setUp();
    await send('l1');
    z();
    await stores.replying.undo('m1' as MessageID, id('l1'));
    expect([z(), bridge.inputsOf('messages.undo')]).toEqual([false, [{ messageID: 'm1' }]]);
  });

  it('skips a reply that was undone in the conversation and undoes the action before', async () => {
    const { stores, send, z, bridge, marks } = setUp();
    stores.marking.toggle('starred', ann);
    await send('l2');
    await stores.replying.undo('m1' as MessageID, id('l2'));
    expect(findVisibleToast(stores.toasts.getState().toasts)).toBeUndefined();
    z();
    await settle();
    expect(bridge.inputsOf('messages.undo')).toEqual([{ messageID: 'm1' }]);
    expect(marks().at(-1)).toEqual({ leadIDs: ['l1'], starred: false });
  });

  it('releases the memory of a sent reply', async () => {
    const { stores, send } = setUp();
    const { pushPending } = stores.undoStack;
    const undos: WeakRef<object>[] = [];
    const watched: UndoStack['pushPending'] = (answer, done, askedBack) =>
      pushPending(
        answer,
        (value) => {
          const undo = done(value);
          if (undo !== null) undos.push(new WeakRef(undo));
          return undo;
        },
        askedBack,
      );
    Object.assign(stores.undoStack, { pushPending: watched });
    await send('l1');
    await send('l2');
    await vi.advanceTimersByTimeAsync(10_000);
    stores.toasts.getState().show({ kind: 'failed', code: 'disk_full' });
    expect(stores.undoStack.canUndo()).toBe(false);
    vi.useRealTimers();
    await collected();
    expect(undos.map((undo) => undo.deref())).toEqual([undefined, undefined]);
  });
});

describe('the visible toast', () => {
  beforeEach(() => void vi.useFakeTimers({ now: noon }));
  afterEach(() => void vi.useRealTimers());

  it('counts other waiting replies, and shows the earlier one again after the later was sent', async () => {
    const { stores, send, shown } = setUp();
    stores.leads.setState({ rows: [ann, tom].map((each) => ({ ...each, place: '' })) });
    await send('l1');
    await vi.advanceTimersByTimeAsync(2_000);
    await send('l2');
    expect(shown()).toEqual({ kind: 'sending', customer: 'Tom' });
    expect(countOtherSending(stores.toasts.getState().toasts)).toBe(1);
    stores.toasts.getState().close(2);
    expect(shown()).toEqual({ kind: 'sending', customer: 'Ann' });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(shown()).toBeUndefined();
  });

  it('names the customer and is replaced by the latest action', async () => {
    const { stores, words } = setUp();
    stores.marking.toggle('archived', ann);
    expect(words()).toBe('marks.archived.wasSet Ann');
    stores.marking.toggle('starred', tom);
    expect(words()).toBe('marks.starred.wasSet Tom');
    await vi.advanceTimersByTimeAsync(6_000);
    expect(words()).toBeUndefined();
  });

  it('shows a failure first for ten seconds or until it is closed', async () => {
    const { stores, shown, words } = setUp();
    stores.toasts.getState().show({ kind: 'failed', code: 'disk_full' });
    stores.marking.toggle('starred', tom);
    expect(shown()).toMatchObject({ code: 'disk_full' });
    stores.toasts.getState().close(1);
    expect(words()).toBe('marks.starred.wasSet Tom');
    stores.toasts.getState().show({ kind: 'failed', code: 'disk_full' });
    await vi.advanceTimersByTimeAsync(9_999);
    expect(shown()).toMatchObject({ code: 'disk_full' });
    await vi.advanceTimersByTimeAsync(1);
    expect(shown()).toBeUndefined();
  });
});
