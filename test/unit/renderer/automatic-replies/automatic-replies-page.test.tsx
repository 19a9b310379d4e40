// @vitest-environment happy-dom

import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import {
  notSentReasons,
  type AutomaticRule,
  type RuleID,
} from '../../../../contract/automatic-replies.ts';
import type { AssigningRule } from '../../../../contract/team/assigning.ts';
import type { SavedReply, SavedReplyID } from '../../../../contract/commands/saved-replies.ts';
import { initialSettings } from '../../../../contract/settings.ts';
import { CommandDialogs } from '../../../../renderer/app/command-dialogs.tsx';
import { AutomaticReplies } from '../../../../renderer/app/pages/automatic-replies.tsx';
import { SidebarAutomatic } from '../../../../renderer/app/sidebar/sidebar-foot.tsx';
import { createStores } from '../../../../renderer/app/stores.ts';
import { createI18n } from '../../../../renderer/platform/i18n.ts';
import { holdAnswers } from '../support/inbox.ts';
import { press, type } from '../support/keyboard.ts';
import {
  countsOf,
  fakeBridge,
  id,
  membership,
  no,
  noon,
  ok,
  type Handlers,
} from '../support/samples.ts';
import { showIn, startListening, words } from '../support/window.tsx';

const spanish = await createI18n('es');
for (const each of [words, spanish])
  await each.loadNamespaces(['automaticReplies', 'savedReplies', 'actions']);

const rule = (ruleID: string, change: Partial<AutomaticRule> = {}): AutomaticRule => ({
  ruleID: ruleID as RuleID,
  name: `Rule ${ruleID}`,
  isOn: false,
  when: { kind: 'newLead', afterSeconds: 30, withinMinutes: 15 },
  leads: { businesses: [], categories: [], areas: [], hours: 'any', charge: 'any' },
  content: { kind: 'text', text: 'Hi {{customer.firstName|there}}.' },
  isAnswer: false,
  ...change,
});

const openPage = async (
  initial: readonly AutomaticRule[],
  { isPaused = false, more = {} }: { isPaused?: boolean; more?: Handlers } = {},
) => {
  let rules = [...initial];
  const bridge = fakeBridge({
    'automaticReplies.list': () => ok({ rules, isPaused, sentToday: 3 }),
    'automaticReplies.save': (input) => {
      const saved = input as AutomaticRule;
      const at = rules.findIndex(({ ruleID }) => ruleID === saved.ruleID);
      rules = at < 0 ? [...rules, saved] : rules.with(at, saved);
      bridge.emit('changed', { kinds: ['automaticReplies'], leadIDs: [] });
      return ok({});
    },
    'automaticReplies.remove': ({ ruleID }) => {
      rules = rules.filter((each) => each.ruleID !== ruleID);
      bridge.emit('changed', { kinds: ['automaticReplies'], leadIDs: [] });
      return ok({});
    },
    'automaticReplies.reorder': ({ ruleIDs }) => {
      rules = rules.toSorted(
        (one, other) => ruleIDs.indexOf(one.ruleID) - ruleIDs.indexOf(other.ruleID),
      );
      bridge.emit('changed', { kinds: ['automaticReplies'], leadIDs: [] });
      return ok({});
    },
    'automaticReplies.pause': (input) => {
      isPaused = input.isPaused;
      bridge.emit('changed', { kinds: ['automaticReplies'], leadIDs: [] });
      return ok({});
    },
    'automaticReplies.preview': () => {
      const lead = { leadID: id('l1'), createdAt: noon, gap: '' };
      return ok({
        leads: [
          { ...lead, customerName: 'Ann', sendAt: noon, text: 'Hi Ann.', reason: null },
          {
            ...lead,
            leadID: id('l2'),
            customerName: 'Bob',
            sendAt: null,
            text: null,
            reason: 'gap',
            gap: 'price',
          },
        ],
        sent: 14,
        all: 27,
      });
    },
    'savedReplies.list': () => ok({ replies: [] }),
    'search.values': () =>
      ok({
        businesses: [],
        categories: ['Drains', 'Plumbing'],
        tags: [],
        statuses: [],
        rules: [],
        people: [],
      }),
    'settings.get': () => ok({ settings: initialSettings }),
    'settings.change': (change) => ok({ settings: { ...initialSettings, ...change } }),
    'views.counts': () => ok({ counts: countsOf({}), businesses: [] }),
    ...more,
  });
  const stores = createStores(bridge, () => noon);
  stores.session.getState().go('automaticReplies');
  startListening(stores);
  showIn(
    stores,
    <>
      <ul>
        <SidebarAutomatic />
      </ul>
      <AutomaticReplies />
    </>,
  );
  await screen.findByRole('heading', { name: 'Automatic replies' });
  return { bridge, stores, rules: () => rules, isPaused: () => isPaused };
};

const clickOn = (name: string | RegExp): boolean =>
  fireEvent.click(screen.getByRole('button', { name }));
const find = (name: string): Promise<HTMLElement> => screen.findByRole('button', { name });

it('an empty page offers two starters, which are added switched off', async () => {
  const { rules } = await openPage([]);
  fireEvent.click(await find('First reply'));
  await screen.findByRole('list', { name: 'Automatic replies' });
  fireEvent.click(await find('Follow-up'));
  await vi.waitFor(() => expect(rules().map(({ isOn }) => isOn)).toEqual([false, false]));
  expect(rules().map(({ when }) => when.kind)).toEqual(['newLead', 'silence']);
  for (const { content } of rules())
    expect(content).toMatchObject({ variants: { es: expect.stringContaining('Hola') as string } });
});

it('a rule is described in a sentence', async () => {
  await openPage([
    rule('a', {
      leads: {
        businesses: [],
        categories: ['Plumbing', 'Drains'],
        areas: ['787'],
        hours: 'closed',
        charge: 'any',
      },
    }),
    rule('b', { when: { kind: 'silence', count: 2, unit: 'days', from: 480, to: 1_200 } }),
  ]);
  const sentence =
    'To new leads in Plumbing or Drains, near 787, outside business hours, after 30 seconds, no later than 15 minutes after they arrive';
  expect(await screen.findByText(sentence)).toBeTruthy();
  const followUp =
    "To customers who haven't answered, after 2 business days, from 8:00 AM to 8:00 PM of their time";
  expect(screen.getByText(followUp)).toBeTruthy();
});

it('a rule is switched on only from its preview, and off at once', async () => {
  const { rules } = await openPage([rule('a')]);
  const toggle = await screen.findByRole('switch', { name: '“Rule a” is on' });
  fireEvent.click(toggle);
  const preview = await screen.findByRole('dialog', { name: 'Rule a' });
  expect(await within(preview).findByText('In the last 30 days: 14 of 27 leads')).toBeTruthy();
  expect(within(preview).getByText('Hi Ann.')).toBeTruthy();
  expect(within(preview).getByText(/price.* couldn't be filled in/)).toBeTruthy();
  expect(rules()[0]?.isOn).toBe(false);
  clickOn('Switch on');
  await vi.waitFor(() => expect(rules()[0]?.isOn).toBe(true));
  await vi.waitFor(() => expect(toggle).toHaveProperty('checked', true));
  fireEvent.click(toggle);
  await vi.waitFor(() => expect(rules()[0]?.isOn).toBe(false));
});

it('editing a rule that is on keeps it on', async () => {
  const { rules } = await openPage([rule('a', { isOn: true })]);
  fireEvent.click(await find('Edit'));
  await screen.findByRole('dialog', { name: 'Edit rule' });
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'At night' } });
  fireEvent.click(await find('Plumbing'));
  fireEvent.change(screen.getByLabelText('Zip codes or cities'), {
    target: { value: '787, Round Rock' },
  });
  clickOn('Save');
  await vi.waitFor(() =>
    expect(rules()[0]).toMatchObject({
      name: 'At night',
      isOn: true,
      leads: { categories: ['Plumbing'], areas: ['787', 'Round Rock'] },
    }),
  );
});

it('a failure to save a rule is scrolled into view, with the buttons of the long dialog', async () => {
  const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollIntoView');
  onTestFinished(() => scrolled.mockRestore());
  await openPage([rule('a')], { more: { 'automaticReplies.save': () => no('disk_full') } });
  fireEvent.click(await find('Edit'));
  await screen.findByRole('dialog', { name: 'Edit rule' });
  clickOn('Save');
  const failure = await screen.findByRole('alert');
  const shown = scrolled.mock.contexts.at(-1) as HTMLElement | undefined;
  expect(shown?.contains(failure)).toBe(true);
  expect(shown?.contains(screen.getByRole('button', { name: 'Save' }))).toBe(true);
});

it('editing a rule does not switch it on again after a colleague switched it off', async () => {
  const { bridge, rules } = await openPage([rule('a', { isOn: true })]);
  fireEvent.click(await find('Edit'));
  await screen.findByRole('dialog', { name: 'Edit rule' });
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'At night' } });
  await act(async () => {
    await bridge.invoke('automaticReplies.save', rule('a', { isOn: false }));
  });
  await vi.waitFor(() =>
    expect(screen.getByRole('switch', { name: '“Rule a” is on', hidden: true })).toHaveProperty(
      'checked',
      false,
    ),
  );
  clickOn('Save');
  await vi.waitFor(() => expect(rules()[0]).toMatchObject({ name: 'At night', isOn: false }));
});

it('a rule is switched on with the text that a colleague has changed meanwhile', async () => {
  const { bridge, rules } = await openPage([rule('a')]);
  fireEvent.click(await screen.findByRole('switch', { name: '“Rule a” is on' }));
  await screen.findByText('In the last 30 days: 14 of 27 leads');
  const content = { kind: 'text', text: 'Hello.' } as const;
  await act(async () => {
    await bridge.invoke('automaticReplies.save', rule('a', { content }));
  });
  await vi.waitFor(() => expect(bridge.inputsOf('automaticReplies.preview')).toHaveLength(2));
  clickOn('Switch on');
  await vi.waitFor(() => expect(rules()[0]).toMatchObject({ content, isOn: true }));
});

it('a member of a team sees the preview of a rule, and cannot switch it on', async () => {
  const member = { ...membership, role: 'member' } as const;
  await openPage([rule('a')], { more: { 'team.status': () => ok({ team: member }) } });
  fireEvent.click(await find('Preview'));
  const preview = within(await screen.findByRole('dialog', { name: 'Rule a' }));
  expect(await preview.findByText('In the last 30 days: 14 of 27 leads')).toBeTruthy();
  const buttons = preview.getAllByRole('button').map(({ textContent }) => textContent);
  expect(buttons).toEqual(['Close']);
});

it('a preview that failed is loaded again once Hearthline has restarted in the background', async () => {
  let isAway = true;
  const { bridge } = await openPage([rule('a')], {
    more: {
      'automaticReplies.preview': () =>
        isAway ? no('engine_unavailable') : ok({ leads: [], sent: 0, all: 3 }),
    },
  });
  fireEvent.click(await screen.findByRole('switch', { name: '“Rule a” is on' }));
  await screen.findByText('Hearthline is restarting in the background.');
  isAway = false;
  act(() => {
    bridge.emit('engine', { state: 'restarting' });
    bridge.emit('engine', { state: 'ready' });
  });
  expect(await screen.findByText('In the last 30 days: 0 of 3 leads')).toBeTruthy();
  expect(screen.queryByText('Hearthline is restarting in the background.')).toBeNull();
});

it('a preview that arrives after that of a changed text is not shown', async () => {
  const previews: ((text: string) => void)[] = [];
  const { bridge } = await openPage([rule('a')], {
    more: {
      'automaticReplies.preview': async () => {
        const { promise, resolve } = Promise.withResolvers<string>();
        previews.push(resolve);
        const lead = { leadID: id('l1'), createdAt: noon, customerName: 'Ann', gap: '' };
        return ok({
          leads: [{ ...lead, sendAt: noon, text: await promise, reason: null }],
          ...{ sent: 1, all: 1 },
        });
      },
    },
  });
  fireEvent.click(await screen.findByRole('switch', { name: '“Rule a” is on' }));
  await vi.waitFor(() => expect(previews).toHaveLength(1));
  const content = { kind: 'text', text: 'New.' } as const;
  await act(async () => {
    await bridge.invoke('automaticReplies.save', rule('a', { content }));
  });
  await vi.waitFor(() => expect(previews).toHaveLength(2));
  await act(async () => previews[1]?.('New.'));
  const preview = within(screen.getByRole('dialog', { name: 'Rule a' }));
  expect(preview.getByText('New.')).toBeTruthy();
  await act(async () => previews[0]?.('Old.'));
  expect(preview.queryByText('Old.')).toBeNull();
});

it('the wait of a follow-up can be cleared and typed again', async () => {
  const when = { kind: 'silence', count: 2, unit: 'days', from: 480, to: 1_200 } as const;
  const { rules } = await openPage([rule('a', { when })]);
  fireEvent.click(await find('Edit'));
  await screen.findByRole('dialog', { name: 'Edit rule' });
  const count = screen.getByRole<HTMLInputElement>('spinbutton');
  fireEvent.change(count, { target: { value: '' } });
  expect(count.value).toBe('');
  fireEvent.blur(count);
  expect(count.value).toBe('2');
  fireEvent.change(count, { target: { value: '5' } });
  clickOn('Save');
  await vi.waitFor(() => expect(rules()[0]).toMatchObject({ when: { count: 5 } }));
});

it('a rule’s own text is still there after a saved reply was chosen for a moment', async () => {
  const saved: SavedReply = {
    savedReplyID: 'night' as SavedReplyID,
    name: 'Night',
    text: 'Good night.',
    scope: { for: 'all' },
    isPinned: false,
  };
  const more = { 'savedReplies.list': () => ok({ replies: [saved] }) };
  const { bridge } = await openPage([rule('a')], { more });
  fireEvent.click(await find('Edit'));
  await screen.findByRole('dialog', { name: 'Edit rule' });
  const choose = (value: string) =>
    fireEvent.change(screen.getByLabelText('Reply with'), { target: { value } });
  await screen.findByRole('option', { name: /Night/ });
  choose(saved.savedReplyID);
  choose('');
  clickOn('Save');
  await vi.waitFor(() =>
    expect(bridge.inputsOf('automaticReplies.save')).toMatchObject([
      { content: rule('a').content },
    ]),
  );
});

it('a rule without a text or a name is not saved', async () => {
  const { bridge } = await openPage([]);
  fireEvent.click(await find('New rule'));
  await screen.findByRole('dialog', { name: 'New rule' });
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Night' } });
  clickOn('Save');
  expect(await screen.findByText('A rule needs a name and a text.')).toBeTruthy();
  const isInvalid = () => screen.getByLabelText('Name').getAttribute('aria-invalid') === 'true';
  expect(isInvalid()).toBe(false);
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: ' ' } });
  clickOn('Save');
  await vi.waitFor(() => expect(isInvalid()).toBe(true));
  expect(bridge.inputsOf('automaticReplies.save')).toEqual([]);
});

it('a refused rule focuses the field that is missing', async () => {
  await openPage([]);
  fireEvent.click(await find('New rule'));
  await screen.findByRole('dialog', { name: 'New rule' });
  clickOn('Save');
  const name = screen.getByLabelText('Name');
  expect(document.activeElement).toBe(name);
  fireEvent.change(name, { target: { value: 'Night' } });
  clickOn('Save');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Text' }));
});

it('a button that disappears with the added rule leaves the focus to the heading', async () => {
  await openPage([]);
  const heading = screen.getByRole('heading', { name: 'Automatic replies' });
  const add = async (name: string): Promise<void> => {
    const button = await find(name);
    act(() => button.focus());
    fireEvent.click(button);
    await vi.waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());
    await vi.waitFor(() => expect(document.activeElement).toBe(heading));
  };
  await add('First reply');
  await add('Follow-up');
});

it('the dialog of the first rule leaves the focus to the heading, because its button is gone', async () => {
  await openPage([]);
  fireEvent.click(await find('New rule'));
  await screen.findByRole('dialog', { name: 'New rule' });
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Night' } });
  const text = screen.getByRole('textbox', { name: 'Text' });
  text.textContent = 'Good night.';
  fireEvent.input(text);
  act(() => screen.getByRole('button', { name: 'Save' }).focus());
  clickOn('Save');
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Automatic replies' }));
});

it('rules can be moved, and a deleted one returns to its place with Undo; none loses the focus', async () => {
  const { bridge, stores, rules } = await openPage([rule('a'), rule('b')]);
  const ids = () => rules().map(({ ruleID }) => ruleID as string);
  const findButton = (ruleID: string, name: string): HTMLElement => {
    const item = document.querySelector<HTMLElement>(`[data-rule="${ruleID}"]`);
    return within(item as HTMLElement).getByRole('button', { name });
  };
  await find('New rule');
  const moveDown = findButton('a', 'Move down');
  act(() => moveDown.focus());
  fireEvent.click(moveDown);
  await vi.waitFor(() =>
    expect(screen.getAllByRole('heading', { level: 2 })[0]?.textContent).toBe('Rule b'),
  );
  expect([document.activeElement, moveDown.getAttribute('aria-disabled')]).toEqual([
    moveDown,
    'true',
  ]);
  const calls = bridge.calls.length;
  fireEvent.click(moveDown);
  expect(bridge.calls).toHaveLength(calls);
  const remove = findButton('b', 'Delete');
  act(() => remove.focus());
  fireEvent.click(remove);
  await vi.waitFor(() => expect(ids()).toEqual(['a']));
  const heading = screen.getByRole('heading', { name: 'Automatic replies' });
  await vi.waitFor(() => expect(document.activeElement).toBe(heading));
  await vi.waitFor(() => expect(stores.undoStack.undoLast()).toBe(true));
  await vi.waitFor(() => expect(ids()).toEqual(['b', 'a']));
});

it('a deleted rule that returns with Undo leaves the others in the order that they got since', async () => {
  const { bridge, stores, rules } = await openPage(['a', 'b', 'c'].map((ruleID) => rule(ruleID)));
  const ids = () => rules().map(({ ruleID }) => ruleID as string);
  await find('New rule');
  fireEvent.click(screen.getAllByRole('button', { name: 'Delete' })[0] as HTMLElement);
  await vi.waitFor(() => expect(ids()).toEqual(['b', 'c']));
  await act(async () => {
    await bridge.invoke('automaticReplies.reorder', { ruleIDs: ['c', 'b'] as RuleID[] });
  });
  await vi.waitFor(() => expect(stores.undoStack.undoLast()).toBe(true));
  await vi.waitFor(() => expect(ids()).toEqual(['a', 'c', 'b']));
});

it('a rule is moved two places by two presses before the engine answers, and back if it fails', async () => {
  const order = holdAnswers();
  const { bridge } = await openPage(
    ['a', 'b', 'c'].map((ruleID) => rule(ruleID, { name: ruleID })),
    {
      more: {
        'automaticReplies.reorder': async () => {
          await order.inTime();
          return no('disk_full');
        },
      },
    },
  );
  const shown = () => screen.getAllByRole('heading', { level: 2 }).map((each) => each.textContent);
  expect(shown().slice(0, 3)).toEqual(['a', 'b', 'c']);
  const list = screen.getByRole('list', { name: 'Automatic replies' });
  const down = () => within(list).getAllByRole('button', { name: 'Move down' });
  const ofA = down()[0] as HTMLElement;
  for (let press = 0; press < 2; press++) await act(async () => void fireEvent.click(ofA));
  expect(bridge.inputsOf('automaticReplies.reorder').at(-1)).toEqual({ ruleIDs: ['b', 'c', 'a'] });
  expect(shown().slice(0, 3)).toEqual(['b', 'c', 'a']);
  await order.release();
  await vi.waitFor(() => expect(shown().slice(0, 3)).toEqual(['a', 'b', 'c']));
});

it('the sidebar shows that automatic replies are on, and pauses them by click and by key', async () => {
  const { isPaused } = await openPage([rule('a', { isOn: true })]);
  fireEvent.click(await screen.findByRole('button', { name: /^Automatic replies on/ }));
  await screen.findByRole('button', { name: /^Automatic replies paused/ });
  expect(isPaused()).toBe(true);
  fireEvent.keyDown(document.body, { key: 'P', code: 'KeyP', shiftKey: true });
  await screen.findByRole('button', { name: /^Automatic replies on/ });
  expect(isPaused()).toBe(false);
});

it('the sidebar does not call automatic replies on while the engine is stopped', async () => {
  const { bridge } = await openPage([rule('a', { isOn: true })]);
  await screen.findByRole('button', { name: /^Automatic replies on/ });
  const error = { code: 'engine_unavailable', message: '' } as const;
  act(() => bridge.emit('engine', { state: 'stopped', error }));
  await screen.findByRole('button', { name: /^Automatic replies paused/ });
});

it('a click on the sidebar does not pause replies that only the engine withholds', async () => {
  const { bridge, stores } = await openPage([rule('a', { isOn: true })]);
  await screen.findByRole('button', { name: /^Automatic replies on/ });
  act(() => bridge.emit('engine', { state: 'ready', isAlone: true }));
  act(() => stores.session.getState().go('inbox'));
  fireEvent.click(await screen.findByRole('button', { name: /^Automatic replies paused/ }));
  expect(stores.session.getState().screen).toBe('automaticReplies');
  expect(bridge.inputsOf('automaticReplies.pause')).toEqual([]);
});

it('a member of a team, whose owners make the rules, is not offered to pause them', async () => {
  const { bridge, stores } = await openPage([rule('a', { isOn: true })], {
    more: { 'team.status': () => ok({ team: { ...membership, role: 'member' } }) },
  });
  await screen.findByText("Your team's owners make these rules.");
  fireEvent.keyDown(document.body, { key: 'P', code: 'KeyP', shiftKey: true });
  act(() => stores.session.getState().go('inbox'));
  const item = screen.getByRole('button', { name: /^Automatic replies on/ });
  expect(item.getAttribute('aria-keyshortcuts')).toBeNull();
  fireEvent.click(item);
  expect(stores.session.getState().screen).toBe('automaticReplies');
  expect(bridge.inputsOf('automaticReplies.pause')).toEqual([]);
});

it('a pause can be ended in the palette while every rule is off', async () => {
  const { stores, isPaused } = await openPage([rule('a')], { isPaused: true });
  await find('Resume all');
  showIn(stores, <CommandDialogs />);
  act(() => void press('k', { ctrlKey: true }));
  await screen.findByRole('combobox');
  act(() => type('resume'));
  fireEvent.click(await screen.findByRole('option', { name: /^Resume automatic replies/ }));
  await vi.waitFor(() => expect(isPaused()).toBe(false));
});

it('no key pauses while every rule is off', async () => {
  const { isPaused, stores } = await openPage([rule('a')]);
  await screen.findByText('Rule a');
  fireEvent.keyDown(document.body, { key: 'P', code: 'KeyP', shiftKey: true });
  await act(async () => stores.queries.refetch('automaticReplies.list'));
  expect(isPaused()).toBe(false);
});

it('the sidebar shows nothing while every rule is off', async () => {
  await openPage([rule('a')]);
  await screen.findByText('Rule a');
  expect(screen.queryByRole('button', { name: /^Automatic replies/ })).toBeNull();
});

it('the page shows the replies of today and changes the limit of a day', async () => {
  const { bridge } = await openPage([rule('a', { isOn: true })]);
  expect(await screen.findByText('Today: 3 of 30')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Most automatic replies a day'), {
    target: { value: '50' },
  });
  await vi.waitFor(() =>
    expect(bridge.inputsOf('settings.change')).toEqual([{ automaticRepliesADay: 50 }]),
  );
});

/** The page in a team, with rules that assign leads to each of these people. */
const openInTeam = async (...people: readonly string[]) => {
  const assigningRule = (person: string): AssigningRule => ({
    id: person,
    leads: { businesses: [], categories: [], areas: [], hours: 'any', charge: 'any' },
    people: [person],
  });
  let rules: readonly AssigningRule[] = people.map(assigningRule);
  let isRefused = false;
  const page = await openPage([], {
    more: {
      'team.status': () => ok({ team: membership }),
      'team.names': () =>
        ok({ names: ['A', 'B', 'C'].map((name) => ({ person: name, name, isGone: false })) }),
      'team.assigning': () => ok({ rules }),
      'team.setAssigning': (input) => {
        if (isRefused) return no('engine_unavailable');
        ({ rules } = input);
        return ok({});
      },
    },
  });
  const region = within(await screen.findByRole('region', { name: 'New leads' }));
  const [first] = await region.findAllByRole('button', { name: 'Delete' });
  return {
    ...page,
    removeFirst: () => fireEvent.click(first as HTMLElement),
    deleteFirst: () =>
      fireEvent.click(region.getAllByRole('button', { name: 'Delete' })[0] as HTMLElement),
    refuse: () => void (isRefused = true),
    people: () => rules.flatMap((each) => each.people),
    add: (person: string) => void (rules = [...rules, assigningRule(person)]),
  };
};

it('a deleted assigning rule returns to its place, and what was added since stays', async () => {
  const { stores, removeFirst, people, add } = await openInTeam('A', 'B');
  removeFirst();
  await vi.waitFor(() => expect(people()).toEqual(['B']));
  add('C');
  await vi.waitFor(() => expect(stores.undoStack.undoLast()).toBe(true));
  await vi.waitFor(() => expect(people()).toEqual(['A', 'B', 'C']));
});

it('two assigning rules deleted before the engine answers both go', async () => {
  const { deleteFirst, people } = await openInTeam('A', 'B', 'C');
  for (let press = 0; press < 2; press++) await act(async () => deleteFirst());
  await vi.waitFor(() => expect(people()).toEqual(['C']));
});

it('an assigning rule that could not be deleted is reported', async () => {
  const { stores, removeFirst, refuse, people } = await openInTeam('A');
  refuse();
  removeFirst();
  await vi.waitFor(() =>
    expect(stores.toasts.getState().toasts).toMatchObject([
      { content: { kind: 'failed', code: 'engine_unavailable' } },
    ]),
  );
  expect(people()).toEqual(['A']);
});

it.each([words, spanish])('every reason has words in $language', (spoken) => {
  for (const reason of notSentReasons)
    expect(spoken.exists(`automatic.reason.${reason}`), reason).toBe(true);
});
