// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { getPressedKey, formatKey, toAriaKeys } from '../../../../renderer/platform/keyboard.ts';

const press = (key: string, held: Omit<KeyboardEventInit, 'key'> = {}): string | null =>
  getPressedKey(new KeyboardEvent('keydown', { key, ...held }));

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
    expect(press(key, held)).toBe(name);
  });

  it('has a printed name, and another for screen readers', () => {
    expect(
      ['j', 'Mod+k', 'Alt+ArrowLeft', 'g i', 'Escape', 'Mod+,', 'Mod+Plus'].map(formatKey),
    ).toEqual(['J', 'Ctrl+K', 'Alt+←', 'G I', 'Esc', 'Ctrl+,', 'Ctrl++']);
    expect(toAriaKeys(['Mod+1', 'g i'])).toBe('Control+1');
    expect(toAriaKeys(['g p'])).toBeUndefined();
  });
});
