// @vitest-environment happy-dom
/** Global keys: digits and G open places, and typed text is never a command. */
import { afterEach, describe, expect, it } from 'vitest';
import { listenForKeys } from '../../../../renderer/app/keys.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { press, type } from '../support/keyboard.ts';
import { fakeBridge, listOf, noon, ok } from '../support/samples.ts';

let end = (): void => {};
afterEach(() => {
  end();
  document.body.replaceChildren();
});

/** A window with a clock that the test advances. */
const openWindow = () => {
  let now = 0;
  let timers: { at: number; then: () => void }[] = [];
  const stores = createStores(
    fakeBridge({ 'leads.list': () => ok(listOf([])) }),
    () => noon,
    (milliseconds, then) => {
      const timer = { at: now + milliseconds, then };
      timers.push(timer);
      return () => void (timers = timers.filter((each) => each !== timer));
    },
  );
  end = listenForKeys(stores, window);
  stores.session.getState().go('inbox');
  const wait = (milliseconds: number): void => {
    now += milliseconds;
    for (const timer of timers.filter(({ at }) => at <= now)) {
      timers = timers.filter((each) => each !== timer);
      timer.then();
    }
  };
  const where = (): string => {
    const { screen } = stores.session.getState();
    return screen === 'inbox' ? stores.leads.getState().view : `${screen}`;
  };
  return { stores, wait, where };
};

const focusField = (): HTMLTextAreaElement => {
  const field = document.createElement('textarea');
  document.body.append(field);
  field.focus();
  return field;
};

describe('Ctrl with a digit', () => {
  it('shows the view at that position of the sidebar, from anywhere', () => {
    const { stores, where } = openWindow();
    press('3', { ctrlKey: true, code: 'Digit3' });
    expect(where()).toBe('all');
    stores.session.getState().go('reviews');
    press('1', { ctrlKey: true, code: 'Digit1' });
    expect(where()).toBe('needs_reply');
    focusField();
    press('4', { ctrlKey: true, code: 'Digit4' });
    expect(where()).toBe('starred');
  });

  it('does nothing on the welcome screen', () => {
    const { stores, where } = openWindow();
    stores.session.getState().go('welcome');
    press('3', { ctrlKey: true, code: 'Digit3' });
    press(',', { ctrlKey: true });
    expect(where()).toBe('welcome');
  });
});

describe('G with a letter', () => {
  it('opens a place from anywhere', () => {
    const { where } = openWindow();
    type('ga');
    expect(where()).toBe('all');
    type('gp');
    expect(where()).toBe('phoneNumbers');
    type('gi');
    expect(where()).toBe('needs_reply');
  });

  it('shows the possible letters after a pause and then times out', () => {
    const { stores, wait, where } = openWindow();
    type('g');
    wait(599);
    expect(stores.chord.getState().isShown).toBe(false);
    wait(1);
    expect(stores.chord.getState().isShown).toBe(true);
    wait(4_000);
    expect(stores.chord.getState()).toMatchObject({ first: null, isShown: false });
    type('a');
    expect(where()).toBe('needs_reply');
  });

  it('is canceled by Escape, a mouse click or an unknown letter', () => {
    const { stores, where } = openWindow();
    const isOver = (): boolean => stores.chord.getState().first === null;
    type('g');
    press('Escape');
    expect(isOver()).toBe(true);
    type('g');
    window.dispatchEvent(new Event('pointerdown'));
    expect(isOver()).toBe(true);
    type('gj');
    expect(isOver()).toBe(true);
    type('a');
    expect(where()).toBe('needs_reply');
  });

  it('acts once when the keys are held', () => {
    const { stores, where } = openWindow();
    type('g');
    press('g', { repeat: true });
    expect(stores.chord.getState().first).toBe('g');
    type('a');
    press('a', { repeat: true });
    expect(where()).toBe('all');
  });

  it('is plain text in a field', () => {
    const { stores, where } = openWindow();
    const field = focusField();
    type('ga');
    expect([field.value, where(), stores.chord.getState().first]).toEqual([
      'ga',
      'needs_reply',
      null,
    ]);
    field.blur();
    type('g');
    field.focus();
    type('a');
    expect([field.value, where()]).toEqual(['gaa', 'needs_reply']);
  });
});

describe('Escape in a field', () => {
  it('leaves a reply without a list next to it, as in a narrow window, and then the lead', () => {
    const { stores } = openWindow();
    stores.leads.getState().select('lead-1' as never);
    focusField();
    press('Escape');
    expect(document.activeElement).toBe(document.body);
    expect(stores.leads.getState().selected).toBe('lead-1');
    press('Escape');
    expect(stores.leads.getState().selected).toBeNull();
  });

  it('leaves a text field of a page first and goes back when pressed again', () => {
    const { stores, where } = openWindow();
    stores.session.getState().go('settings');
    focusField();
    press('Escape');
    expect(where()).toBe('settings');
    expect(document.activeElement).toBe(document.body);
    press('Escape');
    expect(where()).toBe('needs_reply');
  });

  it.each(['Escape', 'Alt+ArrowLeft'])(
    'goes back from a page’s checkbox at once with %s',
    (keys) => {
      const { stores, where } = openWindow();
      stores.session.getState().go('settings');
      const field = document.createElement('input');
      field.type = 'checkbox';
      document.body.append(field);
      field.focus();
      press(keys.replace('Alt+', ''), { altKey: keys.startsWith('Alt') });
      expect(where()).toBe('needs_reply');
    },
  );
});

describe('while the snooze menu opens', () => {
  it('Enter and the arrows have no other effect', () => {
    const { stores } = openWindow();
    stores.session.setState({ snoozingLead: 'lead-1' as never });
    for (const key of ['Enter', 'ArrowDown', ' ']) expect(press(key)).toBe(false);
    expect(stores.replyFocus.getState().requested).toBeNull();
    stores.session.setState({ snoozingLead: null });
    expect(press('Enter')).toBe(true);
  });
});
