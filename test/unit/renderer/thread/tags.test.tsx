// @vitest-environment happy-dom
/** Tags set with the keyboard, quickly, while leads load. */
import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { TagPicker } from '../../../../renderer/leads/tag-picker.tsx';
import { press, type } from '../support/keyboard.ts';
import { fakeBridge, id, no, ok, row } from '../support/samples.ts';
import { inboxOf } from '../support/inbox.ts';
import { openInboxOver } from '../support/window.tsx';

/** The inbox with a selected lead that has two tags and is still loading; `refuses` makes marks fail. */
const openPicker = async ({ refuses = false } = {}) => {
  const bridge = fakeBridge({
    ...inboxOf([row({ tags: ['Apartment', 'Repeat'], unread: false })]),
    'leads.get': () => new Promise(() => undefined),
    'leads.mark': () => (refuses ? no('disk_full') : ok({})),
    'tags.list': () => ok({ tags: ['Apartment', 'Repeat', 'VIP'] }),
  });
  const stores = await openInboxOver(bridge, <TagPicker />);
  await act(async () => stores.leads.getState().select(id('l1')));
  await act(async () => void press('t'));
  screen.getByRole('combobox').focus();
  return {
    stores,
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

  it('are unchanged with a failure when the engine refuses', async () => {
    const { selected, stores } = await openPicker({ refuses: true });
    await typed('VIP');
    await enter();
    expect(selected()).toEqual(['Apartment', 'Repeat']);
    expect(stores.toasts.getState().toasts.at(-1)?.content).toMatchObject({ kind: 'failed' });
    expect(stores.undoStack.undoLast()).toBe(false);
  });
});
