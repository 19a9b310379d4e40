/** Converts keys between events, the names in actions, and the labels of this computer's keyboard. */

export const isMac = navigator.userAgent.includes('Mac');

const printedNames: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Plus: '+',
  ...(isMac
    ? { Mod: '⌘', Alt: '⌥', Shift: '⇧', Ctrl: '⌃' }
    : { Mod: 'Ctrl', Alt: 'Alt', Shift: 'Shift' }),
};

const formatKeyPart = (part: string): string =>
  printedNames[part] ?? (part.length === 1 ? part.toUpperCase() : part);

/** `Ctrl+K` or `⌘K`; the keys of a sequence are separated by a space. */
export const formatKey = (key: string): string =>
  key
    .split(' ')
    .map((press) =>
      press
        .split('+')
        .map(formatKeyPart)
        .join(isMac ? '' : '+'),
    )
    .join(' ');

/** Returns the value of `aria-keyshortcuts`, which cannot express sequences. */
export const toAriaKeys = (keys: readonly string[]): string | undefined =>
  keys
    .filter((key) => !key.includes(' '))
    .map((key) => key.replace('Mod', isMac ? 'Meta' : 'Control'))
    .join(' ') || undefined;

/** The key next to its button: the label, and `aria-keyshortcuts` for screen readers. */
export type Hint = { readonly printed: string; readonly spoken: string | undefined };

export const createHint = (keys: readonly string[]): Hint => ({
  printed: formatKey(keys[0] ?? ''),
  spoken: toAriaKeys(keys),
});

const keyNames: Readonly<Record<string, string>> = { ' ': 'Space', '+': 'Plus' };

const modifiers: readonly string[] = ['Control', 'Meta', 'Alt', 'AltGraph', 'Shift', 'CapsLock'];

/** With `Mod`, a key of a non-Latin keyboard counts as the Latin letter at its position. */
const toLetter = ({ key, code }: KeyboardEvent, isMod: boolean): string => {
  const latin = /^Key([A-Z])$/.exec(code)?.[1];
  const isForeign = isMod && latin !== undefined && !/^[ -~]$/.test(key);
  return (isForeign ? latin : key).toLowerCase();
};

/**
 * Returns the pressed key in the notation of actions; null for a modifier alone, or with modifiers that belong to
 * the system. With `Mod` or `Alt`, a digit key is its digit, whatever it types.
 */
export const getPressedKey = (event: KeyboardEvent): string | null => {
  const { key, code, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (modifiers.includes(key)) return null;
  const isMod = isMac ? metaKey : ctrlKey;
  if ((isMac ? ctrlKey : metaKey) || (isMod && altKey)) return null;
  const hasModifier = isMod || altKey;
  const digit = hasModifier ? /^Digit(\d)$/.exec(code)?.[1] : undefined;
  const name = digit ?? keyNames[key] ?? (key.length > 1 ? key : toLetter(event, isMod));
  // Shift only selects the sign, so it is not part of the name.
  const isSign = !hasModifier && name.length === 1 && name.toLowerCase() === name.toUpperCase();
  const held = [isMod && 'Mod', altKey && 'Alt', shiftKey && !isSign && 'Shift'].filter(Boolean);
  return [...held, name].join('+');
};
