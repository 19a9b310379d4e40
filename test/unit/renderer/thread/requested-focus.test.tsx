// @vitest-environment happy-dom
/** Text typed for a requested composer while its lead loads. */
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { actions } from '../../../../renderer/app/areas.ts';
import { Inbox } from '../../../../renderer/inbox/inbox.tsx';
import { LeadList } from '../../../../renderer/inbox/lead-list.tsx';
import { Thread } from '../../../../renderer/thread/thread.tsx';
import { TypeAhead } from '../../../../renderer/thread/type-ahead.tsx';
import { Toasts } from '../../../../renderer/app/toasts.tsx';
import { press, type } from '../support/keyboard.ts';
import { fakeBridge, id, lead, ok, row } from '../support/samples.ts';
import { holdAnswers, inboxOf } from '../support/inbox.ts';
import { openInboxOver } from '../support/window.tsx';

const sentence = 'Hi, see you at ten';
const names: Readonly<Record<string, string>> = { l1: 'Maria Delgado', l2: 'Tom Fischer' };

afterEach(() => void vi.restoreAllMocks());

/** The inbox of two leads, whose details the test provides. */
const openInbox = async (drafts: Readonly<Record<string, string>> = {}) => {
  const answers = holdAnswers();
  let availability = 'here';
  const bridge = fakeBridge({
    ...inboxOf(
      Object.entries(names).map(([leadID, customerName]) =>
        row({ leadID, customerName, isUnread: false }),
      ),
    ),
    'leads.get': async ({ leadID }) => {
      await answers.inTime();
      return ok({
        lead: lead(
          { draft: drafts[leadID] ?? '' },
          { leadID, customerName: names[leadID], isUnread: false, availability },
        ),
      });
    },
    'messages.undo': async () => {
      await answers.inTime();
      return ok({ leadID: id('l1'), replyID: null, text: 'Nine works.', draft: 'Nine works.' });
    },
  });
  const stores = await openInboxOver(
    bridge,
    <>
      <LeadList />
      <Thread width="full" />
      <Toasts />
      <TypeAhead />
    </>,
  );
  const select = (leadID: string): void => act(() => stores.leads.getState().select(id(leadID)));
  return {
    bridge,
    stores,
    select,
    answer: answers.release,
    slow: answers.hold,
    goes: (where: string) => (availability = where),
    marks: () => bridge.inputsOf('leads.mark'),
  };
};

const findComposer = async (name: string): Promise<HTMLTextAreaElement> =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: `Reply to ${name}` });

describe('a requested composer', () => {
  it.each([
    ['R', () => press('r')],
    ['Enter in the list', () => fireEvent.keyDown(screen.getByRole('listbox'), { key: 'Enter' })],
  ])('by %s receives text typed while its lead loads', async (_, call) => {
    const { select, answer, marks } = await openInbox();
    select('l1');
    call();
    type(sentence);
    await answer();
    const field = await findComposer('Maria Delgado');
    expect(field.value).toBe(sentence);
    expect(document.activeElement).toBe(field);
    type(' sharp');
    expect(field.value).toBe(`${sentence} sharp`);
    expect(marks()).toEqual([]);
  });

  it('appends typed text to the stored draft and saves both', async () => {
    const { select, answer, stores, bridge } = await openInbox({ l1: 'Good morning. ' });
    select('l1');
    press('r');
    type(sentence);
    await answer();
    expect((await findComposer('Maria Delgado')).value).toBe(`Good morning. ${sentence}`);
    stores.drafts.getState().flush();
    expect(bridge.inputsOf('drafts.save')).toMatchObject([
      { leadID: 'l1', text: `Good morning. ${sentence}` },
    ]);
  });

  it('never writes to the lead that is still shown', async () => {
    const { select, answer, slow, stores } = await openInbox();
    select('l1');
    await answer();
    await findComposer('Maria Delgado');
    slow();
    select('l2');
    press('r');
    type(sentence);
    await answer();
    expect((await findComposer('Tom Fischer')).value).toBe(sentence);
    expect(stores.drafts.getState().texts[id('l1')]).toBe('');
  });

  it('of Undo from another lead receives text at once, after the restored reply', async () => {
    const { select, answer, slow, stores, marks } = await openInbox();
    select('l2');
    await answer();
    await findComposer('Tom Fischer');
    slow();
    const taken = stores.replying.undo('m9' as never, id('l1'));
    await act(async () => {});
    type('See you');
    await answer();
    await act(() => taken);
    const field = await findComposer('Maria Delgado');
    await vi.waitFor(() => expect(document.activeElement).toBe(field));
    expect(field.value).toMatch(/^Nine works\.\s*See you$/);
    expect(stores.drafts.getState().texts[id('l2')]).toBe('');
    expect(marks()).toEqual([]);
  });

  it('of a clicked notification takes the focus from the open reply', async () => {
    const { select, answer, slow, bridge, stores } = await openInbox();
    select('l1');
    await answer();
    (await findComposer('Maria Delgado')).focus();
    type('To Maria');
    slow();
    act(() => bridge.emit('openLead', { leadID: id('l2') }));
    type(sentence);
    await answer();
    expect((await findComposer('Tom Fischer')).value).toBe(sentence);
    expect(stores.drafts.getState().texts[id('l1')]).toBe('To Maria');
  });

  it('leaves Escape to an input method that is composing a letter', async () => {
    const { select, answer } = await openInbox();
    select('l1');
    press('r');
    type('Nine');
    press('Escape', { isComposing: true });
    type(' works');
    await answer();
    expect((await findComposer('Maria Delgado')).value).toBe('Nine works');
  });

  it('keeps typed text after Escape', async () => {
    const { select, answer, stores, marks } = await openInbox();
    select('l1');
    press('r');
    type('Half');
    press('Escape');
    expect(document.activeElement).toBe(screen.getByRole('listbox'));
    await answer();
    expect((await findComposer('Maria Delgado')).value).toBe('Half');
    expect(stores.replyFocus.getState().requested).toBeNull();
    press('s');
    expect(marks()).toEqual([{ leadIDs: ['l1'], starred: true }]);
  });

  it('of a lead that cannot be answered drops typed text', async () => {
    const { select, answer, goes, marks } = await openInbox();
    goes('gone');
    select('l1');
    press('r');
    type('Hi, se');
    await answer();
    await screen.findByText(/can't answer/);
    type('e you at ten');
    expect(marks()).toEqual([]);
    press('Escape');
    press('s');
    expect(marks()).toHaveLength(1);
  });

  it('that disappears while typing lets no key act on the page', async () => {
    const { select, answer, goes, stores, marks } = await openInbox();
    select('l1');
    await answer();
    (await findComposer('Maria Delgado')).focus();
    type('Hi, se');
    goes('gone');
    await act(() => stores.conversation.getState().refetch());
    await screen.findByText(/can't answer/);
    type('e you at ten');
    expect(marks()).toEqual([]);
  });
});

describe('a held key', () => {
  it('acts once, except J, which moves on through the list', async () => {
    const { select, answer, stores, marks } = await openInbox();
    select('l1');
    await answer();
    const field = await findComposer('Maria Delgado');
    press('r');
    for (let times = 0; times < 5; times++) press('r', { repeat: true });
    expect(field.value).toBe('');
    press('Escape');
    for (let times = 0; times < 5; times++) press('Escape', { repeat: true });
    expect(stores.leads.getState().selected).toBe('l1');
    press('s');
    for (let times = 0; times < 5; times++) press('s', { repeat: true });
    expect(marks()).toHaveLength(1);
    press('j');
    press('j', { repeat: true });
    expect(stores.leads.getState().selected).toBe('l2');
  });
});

it('all leads that are selected from a menu stay selected although the composer had the focus', async () => {
  const bridge = fakeBridge({
    ...inboxOf(['l1', 'l2', 'l3'].map((leadID) => row({ leadID, isUnread: false }))),
    'selection.report': ({ leadIDs = [] }) => ok({ leads: leadIDs.length, gone: [], facts: null }),
  });
  const stores = await openInboxOver(
    bridge,
    <>
      <Inbox Thread={Thread} loadThread={async () => undefined} />
      <TypeAhead />
    </>,
  );
  act(() => stores.leads.getState().select(id('l1')));
  await vi.waitFor(() => expect(document.getElementById('composer')).not.toBeNull());
  act(() => document.getElementById('composer')?.focus());
  await act(async () => void actions.find((action) => action.id === 'selectAll')?.run(stores));
  await vi.waitFor(() => expect(document.getElementById('composer')).toBeNull());
  expect(stores.selecting.getState().count).toBe(3);
  expect(stores.replyFocus.getState().requested).toBeNull();
});
