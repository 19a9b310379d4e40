// @vitest-environment happy-dom
/** Notes and calls written with keys, quickly, while leads load. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { maxNoteLength } from '../../../../contract/limits.ts';
import type { Note } from '../../../../contract/records.ts';
import { LeadList } from '../../../../renderer/inbox/lead-list.tsx';
import { NoteTypeAhead } from '../../../../renderer/thread/note-field.tsx';
import { Thread } from '../../../../renderer/thread/thread.tsx';
import { press, type } from '../support/keyboard.ts';
import { fakeBridge, id, lead, membership, no, noon, ok, row } from '../support/samples.ts';
import { holdAnswers, inboxOf } from '../support/inbox.ts';
import { openInboxOver } from '../support/window.tsx';

const both = ['l1', 'l2'];

/** The inbox of two leads. The engine stores notes, and the test answers requests for details. */
const openInbox = async ({ slow = false, colleagues = [] as readonly string[] } = {}) => {
  const answers = holdAnswers(slow);
  let isDown = false;
  let now = noon;
  const notes = new Map<string, Note[]>(both.map((leadID) => [leadID, []]));
  const bridge = fakeBridge({
    ...inboxOf(both.map((leadID) => row({ leadID, customerName: leadID, isUnread: false }))),
    'leads.get': async ({ leadID }) => {
      await answers.inTime();
      return ok({ lead: lead({ notes: notes.get(leadID) }, { leadID, isUnread: false }) });
    },
    'notes.save': ({ leadID, noteID, kind, text, was }) => {
      if (isDown) return no('engine_unavailable');
      const there = notes.get(leadID) ?? [];
      const before = there.find((each) => each.noteID === noteID);
      const note = { editedAt: null, at: now, ...before, ...was, noteID, kind, text } as Note;
      notes.set(leadID, [...there.filter((each) => each !== before), note]);
      return ok({ note, clearsNeedsReply: kind === 'call' && before === undefined });
    },
    'notes.remove': ({ leadID, noteID }) => {
      notes.set(
        leadID,
        (notes.get(leadID) ?? []).filter((each) => each.noteID !== noteID),
      );
      return ok({});
    },
    'team.status': () =>
      ok({
        team: colleagues.length === 0 ? { state: 'none', refusal: null } : membership,
      }),
    'team.names': () =>
      ok({ names: colleagues.map((name) => ({ person: name, name, isGone: false })) }),
  });
  const stores = await openInboxOver(
    bridge,
    <>
      <LeadList />
      <Thread width="full" />
      <NoteTypeAhead />
    </>,
    () => now,
  );
  const select = (leadID: string): Promise<void> =>
    act(async () => stores.leads.getState().select(id(leadID)));
  await select('l1');
  const texts = (leadID = 'l1') => (notes.get(leadID) ?? []).map(({ kind, text }) => [kind, text]);
  /** The newest note, from the engine. */
  const newest = (): Note => {
    const note = notes.get('l1')?.at(-1);
    if (note === undefined) throw new Error('the lead has no note');
    return note;
  };
  return {
    bridge,
    edit: () => act(async () => stores.noting.getState().edit(id('l1'), newest())),
    remove: () => act(() => stores.noting.getState().remove(id('l1'), newest())),
    select,
    texts,
    answer: answers.release,
    down: (value: boolean) => void (isDown = value),
    later: (ms: number) => void (now += ms),
    undo: () => act(async () => stores.toasts.getState().toasts.at(-1)?.undo?.()),
  };
};

const pressed = (key: string, held = {}): Promise<void> => act(async () => void press(key, held));
const typed = (text: string): Promise<void> => act(async () => type(text));
const pasted = (value: string): Promise<void> =>
  act(async () => void fireEvent.change(document.activeElement as Element, { target: { value } }));
const field = (): HTMLTextAreaElement =>
  screen.getByLabelText<HTMLTextAreaElement>(/^(Note on|What you said)/);
const save = { ctrlKey: true };

describe('a note', () => {
  it('is written with N and saved once with repeated Ctrl+Enter', async () => {
    const { texts, bridge } = await openInbox();
    await pressed('n');
    await typed('Gate code 12, see dog');
    fireEvent.keyDown(field(), { key: 'Enter', ...save });
    await act(async () => void fireEvent.keyDown(field(), { key: 'Enter', ...save }));
    expect(texts()).toEqual([['note', 'Gate code 12, see dog']]);
    expect(bridge.inputsOf('notes.save')).toHaveLength(1);
    expect(screen.queryByLabelText(/^(Note on|What you said)/)).toBeNull();
    expect(document.activeElement?.id).toBe('lead-list');
  });

  it('receives text typed while its lead loads', async () => {
    const { answer, texts, bridge } = await openInbox({ slow: true });
    await pressed('n');
    await typed('See dog');
    await answer();
    expect(field().value).toBe('See dog');
    expect(document.activeElement).toBe(field());
    await pressed('Enter', save);
    expect(texts()).toEqual([['note', 'See dog']]);
    expect(bridge.inputsOf('leads.mark')).toEqual([]);
  });

  it('is saved once with its keys while its lead loads', async () => {
    const { answer, texts, bridge } = await openInbox({ slow: true });
    await pressed('n');
    await typed('See dog');
    const ahead = screen.getByLabelText(/^Your note/);
    fireEvent.keyDown(ahead, { key: 'Enter', ...save });
    await act(async () => void fireEvent.keyDown(ahead, { key: 'Enter', ...save }));
    expect(bridge.inputsOf('notes.save')).toHaveLength(1);
    expect(document.activeElement?.id).toBe('lead-list');
    await answer();
    expect(texts()).toEqual([['note', 'See dog']]);
    expect(screen.queryByLabelText(/^(Note on|What you said)/)).toBeNull();
  });

  it('that is too long is not saved while its lead loads', async () => {
    const { answer, bridge } = await openInbox({ slow: true });
    await pressed('n');
    await pasted('x'.repeat(maxNoteLength + 1));
    await pressed('Enter', save);
    await answer();
    expect(bridge.inputsOf('notes.save')).toEqual([]);
    expect(screen.getByText('1 character too long')).toBeTruthy();
  });

  it('that could not be saved while its lead loads shows the failure in its field', async () => {
    const { answer, texts, down } = await openInbox({ slow: true });
    down(true);
    await pressed('n');
    await typed('See dog');
    await pressed('Enter', save);
    await answer();
    expect(field().value).toBe('See dog');
    expect(screen.getByRole('alert')).toBeTruthy();
    down(false);
    await pressed('Enter', save);
    expect(texts()).toEqual([['note', 'See dog']]);
  });

  it('that was not saved is kept after Escape, another lead, and a failure', async () => {
    const { select, texts, down } = await openInbox();
    await pressed('n');
    await typed('Half a');
    await pressed('Escape');
    expect(screen.queryByLabelText(/^(Note on|What you said)/)).toBeNull();
    await select('l2');
    await pressed('n');
    expect(field().value).toBe('');
    await select('l1');
    await pressed('n');
    expect(field().value).toBe('Half a');
    await typed(' note');
    down(true);
    await pressed('Enter', save);
    expect(screen.getByRole('alert')).toBeTruthy();
    expect(field().value).toBe('Half a note');
    down(false);
    await pressed('Enter', save);
    expect([texts('l1'), texts('l2')]).toEqual([[['note', 'Half a note']], []]);
  });

  it('can be undone, and so can its changes and deletion', async () => {
    const { texts, undo, edit, remove } = await openInbox();
    await pressed('n');
    await typed('one');
    await pressed('Enter', save);
    await undo();
    expect(texts()).toEqual([]);
    await pressed('n');
    await typed('two');
    await pressed('Enter', save);
    await edit();
    await typed(' words');
    await pressed('Enter', save);
    expect(texts()).toEqual([['note', 'two words']]);
    await undo();
    expect(texts()).toEqual([['note', 'two']]);
    await remove();
    expect(texts()).toEqual([]);
    await undo();
    expect(texts()).toEqual([['note', 'two']]);
  });
});

describe('a call', () => {
  it('is logged once with C', async () => {
    const { texts, later } = await openInbox();
    await pressed('c');
    await pressed('c');
    expect(texts()).toEqual([['call', '']]);
    later(60_000);
    await pressed('c');
    expect(texts()).toHaveLength(2);
  });

  it('can be logged again after the clock was set back', async () => {
    const { texts, later } = await openInbox();
    await pressed('c');
    later(-3_600_000);
    await pressed('c');
    expect(texts()).toHaveLength(2);
  });

  it('is undone with its mark, and can be logged again at once', async () => {
    const { texts, bridge, undo } = await openInbox();
    await pressed('c');
    await undo();
    expect(texts()).toEqual([]);
    expect(bridge.inputsOf('leads.mark').at(-1)).toEqual({ leadIDs: ['l1'], noReplyNeeded: false });
    await pressed('c');
    expect(texts()).toEqual([['call', '']]);
  });

  it('can get a text afterwards', async () => {
    const { texts, edit } = await openInbox();
    await pressed('c');
    await edit();
    await typed('Tuesday at nine');
    await pressed('Enter', save);
    expect(texts()).toEqual([['call', 'Tuesday at nine']]);
  });
});

describe('a mention', () => {
  const colleagues = ['Ben Ode', 'Bea Ruiz', 'Cy Young'];
  const openNote = async () => {
    const inbox = await openInbox({ colleagues });
    await pressed('n');
    await screen.findByText('Type @ to mention a colleague');
    return inbox;
  };
  const list = () => screen.queryByRole('listbox', { name: 'People' });
  const highlighted = () =>
    within(list() ?? document.body).getByRole('option', { selected: true }).textContent;

  it('is completed with the arrows and Enter, beyond both ends of the list', async () => {
    await openNote();
    await typed('Ask @b');
    expect(highlighted()).toContain('Ben Ode');
    await pressed('ArrowUp');
    expect(highlighted()).toContain('Bea Ruiz');
    await pressed('ArrowDown');
    await pressed('ArrowDown');
    await pressed('Enter');
    expect(field().value).toBe('Ask @Bea Ruiz ');
    expect(list()).toBeNull();
  });

  it('leaves Ctrl+Enter to saving and Shift+Tab to the focus', async () => {
    const { texts } = await openNote();
    await typed('Ask @be');
    expect(press('Tab', { shiftKey: true })).toBe(true);
    await pressed('Enter', save);
    expect(texts()).toEqual([['note', 'Ask @be']]);
  });

  it('leaves the keys to an input method that is composing a letter', async () => {
    await openNote();
    await typed('Ask @be');
    for (const key of ['Enter', 'ArrowDown', 'Escape', 'Escape'])
      expect(press(key, { isComposing: true })).toBe(true);
    expect(field().value).toBe('Ask @be');
  });
});
