/** Which keys of an action work where the focus is. The keys of the window and every key that a toast names follow it. */

/** `#composer` is also the note in its place where a lead cannot be answered. */
const typing = 'input, textarea, select, [contenteditable], #composer';
const textField =
  'textarea, [contenteditable], input:not([type="checkbox"], [type="radio"], [type="range"])';
/** A reply field whose text the professional has not changed: its own undo has nothing to do. */
const untouchedReply = ':is(#composer, [data-stand-in]):not([data-touched])';

const isIn = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

export const isTyping = (target: EventTarget | null): boolean => isIn(target, typing);

/** A dialog is answered first. */
export const isInDialog = (target: EventTarget | null): boolean => isIn(target, 'dialog');

/** In these fields something is chosen and nothing written: the keys that lead back are not theirs. */
const leadsBack = (key: string, target: EventTarget | null): boolean =>
  (key === 'Escape' || key === 'Alt+ArrowLeft') &&
  target instanceof Element &&
  target.matches('select, input[type="checkbox"], input[type="radio"]');

/** The focused element has a use of its own for these keys: it is pressed, or scrolled. */
const usedBy: Readonly<Record<string, string>> = {
  Space: 'button, a, summary',
  Enter: 'button, a, summary',
  ArrowDown: '[role="log"], [role="menu"]',
  ArrowUp: '[role="log"], [role="menu"]',
};

/** Whether the focused element answers this key before any action does. */
export const isUsed = (key: string, target: EventTarget | null): boolean => {
  if (key === 'Mod+z') return isIn(target, textField) && !isIn(target, untouchedReply);
  const by = usedBy[key];
  return by !== undefined && isIn(target, by);
};

/** With Ctrl (⌘) or Alt held. */
export const isHeld = (key: string): boolean => /^(?:Mod|Alt)\+/.test(key);

/** Whether an action may take a key although something is typed where the focus is. */
export const worksInField = (
  key: string,
  action: { readonly isForFields?: true },
  target: EventTarget | null,
): boolean =>
  !isTyping(target) || (isHeld(key) && action.isForFields === true) || leadsBack(key, target);
