// @vitest-environment happy-dom
/** A press acts once: with a double click, a held key, or while the first press is pending. */
import { fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CommandInput, CommandName } from '../../../../contract/commands.ts';
import { listenForPresses } from '../../../../renderer/app/presses.ts';
import type { Stores } from '../../../../renderer/app/stores.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { SendingState } from '../../../../renderer/thread/sending-state.tsx';
import { IconButton } from '../../../../renderer/ui/icon-button.tsx';
import { press } from '../support/keyboard.ts';
import {
  fakeBridge,
  id,
  no,
  noon,
  ok,
  row,
  messageLike,
  type FakeBridge,
} from '../support/samples.ts';
import { showIn } from '../support/window.tsx';

let end = (): void => {};
afterEach(() => end());

const show = (shown: (stores: Stores) => ReactNode): FakeBridge => {
  end = listenForPresses(window);
  const bridge = fakeBridge({
    'leads.mark': () => ok({}),
    'messages.retry': () => ok({ message: messageLike('m1') }),
    'messages.discard': () => no('disk_full'),
    'messages.undo': () => no('disk_full'),
  });
  const stores = createStores(bridge, () => noon);
  showIn(stores, shown(stores));
  return bridge;
};
const doubleClick = (place: Element): void => {
  for (const detail of [1, 2]) fireEvent.click(place, { detail });
};

const star = ({ marking }: Stores) => (
  <IconButton label="Star" onClick={() => marking.toggle('starred', row())}>
    <i />
  </IconButton>
);
const own = (state: Record<string, unknown>) => {
  const message = messageLike('m1', { side: 'business', sending: state });
  return () => <SendingState message={message} isQuiet />;
};
const queued = own({ state: 'queued', notBefore: noon, waitsFor: 'undo' });
const failed = own({ state: 'failed', reason: { code: 'rejected', message: '' } });

describe.each([
  ['Star', star, 'leads.mark'],
  ['Undo', queued, 'messages.undo'],
  ['Retry', failed, 'messages.retry'],
  ['Discard', failed, 'messages.discard'],
] as const)('the button %s', (name, shown, command) => {
  const button = (): HTMLElement => screen.getByRole('button', { name });

  it('acts once for a double click, and again for a later click', async () => {
    const bridge = show(shown);
    doubleClick(button());
    await vi.waitFor(() => expect(bridge.inputsOf(command)).toHaveLength(1));
    await new Promise<void>((settled) => setImmediate(settled));
    fireEvent.click(button(), { detail: 1 });
    expect(bridge.inputsOf(command)).toHaveLength(2);
  });

  it('acts once while Enter is held', async () => {
    const bridge = show(shown);
    button().focus();
    press('Enter');
    await new Promise<void>((settled) => setImmediate(settled));
    for (let times = 0; times < 5; times++) press('Enter', { repeat: true });
    expect(bridge.inputsOf(command)).toHaveLength(1);
  });
});

describe('a form', () => {
  it('is submitted once by a double click on its button or a held Enter', () => {
    const send = vi.fn((event: React.SyntheticEvent) => event.preventDefault());
    show(() => (
      <form onSubmit={send}>
        <input aria-label="Name" />
        <button type="submit">Create</button>
      </form>
    ));
    doubleClick(screen.getByRole('button'));
    expect(send).toHaveBeenCalledTimes(1);
    screen.getByRole('textbox').focus();
    expect(press('Enter')).toBe(true);
    expect(press('Enter', { repeat: true })).toBe(false);
  });

  it('allows held keys and double clicks in its text field', () => {
    show(() => <textarea aria-label="Reply" />);
    const field = screen.getByRole('textbox');
    field.focus();
    press('a');
    expect(press('a', { repeat: true })).toBe(true);
    press('Enter');
    expect(press('Enter', { repeat: true })).toBe(true);
    expect(press('Enter', { repeat: true, ctrlKey: true })).toBe(false);
    const chosen = vi.fn();
    field.addEventListener('click', chosen);
    doubleClick(field);
    expect(chosen).toHaveBeenCalledTimes(2);
  });
});

it('the second press of a double click does not move the focus', () => {
  show(() => (
    <>
      <button type="button">5–9 PM</button>
      <textarea aria-label="Reply" />
    </>
  ));
  const [button, field] = [screen.getByRole('button'), screen.getByRole('textbox')];
  expect(fireEvent.mouseDown(button, { detail: 1 })).toBe(true);
  expect(fireEvent.mouseDown(button, { detail: 2 })).toBe(false);
  expect(fireEvent.mouseDown(field, { detail: 2 })).toBe(true);
  // React ignores changes of the caret while the button is down, also in the tests that follow.
  fireEvent.mouseUp(field);
});

describe('a held key after the focus moved', () => {
  it('does nothing in the new field', () => {
    show(() => (
      <>
        <button type="button">List</button>
        <textarea aria-label="Reply" />
      </>
    ));
    screen.getByRole('button').focus();
    press('r');
    screen.getByRole('textbox').focus();
    expect(press('r', { repeat: true })).toBe(false);
    expect(press('r')).toBe(true);
  });

  it('still works for Tab and arrows', () => {
    show(() => (
      <>
        <button type="button">List</button>
        <button type="button">Details</button>
      </>
    ));
    const [list, details] = screen.getAllByRole('button');
    list?.focus();
    press('Tab');
    details?.focus();
    expect(press('Tab', { repeat: true })).toBe(true);
    expect(press('ArrowDown', { repeat: true })).toBe(true);
  });
});

const asked: { readonly [C in CommandName]?: CommandInput<C> } = {
  'leads.mark': { leadIDs: [id('l1')], archived: true },
  'connect.start': { profileID: 'p1' },
  'connect.disconnect': { accountID: 'a1' },
  'phoneNumbers.remove': { accountID: 'a1' as never, phoneNumberID: 'n1' } as never,
  'webhooks.create': { accountID: 'a1' } as never,
  'staging.createLead': { accountID: 'a1' },
  'settings.change': { undoSeconds: 5 },
  'messages.retry': { messageID: 'm1' },
};

describe('a command called again while it is pending', () => {
  const slow = () => {
    const answers: (() => void)[] = [];
    const calls: string[] = [];
    const stores = createStores(
      {
        on: () => () => {},
        invoke: async (command) => {
          calls.push(command);
          await new Promise<void>((answer) => answers.push(answer));
          return ok({} as never);
        },
      },
      () => noon,
    );
    return {
      bridge: stores.bridge,
      calls,
      answerAll: () => answers.splice(0).forEach((go) => go()),
    };
  };

  it.each(Object.entries(asked))('runs once and answers both calls: %s', async (command, input) => {
    const { bridge, calls, answerAll } = slow();
    const name = command as CommandName;
    const both = [bridge.invoke(name, input), bridge.invoke(name, { ...input })];
    expect(calls).toEqual([command]);
    answerAll();
    expect(await Promise.all(both)).toEqual([ok({}), ok({})]);
    const later = bridge.invoke(name, input);
    expect(calls).toEqual([command, command]);
    answerAll();
    await later;
  });

  it('runs again after another change of the same kind, and reads are never shared', () => {
    const { bridge, calls } = slow();
    const mark = (starred: boolean): void =>
      void bridge.invoke('leads.mark', { leadIDs: [id('l1')], starred });
    mark(true);
    mark(false);
    mark(true);
    expect(calls).toHaveLength(3);
    void bridge.invoke('settings.get', {});
    void bridge.invoke('settings.get', {});
    expect(calls).toHaveLength(5);
  });
});
