// @vitest-environment happy-dom
/** Saved replies by key, chip and `/`, even while the lead loads. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { SavedReply } from '../../../../contract/commands/saved-replies.ts';
import { LeadList } from '../../../../renderer/inbox/lead-list.tsx';
import { buildQuery } from '../../../../renderer/platform/queries.ts';
import { Thread } from '../../../../renderer/thread/thread.tsx';
import { TypeAhead } from '../../../../renderer/thread/type-ahead.tsx';
import { press, type } from '../support/keyboard.ts';
import { fakeBridge, id, ok, row, messageLike } from '../support/samples.ts';
import { holdAnswers, inboxOf } from '../support/inbox.ts';
import { openInboxOver } from '../support/window.tsx';

document.documentElement.lang = 'en';

const reply = (savedReplyID: string, change: Record<string, unknown> = {}): SavedReply =>
  ({
    savedReplyID,
    name: `Reply ${savedReplyID}`,
    text: `Text of ${savedReplyID}.`,
    scope: { for: 'all' },
    isPinned: true,
    ...change,
  }) as SavedReply;

const greeting = reply('greeting', {
  name: 'Greeting',
  text: 'Hi {{customer.firstName|there}}, I can come {{cursor}}.',
});

type Setup = {
  readonly replies?: readonly SavedReply[];
  readonly name?: string;
  readonly isKnown?: boolean;
  readonly requestText?: string;
};

/** The inbox of two leads, whose details the test provides. */
const openInbox = async ({
  replies = [greeting],
  name = 'Maria Delgado',
  isKnown = true,
  requestText = '',
}: Setup) => {
  const answers = holdAnswers();
  const inbox = inboxOf([
    row({ leadID: 'l1', customerName: name, requestText, lastMessage: null, isUnread: false }),
    row({ leadID: 'l2', customerName: 'Tom Fischer', category: 'Roofing', isUnread: false }),
  ]);
  const bridge = fakeBridge({
    ...inbox,
    'thread.page': () => ok({ messages: [], earlier: null }),
    'savedReplies.list': () => ok({ replies: [...replies] }),
    'leads.get': async (input) => {
      await answers.inTime();
      return inbox['leads.get'](input);
    },
    'messages.send': ({ leadID, text }) =>
      ok({
        message: messageLike('m2', { leadID, text, side: 'business', sending: { state: 'sent' } }),
      }),
  });
  const stores = await openInboxOver(
    bridge,
    <>
      <LeadList />
      <Thread width="full" />
      <TypeAhead />
    </>,
  );
  if (isKnown)
    await act(() => stores.queries.client.prefetchQuery(buildQuery('savedReplies.list', {})));
  const opened = async (): Promise<HTMLTextAreaElement> => {
    act(() => stores.leads.getState().select(id('l1')));
    await answers.release();
    const field = await composer();
    act(() => field.focus());
    return field;
  };
  return { stores, answer: answers.release, opened, sent: () => bridge.inputsOf('messages.send') };
};

const composer = (): Promise<HTMLTextAreaElement> =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Reply to/ });
const alt = (digit: number): boolean => press(`${digit}`, { altKey: true, code: `Digit${digit}` });
/** The options of the slash menu. */
const options = async (): Promise<readonly HTMLElement[]> =>
  within(await screen.findByRole('listbox', { name: 'Saved replies' })).getAllByRole('option');
const isOpen = (): boolean => screen.queryByRole('listbox', { name: 'Saved replies' }) !== null;
const selected = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): string =>
  value.slice(selectionStart, selectionEnd);

describe('Alt+1', () => {
  it('opens the first lead and inserts the reply before it has loaded, with the cursor at {{cursor}}', async () => {
    const { answer, stores } = await openInbox({});
    act(() => void alt(1));
    expect(stores.leads.getState().selected).toBe('l1');
    await answer();
    const field = await composer();
    expect(field.value).toBe('Hi Maria, I can come .');
    expect(document.activeElement).toBe(field);
    expect(field.selectionStart).toBe('Hi Maria, I can come '.length);
  });

  it('inserts after text typed while the replies load', async () => {
    const { answer } = await openInbox({ isKnown: false });
    act(() => void alt(1));
    type('Good morning.');
    await answer();
    const field = await composer();
    await expect.poll(() => field.value).toBe('Good morning. Hi Maria, I can come .');
  });

  it('inserts at the cursor of an open composer, once while held', async () => {
    const { opened } = await openInbox({});
    const field = await opened();
    type('Thanks  Bye');
    field.setSelectionRange(7, 7);
    alt(1);
    for (let times = 0; times < 3; times++)
      press('1', { altKey: true, code: 'Digit1', repeat: true });
    expect(field.value).toBe('Thanks Hi Maria, I can come . Bye');
  });

  it('is the most specific reply: of the category, then the business, then for all', async () => {
    const other = { for: 'category', category: 'Roofing' };
    const own = { for: 'category', category: 'drain repair' };
    const business = { for: 'business', businessID: 'b1', businessName: 'Hill Country' };
    const { opened } = await openInbox({
      replies: [
        reply('all'),
        reply('roof', { scope: other }),
        reply('drain', { scope: own }),
        reply('loose', { scope: own, isPinned: false }),
        reply('business', { scope: business }),
      ],
    });
    await opened();
    const chips = screen.getByRole('group', { name: 'Pinned replies' });
    expect([...chips.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual([
      'Alt+1Reply drain',
      'Alt+2Reply business',
      'Alt+3Reply all',
    ]);
  });

  it('inserts after the composer was requested again', async () => {
    const { stores, opened } = await openInbox({});
    const field = await opened();
    // As an undo for the same lead does.
    act(() => stores.replyFocus.getState().request(id('l1')));
    expect(stores.inserting.has(id('l1'))).toBe(true);
    alt(1);
    expect(field.value).toBe('Hi Maria, I can come .');
  });

  it('inserts nothing without a reply for the key', async () => {
    const { opened } = await openInbox({});
    const field = await opened();
    expect(alt(2)).toBe(true);
    expect(field.value).toBe('');
  });
});

it('a clicked chip replaces the selection and returns the focus', async () => {
  const { opened } = await openInbox({});
  const field = await opened();
  type('Dear all');
  field.setSelectionRange(0, 8);
  fireEvent.click(screen.getByRole('button', { name: /Greeting/ }));
  expect(field.value).toBe('Hi Maria, I can come .');
  expect(document.activeElement).toBe(field);
});

describe('a chip clicked while the next lead loads', () => {
  /** The text of both composers after a click in the previous lead's composer, which is still shown. */
  const clicked = async (setup: Setup, name: RegExp) => {
    const { answer, opened, stores } = await openInbox(setup);
    await opened();
    act(() => stores.leads.getState().select(id('l2')));
    fireEvent.click(screen.getByRole('button', { name }));
    await answer();
    const next = await screen.findByRole<HTMLTextAreaElement>('textbox', {
      name: 'Reply to Tom Fischer',
    });
    return { before: stores.drafts.getState().texts[id('l1')] ?? '', next: next.value };
  };

  it('inserts into the next lead’s composer', async () => {
    expect(await clicked({}, /Greeting/)).toEqual({ before: '', next: 'Hi Tom, I can come .' });
  });

  it('inserts nothing if it is only for the previous lead', async () => {
    const drains = reply('drains', { scope: { for: 'category', category: 'Drain repair' } });
    expect(await clicked({ replies: [drains] }, /drains/)).toEqual({ before: '', next: '' });
  });
});

describe('a gap', () => {
  const gappy = reply('gappy', { text: 'Hi {{customer.firstName}}, it costs {{price}}.' });

  it('is marked in the text until it is filled in', async () => {
    const { opened } = await openInbox({ replies: [gappy], name: '' });
    const field = await opened();
    alt(1);
    const marked = () => Array.from(document.querySelectorAll('mark'), (mark) => mark.textContent);
    expect(marked()).toEqual(['[first name]', '{{price}}']);
    expect(document.querySelector('[aria-hidden]:has(> mark)')?.textContent).toBe(
      field.value.slice(0, -1),
    );
    fireEvent.change(field, { target: { value: 'Hi Ana, it costs {{price}}.' } });
    expect(marked()).toEqual(['{{price}}']);
    fireEvent.change(field, { target: { value: 'Hi Ana, it costs $90.' } });
    expect(marked()).toEqual([]);
  });

  it('is selected and blocks sending with a hint, and Tab moves to the next one', async () => {
    const { opened, sent } = await openInbox({ replies: [gappy], name: '' });
    const field = await opened();
    alt(1);
    expect(field.value).toBe('Hi [first name], it costs {{price}}.');
    expect(selected(field)).toBe('[first name]');
    expect(screen.getByText('Fill in “first name” before sending')).toBeTruthy();
    expect(press('Tab')).toBe(false);
    expect(selected(field)).toBe('{{price}}');
    expect(press('Tab')).toBe(true);
    press('Enter', { ctrlKey: true });
    expect(sent()).toEqual([]);
    expect(selected(field)).toBe('[first name]');
    fireEvent.change(field, { target: { value: 'Hi Ana, it costs $90.' } });
    press('Enter', { ctrlKey: true });
    expect(sent()).toMatchObject([{ text: 'Hi Ana, it costs $90.' }]);
  });
});

describe('a reply with a text for each language', () => {
  const both = reply('both', {
    text: 'Hi {{customer.firstName|there}}.',
    variants: { es: 'Hola, {{customer.firstName|buen día}}.' },
  });

  it.each([
    ['My sink is leaking and I need help', 'Hi Maria.'],
    ['Necesito ayuda con una fuga', 'Hola, Maria.'],
    ['Sink', 'Hi Maria.'],
  ])('is inserted in the customer’s language: %s', async (requestText, expected) => {
    const { opened } = await openInbox({ replies: [both], requestText });
    const field = await opened();
    alt(1);
    expect(field.value).toBe(expected);
  });

  it('changes its language with one click and keeps other text', async () => {
    const { opened } = await openInbox({ replies: [both] });
    const field = await opened();
    alt(1);
    type(' See you!');
    fireEvent.click(screen.getByRole('button', { name: 'Reply language: English' }));
    expect(field.value).toBe('Hola, Maria. See you!');
    type(' ');
    alt(1);
    expect(field.value).toContain('Hola, Maria. See you!');
  });
});

it('a customer whose name looks like a gap can be answered', async () => {
  const named = reply('named', { text: 'Hi {{customer.name}}.' });
  const { opened, sent } = await openInbox({ replies: [named], name: '[first name] {{city}}' });
  await opened();
  alt(1);
  press('Enter', { ctrlKey: true });
  expect(sent()).toMatchObject([{ text: 'Hi [first name] {{city}}.' }]);
});

describe('a slash', () => {
  const replies = [greeting, reply('Visit'), reply('Está lleno', { isPinned: false })];

  it('at the start of a word opens a menu that filters while typing, and Enter inserts', async () => {
    const { opened } = await openInbox({ replies });
    const field = await opened();
    type('Hello /');
    expect(await options()).toHaveLength(3);
    type('esta ll');
    expect(await options()).toHaveLength(1);
    expect(press('Enter')).toBe(false);
    expect(field.value).toBe('Hello Text of Está lleno.');
    expect(isOpen()).toBe(false);
  });

  it.each([
    ['key', () => alt(1)],
    ['chip', () => fireEvent.click(screen.getByRole('button', { name: /Greeting/ }))],
  ])('is replaced by a pinned reply chosen with its %s', async (_, choose) => {
    const { opened } = await openInbox({ replies });
    const field = await opened();
    type('Hello /gr');
    await options();
    choose();
    expect(field.value).toBe('Hello Hi Maria, I can come .');
    expect(isOpen()).toBe(false);
  });

  it('opens a menu that moves with the arrows, and Tab inserts', async () => {
    const { opened } = await openInbox({ replies });
    const field = await opened();
    type('/');
    await options();
    press('ArrowDown');
    press('ArrowDown');
    press('ArrowUp');
    expect((await options()).map((each) => each.getAttribute('aria-selected'))).toEqual([
      'false',
      'true',
      'false',
    ]);
    press('Tab');
    expect(field.value).toBe('Text of Visit.');
  });

  it('leaves the keys to an input method that is composing a letter', async () => {
    const { opened } = await openInbox({ replies });
    const field = await opened();
    type('/es');
    await options();
    for (const key of ['Enter', 'Tab', 'ArrowDown', 'Escape'])
      expect(press(key, { isComposing: true })).toBe(true);
    expect(field.value).toBe('/es');
    press('Escape');
    press('Escape', { isComposing: true });
    expect(document.activeElement).toBe(field);
  });

  it('is removed with its filter by Escape, and is plain text within a word', async () => {
    const { opened, sent } = await openInbox({ replies });
    const field = await opened();
    type('At 9 /es');
    await options();
    press('Escape');
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(field);
    expect(field.value).toBe('At 9 ');
    type('or 24/7');
    expect(field.value).toBe('At 9 or 24/7');
    expect(isOpen()).toBe(false);
    press('Enter', { ctrlKey: true });
    expect(sent()).toMatchObject([{ text: 'At 9 or 24/7' }]);
  });

  it('is not sent while its menu is open, nor alone', async () => {
    const { opened, sent, stores } = await openInbox({ replies });
    const field = await opened();
    const send = screen.getByRole<HTMLButtonElement>('button', { name: /^Send/ });
    type('/es');
    await options();
    expect(send.disabled).toBe(true);
    press('Enter', { ctrlKey: true });
    fireEvent.change(field, { target: { value: ' / ' } });
    expect(send.disabled).toBe(true);
    press('Enter', { ctrlKey: true });
    await stores.replying.send(id('l1'), { at: 2_000_000_000_000, unlessAnswered: true });
    expect(sent()).toEqual([]);
    expect(field.value).toBe(' / ');
  });

  it('offers three starter replies when there are none', async () => {
    const { opened } = await openInbox({ replies: [] });
    await opened();
    type('/');
    expect(await screen.findByText('No saved replies yet')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Add three starter replies' })).toBeTruthy();
    press('Enter');
    expect(isOpen()).toBe(false);
  });
});
