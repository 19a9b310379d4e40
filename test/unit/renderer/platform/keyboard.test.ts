// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { pressedKey, printedKey, spokenKeys } from '../../../../renderer/platform/keyboard.ts';

const pressed = (key: string, held: Omit<KeyboardEventInit, 'key'> = {}): string | null =>
  pressedKey(new KeyboardEvent('keydown', { key, ...held }));

describe('a key that is pressed', () => {
  it.each([
    ['a letter, also with Caps Lock on', 'J', {}, 'j'],
    ['a letter with Shift', 'J', { shiftKey: true }, 'Shift+j'],
    ['a sign, of which Shift is a part', '?', { shiftKey: true }, '?'],
    ['the space bar', ' ', {}, 'Space'],
    ['a plus with Ctrl', '+', { ctrlKey: true }, 'Mod+Plus'],
    ['Ctrl with a letter', 'k', { ctrlKey: true }, 'Mod+k'],
    ['Ctrl with a letter of another script', 'л', { ctrlKey: true, code: 'KeyK' }, 'Mod+k'],
    ['Alt with a digit, whatever that types', '¡', { altKey: true, code: 'Digit1' }, 'Alt+1'],
    ['Ctrl with a digit of a French keyboard', '&', { ctrlKey: true, code: 'Digit1' }, 'Mod+1'],
    ['AltGr, which types', '@', { altKey: true, ctrlKey: true }, null],
    ['a modifier by itself', 'Shift', { shiftKey: true }, null],
    ['the key of the system', 'd', { metaKey: true }, null],
  ])('has one name: %s', (_, key, held, name) => {
    expect(pressed(key, held)).toBe(name);
  });

  it('is shown as it is printed, and told to who listens as browsers name it', () => {
    expect(
      ['j', 'Mod+k', 'Alt+ArrowLeft', 'g i', 'Escape', 'Mod+,', 'Mod+Plus'].map(printedKey),
    ).toEqual(['J', 'Ctrl+K', 'Alt+←', 'G I', 'Esc', 'Ctrl+,', 'Ctrl++']);
    expect(spokenKeys(['Mod+1', 'g i'])).toBe('Control+1');
    expect(spokenKeys(['g p'])).toBeUndefined();
  });
});
