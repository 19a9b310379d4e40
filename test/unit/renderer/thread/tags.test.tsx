// @vitest-environment happy-dom
/** Tags as a person gives them: with T and the keyboard, quickly, and while leads are on their way. */
import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { TagPicker } from '../../../../renderer/leads/tag-picker.tsx';
import { press, type } from '../support/keyboard.ts';
import { fakeBridge, id, no, ok, row } from '../support/samples.ts';
import { inboxOf } from '../support/inbox.ts';
import { openInboxOver } from '../support/window.tsx';

/** The inbox with a lead of two tags chosen, which the engine has not read yet; `refuses` all marks. */
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
    given: () => bridge.inputsOf('leads.mark').map((input) => (input as { tags: unknown }).tags),
    selected: () =>
      screen.getAllByRole('option', { selected: true }).map(({ textContent }) => textContent),
  };
};

const typed = (text: string): Promise<void> => act(async () => type(text));
const enter = (): Promise<void> => act(async () => void press('Enter'));

describe('the tags of a lead', () => {
  it('are given by a word of them, whatever its capitals, and a second Enter gives no other', async () => {
    const { given, selected } = await openPicker();
    await typed('vip');
    await enter();
    await enter();
    expect(given()).toEqual([{ add: ['VIP'], remove: [] }]);
    expect(selected()).toEqual(['Apartment', 'Repeat', 'VIP']);
  });

  it('are made of what is typed, without the spaces around it', async () => {
    const { given } = await openPicker();
    await typed(' Call  after 5 ');
    await enter();
    expect(given()).toEqual([{ add: ['Call after 5'], remove: [] }]);
  });

  it('are found with the arrows and taken away, and given back by an undo', async () => {
    const { given, stores } = await openPicker();
    await act(async () => void press('ArrowDown'));
    await act(async () => void press('ArrowDown'));
    await enter();
    await act(async () => void stores.undoStack.undoLast());
    expect(given()).toEqual([
      { add: [], remove: ['Repeat'] },
      { add: ['Repeat'], remove: [] },
    ]);
  });

  it('are as they were when the engine refuses, and that is said', async () => {
    const { selected, stores } = await openPicker({ refuses: true });
    await typed('VIP');
    await enter();
    expect(selected()).toEqual(['Apartment', 'Repeat']);
    expect(stores.toasts.getState().toasts.at(-1)?.content).toMatchObject({ kind: 'failed' });
    expect(stores.undoStack.undoLast()).toBe(false);
  });
});
