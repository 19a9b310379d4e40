/** Keys as actions name them, as an event has them, and as they are printed on this computer's keyboard. */

export const isMac = navigator.userAgent.includes('Mac');

const print: Readonly<Record<string, string>> = {
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

const printedPart = (part: string): string =>
  print[part] ?? (part.length === 1 ? part.toUpperCase() : part);

const printedPress = (press: string): string =>
  press
    .split('+')
    .map(printedPart)
    .join(isMac ? '' : '+');

/** A key as it is printed: `Ctrl+K`, `⌘K`; of two that follow each other with a space between. */
export const printedKey = (key: string): string => key.split(' ').map(printedPress).join(' ');

/** The same for `aria-keyshortcuts`; two that follow each other have no name there. */
export const spokenKeys = (keys: readonly string[]): string | undefined =>
  keys
    .filter((key) => !key.includes(' '))
    .map((key) => key.replace('Mod', isMac ? 'Meta' : 'Control'))
    .join(' ') || undefined;

/** How a key is said beside what does the same: printed for the eye, and for who listens to the screen. */
export type Hint = { readonly printed: string; readonly spoken: string | undefined };

/** The first of some keys as a hint. */
export const hintFor = (keys: readonly string[]): Hint => ({
  printed: printedKey(keys[0] ?? ''),
  spoken: spokenKeys(keys),
});

/** What the names of actions' keys have a sign for. */
const named: Readonly<Record<string, string>> = { ' ': 'Space', '+': 'Plus' };

const modifiers: readonly string[] = ['Control', 'Meta', 'Alt', 'AltGraph', 'Shift', 'CapsLock'];

/** With a modifier held a letter counts by its place where the keyboard writes another script. */
const letterOf = ({ key, code }: KeyboardEvent, isMod: boolean): string => {
  const latin = /^Key([A-Z])$/.exec(code)?.[1];
  const isForeign = isMod && latin !== undefined && !/^[ -~]$/.test(key);
  return (isForeign ? latin : key).toLowerCase();
};

/**
 * What was pressed, as actions name it; null when that is no key of ours: a modifier by itself, or one
 * with modifiers that belong to the system. A digit counts as it is printed, whatever Alt makes of it.
 */
export const keyPressed = (event: KeyboardEvent): string | null => {
  const { key, code, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (modifiers.includes(key)) return null;
  const isMod = isMac ? metaKey : ctrlKey;
  if ((isMac ? ctrlKey : metaKey) || (isMod && altKey)) return null;
  const isHeld = isMod || altKey;
  const digit = isHeld ? /^Digit(\d)$/.exec(code)?.[1] : undefined;
  const name = digit ?? named[key] ?? (key.length > 1 ? key : letterOf(event, isMod));
  // Of a sign Shift is a part: that is how it is typed.
  const isSign = !isHeld && name.length === 1 && name.toLowerCase() === name.toUpperCase();
  const held = [isMod && 'Mod', altKey && 'Alt', shiftKey && !isSign && 'Shift'].filter(Boolean);
  return [...held, name].join('+');
};
