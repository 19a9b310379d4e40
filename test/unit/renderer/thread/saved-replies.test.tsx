// @vitest-environment happy-dom
/** Saved replies in the inbox: by key, by chip and by `/`, also while the lead is still on its way. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { SavedReply } from '../../../../contract/commands/saved-replies.ts';
import { LeadList } from '../../../../renderer/inbox/lead-list.tsx';
import { queryFor } from '../../../../renderer/platform/queries.ts';
import { Thread } from '../../../../renderer/thread/thread.tsx';
import { TypeAhead } from '../../../../renderer/thread/type-ahead.tsx';
import { press, type } from '../support/keyboard.ts';
import { fakeBridge, id, ok, row, said } from '../support/samples.ts';
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

type Given = {
  readonly replies?: readonly SavedReply[];
  readonly name?: string;
  readonly isKnown?: boolean;
  readonly requestText?: string;
};

/** The inbox of two leads, the first of which is answered for only when the test lets it. */
const openInbox = async ({
  replies = [greeting],
  name = 'Maria Delgado',
  isKnown = true,
  requestText = '',
}: Given) => {
  const answers = holdAnswers();
  const inbox = inboxOf([
    row({ leadID: 'l1', customerName: name, requestText, lastMessage: null, unread: false }),
    row({ leadID: 'l2', customerName: 'Tom Fischer', category: 'Roofing', unread: false }),
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
        message: said('m2', { leadID, text, side: 'business', sending: { state: 'sent' } }),
      }),
  });
  const stores = await openInboxOver(
    bridge,
    <>
      <LeadList />
      <Thread room="full" />
      <TypeAhead />
    </>,
  );
  if (isKnown)
    await act(() => stores.queries.client.prefetchQuery(queryFor('savedReplies.list', {})));
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
/** The replies that the slash has opened. */
const options = async (): Promise<readonly HTMLElement[]> =>
  within(await screen.findByRole('listbox', { name: 'Saved replies' })).getAllByRole('option');
const isOpen = (): boolean => screen.queryByRole('listbox', { name: 'Saved replies' }) !== null;
const selected = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): string =>
  value.slice(selectionStart, selectionEnd);

describe('Alt+1', () => {
  it('opens the first lead of the list and writes before it has been read, where {{cursor}} says', async () => {
    const { answer, stores } = await openInbox({});
    act(() => void alt(1));
    expect(stores.leads.getState().selected).toBe('l1');
    await answer();
    const field = await composer();
    expect(field.value).toBe('Hi Maria, I can come .');
    expect(document.activeElement).toBe(field);
    expect(field.selectionStart).toBe('Hi Maria, I can come '.length);
  });

  it('writes behind what was typed meanwhile when the replies had still to be read', async () => {
    const { answer } = await openInbox({ isKnown: false });
    act(() => void alt(1));
    type('Good morning.');
    await answer();
    const field = await composer();
    await expect.poll(() => field.value).toBe('Good morning. Hi Maria, I can come .');
  });

  it('writes at the cursor of an open composer, and held down once', async () => {
    const { opened } = await openInbox({});
    const field = await opened();
    type('Thanks  Bye');
    field.setSelectionRange(7, 7);
    alt(1);
    for (let times = 0; times < 3; times++)
      press('1', { altKey: true, code: 'Digit1', repeat: true });
    expect(field.value).toBe('Thanks Hi Maria, I can come . Bye');
  });

  it('is the reply that fits most closely: of this category before those for all', async () => {
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

  it('is written each time, also after the composer was called for once more', async () => {
    const { stores, opened } = await openInbox({});
    const field = await opened();
    // As an undo of a reply to the same lead does.
    act(() => stores.calling.getState().call(id('l1')));
    expect(stores.inserting.has(id('l1'))).toBe(true);
    alt(1);
    expect(field.value).toBe('Hi Maria, I can come .');
  });

  it('writes nothing where no reply has that key', async () => {
    const { opened } = await openInbox({});
    const field = await opened();
    expect(alt(2)).toBe(true);
    expect(field.value).toBe('');
  });
});

it('a chip that is clicked writes in place of what is selected and gives the focus back', async () => {
  const { opened } = await openInbox({});
  const field = await opened();
  type('Dear all');
  field.setSelectionRange(0, 8);
  fireEvent.click(screen.getByRole('button', { name: /Greeting/ }));
  expect(field.value).toBe('Hi Maria, I can come .');
  expect(document.activeElement).toBe(field);
});

describe('a chip that is clicked while the next lead is being read', () => {
  /** What stands in both composers after a click in the one of the lead before, which still stands there. */
  const clicked = async (given: Given, name: RegExp) => {
    const { answer, opened, stores } = await openInbox(given);
    await opened();
    act(() => stores.leads.getState().select(id('l2')));
    fireEvent.click(screen.getByRole('button', { name }));
    await answer();
    const next = await screen.findByRole<HTMLTextAreaElement>('textbox', {
      name: 'Reply to Tom Fischer',
    });
    return { before: stores.drafts.getState().texts[id('l1')] ?? '', next: next.value };
  };

  it('writes to that lead', async () => {
    expect(await clicked({}, /Greeting/)).toEqual({ before: '', next: 'Hi Tom, I can come .' });
  });

  it('writes nothing where it is for the lead before alone', async () => {
    const drains = reply('drains', { scope: { for: 'category', category: 'Drain repair' } });
    expect(await clicked({ replies: [drains] }, /drains/)).toEqual({ before: '', next: '' });
  });
});

describe('a gap', () => {
  const gappy = reply('gappy', { text: 'Hi {{customer.firstName}}, it costs {{price}}.' });

  it('is selected, holds the sending back and says so; Tab goes to the next one and then on', async () => {
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
  ])('is written in the language of the customer: %s', async (requestText, expected) => {
    const { opened } = await openInbox({ replies: [both], requestText });
    const field = await opened();
    alt(1);
    expect(field.value).toBe(expected);
  });

  it('is written in the other language after one click, which keeps what was typed around it', async () => {
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

  it('at the start of a word opens the replies; what is typed chooses, Enter writes it in its place', async () => {
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
  ])('gives way to a pinned reply that is chosen by its %s', async (_, choose) => {
    const { opened } = await openInbox({ replies });
    const field = await opened();
    type('Hello /gr');
    await options();
    choose();
    expect(field.value).toBe('Hello Hi Maria, I can come .');
    expect(isOpen()).toBe(false);
  });

  it('is gone through with the arrows, and Tab writes', async () => {
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

  it('is removed with what was typed behind it by Escape, and within a word it is nothing else', async () => {
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

  it('is not sent while it asks for a reply, nor alone, however it got there', async () => {
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

  it('offers three replies to begin with where there are none', async () => {
    const { opened } = await openInbox({ replies: [] });
    await opened();
    type('/');
    expect(await screen.findByText('No saved replies yet')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Add three starter replies' })).toBeTruthy();
    press('Enter');
    expect(isOpen()).toBe(false);
  });
});
