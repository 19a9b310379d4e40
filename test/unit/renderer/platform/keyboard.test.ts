// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { pressedKey, printedKey, spokenKeys } from '../../../../renderer/platform/keyboard.ts';

const pressed = (key: string, held: Omit<KeyboardEventInit, 'key'> = {}): string | null =>
  pressedKey(new KeyboardEvent('keydown', { key, ...held }));

describe('a pressed key', () => {
  it.each([
    ['a letter with Caps Lock on', 'J', {}, 'j'],
    ['a letter with Shift', 'J', { shiftKey: true }, 'Shift+j'],
    ['a character that needs Shift', '?', { shiftKey: true }, '?'],
    ['the space bar', ' ', {}, 'Space'],
    ['a plus with Ctrl', '+', { ctrlKey: true }, 'Mod+Plus'],
    ['Ctrl with a letter', 'k', { ctrlKey: true }, 'Mod+k'],
    ['Ctrl with a letter of another script', 'л', { ctrlKey: true, code: 'KeyK' }, 'Mod+k'],
    ['Alt with a digit, whatever it types', '¡', { altKey: true, code: 'Digit1' }, 'Alt+1'],
    ['Ctrl with a digit of a French keyboard', '&', { ctrlKey: true, code: 'Digit1' }, 'Mod+1'],
    ['AltGr, which types text', '@', { altKey: true, ctrlKey: true }, null],
    ['a modifier alone', 'Shift', { shiftKey: true }, null],
    ['the system key', 'd', { metaKey: true }, null],
  ])('has one name: %s', (_, key, held, name) => {
    expect(pressed(key, held)).toBe(name);
  });

  it('has a printed name, and another for screen readers', () => {
    expect(
      ['j', 'Mod+k', 'Alt+ArrowLeft', 'g i', 'Escape', 'Mod+,', 'Mod+Plus'].map(printedKey),
    ).toEqual(['J', 'Ctrl+K', 'Alt+←', 'G I', 'Esc', 'Ctrl+,', 'Ctrl++']);
    expect(spokenKeys(['Mod+1', 'g i'])).toBe('Control+1');
    expect(spokenKeys(['g p'])).toBeUndefined();
  });
});
