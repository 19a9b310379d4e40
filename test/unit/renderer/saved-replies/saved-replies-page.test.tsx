// @vitest-environment happy-dom

import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { SavedReply } from '../../../../contract/commands/saved-replies.ts';
import { fillTemplate, gapNames, findGaps } from '../../../../contract/template.ts';
import { createI18n } from '../../../../renderer/platform/i18n.ts';
import { SavedRepliesPage } from '../../../../renderer/saved-replies/saved-replies-page.tsx';
import { createStarters } from '../../../../renderer/leads/starters.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { countsOf, fakeBridge, no, noon, ok } from '../support/samples.ts';
import { showIn, words } from '../support/window.tsx';

const spoken = { en: words, es: await createI18n('es') };
for (const each of Object.values(spoken)) await each.loadNamespaces('savedReplies');

const reply = (savedReplyID: string, change: Record<string, unknown> = {}): SavedReply =>
  ({
    savedReplyID,
    name: `Reply ${savedReplyID}`,
    text: `Text of ${savedReplyID}.`,
    scope: { for: 'all' },
    isPinned: false,
    ...change,
  }) as SavedReply;

const openPage = async (initial: readonly SavedReply[], refuses = false) => {
  let replies = [...initial];
  const bridge = fakeBridge({
    'savedReplies.list': () => ok({ replies }),
    'savedReplies.save': ({ position, ...saved }) => {
      if (refuses) return no('disk_full');
      const others = replies.filter((each) => each.savedReplyID !== saved.savedReplyID);
      const at = replies.findIndex((each) => each.savedReplyID === saved.savedReplyID);
      replies = others.toSpliced(position ?? (at < 0 ? others.length : at), 0, saved as SavedReply);
      bridge.emit('changed', { kinds: ['savedReplies'], leadIDs: [] });
      return ok({});
    },
    'savedReplies.remove': ({ savedReplyID }) => {
      replies = replies.filter((each) => each.savedReplyID !== savedReplyID);
      bridge.emit('changed', { kinds: ['savedReplies'], leadIDs: [] });
      return ok({});
    },
    'savedReplies.reorder': () => new Promise(() => undefined),
    'views.counts': () => ok({ counts: countsOf({}), businesses: [] }),
  });
  const stores = createStores(bridge, () => noon);
  const show = () => showIn(stores, <SavedRepliesPage />);
  show();
  await screen.findByRole('heading', { name: 'Saved replies' });
  return { bridge, stores, show, kept: () => replies };
};

const field = <T extends HTMLElement = HTMLInputElement>(name: string): T =>
  screen.getByLabelText<T>(name);
const write = (name: string, value: string): void => {
  const into = field<HTMLElement>(name);
  if (into instanceof HTMLInputElement) return void fireEvent.change(into, { target: { value } });
  into.textContent = value;
  fireEvent.input(into);
};
const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }));

describe('the saved replies page', () => {
  it('saves a new reply once, and keeps unsaved text while another page is open', async () => {
    const { bridge, show, kept } = await openPage([reply('a')]);
    expect((await screen.findByLabelText('Text')).textContent).toBe('Text of a.');
    press('New reply');
    write('Name', 'Price');
    cleanup();
    show();
    await vi.waitFor(() => expect(field('Name').value).toBe('Price'));
    expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true);
    write('Text', 'From {{price}}');
    press('Save');
    press('Save');
    await vi.waitFor(() => expect(screen.queryByText('Not saved')).toBeNull());
    expect(bridge.inputsOf('savedReplies.save')).toHaveLength(1);
    expect(kept().map(({ name }) => name)).toEqual(['Reply a', 'Price']);
  });

  it('keeps the text and shows the failure when saving fails', async () => {
    await openPage([reply('a')], true);
    expect((await screen.findByLabelText('Text')).textContent).toBe('Text of a.');
    write('Text', 'Changed');
    press('Save');
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(field('Text').textContent).toBe('Changed');
    expect(screen.getByText('Not saved')).toBeTruthy();
  });

  it('deletes a reply at once, and Undo restores its position', async () => {
    const { stores, kept } = await openPage([reply('a'), reply('b')]);
    expect((await screen.findByLabelText('Text')).textContent).toBe('Text of a.');
    press('Delete');
    await vi.waitFor(() => expect(kept().map((each) => each.savedReplyID)).toEqual(['b']));
    await vi.waitFor(() => expect(stores.undoStack.undoLast()).toBe(true));
    await vi.waitFor(() => expect(kept().map((each) => each.savedReplyID)).toEqual(['a', 'b']));
  });

  it('moves a reply two places by two presses before the engine answers', async () => {
    const { bridge } = await openPage(['a', 'b', 'c'].map((each) => reply(each)));
    await screen.findByLabelText('Text');
    const down = screen.getByRole('button', { name: 'Move down' });
    for (let times = 0; times < 2; times++) await act(async () => void fireEvent.click(down));
    const orders = bridge.inputsOf('savedReplies.reorder') as { savedReplyIDs: string[] }[];
    expect(orders.at(-1)?.savedReplyIDs).toEqual(['b', 'c', 'a']);
    expect(field<HTMLElement>('Text').textContent).toBe('Text of a.');
    const shown = within(screen.getByRole('list', { name: 'Saved replies' })).getAllByRole(
      'listitem',
    );
    expect(shown.map((each) => each.dataset['savedReply'])).toEqual(['b', 'c', 'a']);
  });

  it('shows that the business of a reply is gone', async () => {
    const scope = { for: 'business', businessID: 'b9', businessName: 'Old Town Roofing' };
    await openPage([reply('a', { scope })]);
    expect(
      (await screen.findAllByText('Old Town Roofing (no longer connected)')).length,
    ).toBeGreaterThan(0);
  });
});

describe.each(['en', 'es'] as const)('the starter replies (%s)', (language) => {
  it('are three that leave no gap for any customer', () => {
    const nobody = { 'customer.firstName': '', 'customer.name': '', 'business.name': '' };
    const values = { ...nobody, category: '', city: '' };
    const all = createStarters(spoken[language]);
    expect(all).toHaveLength(3);
    for (const { name, text, isPinned } of all) {
      expect(name).not.toBe('');
      expect(isPinned).toBe(true);
      expect(text).toContain('{{customer.firstName|');
      expect(findGaps(fillTemplate(text, values, gapNames[language]).text)).toEqual([]);
    }
  });
});

describe('a text for another language', () => {
  it('is stored with the reply and removed when it is emptied', async () => {
    const { kept } = await openPage([reply('a', { text: 'Hi, thanks for asking.' })]);
    write('In Spanish, for customers who write Spanish', 'Hola, gracias.');
    press('Save');
    await vi.waitFor(() => expect(kept()[0]).toMatchObject({ variants: { es: 'Hola, gracias.' } }));
    write('In Spanish, for customers who write Spanish', '');
    press('Save');
    await vi.waitFor(() => expect(kept()[0]?.variants).toBeUndefined());
  });

  it('is English for a reply in Spanish', async () => {
    await openPage([reply('a', { text: 'Hola, gracias por escribirnos.' })]);
    expect(field('In English, for customers who write English')).toBeTruthy();
  });

  it('of the reply to an offered time can be changed and reset to the original', async () => {
    const { kept } = await openPage([reply('a')]);
    fireEvent.click(screen.getByRole('button', { name: /^Offered time/ }));
    expect(field('Text').textContent).toBe('Hi first name or “there”, times works for me.');
    await vi.waitFor(() =>
      expect(field('In Spanish, for customers who write Spanish').textContent).toContain('times'),
    );
    expect(screen.getByRole('region', { name: 'Preview' }).textContent).toContain(
      'Hi Maria, Tue, Nov 24, 5–9 PM works for me.',
    );
    write('Text', '{{times}} is good.');
    press('Save');
    await vi.waitFor(() => expect(kept()).toHaveLength(2));
    expect(kept()[1]).toMatchObject({ savedReplyID: 'offered-time', text: '{{times}} is good.' });
    fireEvent.click(await screen.findByRole('button', { name: 'Use the original' }));
    await vi.waitFor(() => expect(kept()).toHaveLength(1));
  });
});

it('the list shows variables as chips', async () => {
  await openPage([reply('a', { text: 'Hi {{customer.firstName|there}}, from {{price}}.' })]);
  const item = screen.getByRole('button', { name: /^Reply a/ });
  expect(item.textContent).toContain('Hi first name, from price.');
});

it('a variable is shown as one piece, even when typed, and saved as a variable', async () => {
  const { kept } = await openPage([reply('a', { text: 'Hi {{customer.firstName|there}}!' })]);
  const text = field('Text');
  expect(text.textContent).toBe('Hi first name or “there”!');
  expect(text.querySelector('[contenteditable="false"]')?.textContent).toBe(
    'first name or “there”',
  );
  text.append(' I am in {{city}}, from {{price}}.');
  fireEvent.input(text);
  expect(text.textContent).toBe('Hi first name or “there”! I am in city, from price.');
  press('Save');
  await vi.waitFor(() =>
    expect(kept()[0]?.text).toBe(
      'Hi {{customer.firstName|there}}! I am in {{city}}, from {{price}}.',
    ),
  );
});

it('a variable is inserted at the last cursor, or at the end, and replaces nothing', async () => {
  await openPage([reply('a', { text: 'Hi there.' })]);
  const text = field<HTMLElement>('Text');
  const selection = getSelection() as Selection;
  /** Leaves the field while the selection is in the heading. */
  const leave = (): void => {
    selection.selectAllChildren(screen.getByRole('heading', { name: 'Saved replies' }));
    act(() => text.blur());
  };
  act(() => text.focus());
  leave();
  press('City');
  expect(text.textContent).toBe('Hi there.city');

  act(() => text.focus());
  selection.collapse(text.firstChild, 2);
  act(() => text.blur());
  leave();
  press('Full name');
  expect(text.textContent).toBe('Hicustomer name there.city');
});
