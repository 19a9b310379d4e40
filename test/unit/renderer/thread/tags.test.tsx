// @vitest-environment happy-dom
/** Tags set with the keyboard, quickly, while leads load. */
import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { TagPicker } from '../../../../renderer/leads/tag-picker.tsx';
import { press, type } from '../support/keyboard.ts';
import { fakeBridge, id, lead, no, ok, row } from '../support/samples.ts';
import { holdAnswers, inboxOf } from '../support/inbox.ts';
import { openInboxOver } from '../support/window.tsx';

/**
 * The inbox with a selected lead that has two tags and is still loading; `refuses` makes marks fail. Without tags
 * of the lead, the test answers with the known ones.
 */
const openPicker = async ({
  refuses = false,
  tags = ['Apartment', 'Repeat'],
  isSelected = true,
} = {}) => {
  const rows = [row({ tags, isUnread: false })];
  const known = holdAnswers(false);
  const marks = holdAnswers(false);
  const bridge = fakeBridge({
    ...inboxOf(rows),
    'leads.get': () => new Promise(() => undefined),
    'leads.mark': async () => {
      await marks.inTime();
      return refuses ? no('disk_full') : ok({});
    },
    'tags.list': async () => {
      await known.inTime();
      return ok({ tags: ['Apartment', 'Repeat', 'VIP'] });
    },
  });
  if (tags.length === 0) known.hold();
  const stores = await openInboxOver(bridge, <TagPicker />);
  if (isSelected) await act(async () => stores.leads.getState().select(id('l1')));
  await act(async () => {
    if (isSelected) press('t');
    else stores.tagPicker.setState({ open: id('l1') });
  });
  screen.getByRole('combobox').focus();
  return {
    stores,
    answer: known.release,
    holdMarks: marks.hold,
    answerMarks: marks.release,
    leaveList: () =>
      act(async () => {
        rows.pop();
        await stores.leads.getState().refetch();
      }),
    changes: () => bridge.inputsOf('leads.mark').map((input) => (input as { tags: unknown }).tags),
    selected: () =>
      screen.getAllByRole('option', { selected: true }).map(({ textContent }) => textContent),
  };
};

const typed = (text: string): Promise<void> => act(async () => type(text));
const enter = (): Promise<void> => act(async () => void press('Enter'));

describe('the tags of a lead', () => {
  it('are added by a word in any case, and a second Enter adds nothing', async () => {
    const { changes, selected } = await openPicker();
    await typed('vip');
    await enter();
    await enter();
    expect(changes()).toEqual([{ add: ['VIP'], remove: [] }]);
    expect(selected()).toEqual(['Apartment', 'Repeat', 'VIP']);
  });

  it('are listed by name, with 2 before 10', async () => {
    await openPicker({ tags: ['Floor 10', 'Floor 2'] });
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Apartment',
      'Floor 2',
      'Floor 10',
      'Repeat',
      'VIP',
    ]);
  });

  it('are not added by the Enter of an input method that is composing a letter', async () => {
    const { changes } = await openPicker();
    await typed('VIP');
    await act(async () => void press('Enter', { isComposing: true }));
    expect(changes()).toEqual([]);
    expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('VIP');
  });

  it('are created from typed text without extra spaces', async () => {
    const { changes } = await openPicker();
    await typed(' Call  after 5 ');
    await enter();
    expect(changes()).toEqual([{ add: ['Call after 5'], remove: [] }]);
  });

  it('are removed with the arrow keys and restored by an undo', async () => {
    const { changes, stores } = await openPicker();
    await act(async () => void press('ArrowDown'));
    await act(async () => void press('ArrowDown'));
    await enter();
    await act(async () => void stores.undoStack.undoLast());
    expect(changes()).toEqual([
      { add: [], remove: ['Repeat'] },
      { add: ['Repeat'], remove: [] },
    ]);
  });

  it('are chosen with the arrow keys although one was pressed before they were known', async () => {
    const { answer, changes } = await openPicker({ tags: [] });
    await act(async () => void press('ArrowDown'));
    await answer();
    await act(async () => void press('ArrowDown'));
    await enter();
    expect(changes()).toEqual([{ add: ['Apartment'], remove: [] }]);
  });

  it('are unchanged with a failure when the engine refuses', async () => {
    const { selected, stores } = await openPicker({ refuses: true });
    await typed('VIP');
    await enter();
    expect(selected()).toEqual(['Apartment', 'Repeat']);
    expect(stores.toasts.getState().toasts.at(-1)?.content).toMatchObject({ kind: 'failed' });
    expect(stores.undoStack.undoLast()).toBe(false);
  });

  it('are unchanged when the engine refuses both of two quick changes', async () => {
    const { selected, holdMarks, answerMarks } = await openPicker({ refuses: true });
    holdMarks();
    for (let change = 1; change <= 2; change += 1) {
      await typed('Repeat');
      await enter();
    }
    await answerMarks();
    expect(selected()).toEqual(['Apartment', 'Repeat']);
  });

  it('are not set when the engine refuses to add and to remove a new one', async () => {
    const { selected, holdMarks, answerMarks } = await openPicker({ refuses: true });
    holdMarks();
    for (let change = 1; change <= 2; change += 1) {
      await typed('VIP');
      await enter();
    }
    await answerMarks();
    expect(selected()).toEqual(['Apartment', 'Repeat']);
  });

  it.each([true, false])(
    'are set on a lead in no list while it loads, and a failure is reported (%s)',
    async (isThere) => {
      const bridge = fakeBridge({
        ...inboxOf([]),
        'thread.page': () => new Promise(() => undefined),
        'leads.get': () => (isThere ? ok({ lead: lead() }) : no('engine_unavailable')),
      });
      const stores = await openInboxOver(bridge, <TagPicker />);
      await act(async () => stores.leads.getState().select(id('l1')));
      await act(async () => void press('t'));
      screen.getByRole('combobox').focus();
      await typed('VIP');
      await enter();
      expect(bridge.inputsOf('leads.mark')).toEqual(
        isThere ? [{ leadIDs: ['l1'], tags: { add: ['VIP'], remove: [] } }] : [],
      );
      const last = stores.toasts.getState().toasts.at(-1);
      expect(last?.content.kind).toBe(isThere ? 'done' : 'failed');
    },
  );

  it('can still be changed after the lead has left the list', async () => {
    const { changes, leaveList, selected } = await openPicker({ isSelected: false });
    await typed('repeat');
    await enter();
    await leaveList();
    expect(selected()).toEqual(['Apartment']);
    await typed('vip');
    await enter();
    expect(changes()).toEqual([
      { add: [], remove: ['Repeat'] },
      { add: ['VIP'], remove: [] },
    ]);
  });
});
