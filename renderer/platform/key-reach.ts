/** Decides whether an action's key works at the focused element. */

/** `#composer` may also be the note that replaces the composer of a lead that cannot be answered. */
const inputField = 'input, textarea, select, [contenteditable], #composer';
const textField =
  'textarea, [contenteditable], input:not([type="checkbox"], [type="radio"], [type="range"])';
/** A reply field that was not edited, so that the browser's undo would do nothing. */
const untouchedReply = ':is(#composer, [data-stand-in]):not([data-touched])';

const isIn = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

export const isTyping = (target: EventTarget | null): boolean => isIn(target, inputField);

export const isInDialog = (target: EventTarget | null): boolean => isIn(target, 'dialog');

/** True if the key goes back: such keys also work in fields without text. */
const isBackKey = (key: string, target: EventTarget | null): boolean =>
  (key === 'Escape' || key === 'Alt+ArrowLeft') &&
  target instanceof Element &&
  target.matches('select, input[type="checkbox"], input[type="radio"]');

/** The elements that each key presses or scrolls. */
const handledBy: Readonly<Record<string, string>> = {
  Space: 'button, a, summary',
  Enter: 'button, a, summary',
  ArrowDown: '[role="log"], [role="menu"]',
  ArrowUp: '[role="log"], [role="menu"]',
};

/** True if the focused element itself handles the key. */
export const isHandledByFocus = (key: string, target: EventTarget | null): boolean => {
  if (key === 'Mod+z') return isIn(target, textField) && !isIn(target, untouchedReply);
  const selector = handledBy[key];
  return selector !== undefined && isIn(target, selector);
};

export const hasModifier = (key: string): boolean => /^(?:Mod|Alt)\+/.test(key);

/** True if the key may run the action at the target, which may be a field. */
export const canRunInField = (
  key: string,
  action: { readonly isForFields?: true },
  target: EventTarget | null,
): boolean =>
  !isTyping(target) || (hasModifier(key) && action.isForFields === true) || isBackKey(key, target);
