/**
 * Makes one press act once: ignores the second click of a double click, which does not move the focus
 * either, repeats of a held key, and a held key after the focus moved. Listens before all other handlers.
 */

/** Text is not included, because a double click selects a word. */
const pressable = 'button, a, summary, label, [role="button"], input[type="checkbox"]';

/** Held, these keys move the focus and press nothing. */
const movesFocus = (key: string): boolean => key === 'Tab' || key.startsWith('Arrow');

const swallow = (event: Event): void => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

/** Returns a function that stops listening. */
export const listenForPresses = (page: Window): (() => void) => {
  let pressedOn: EventTarget | null = null;
  const keyed = (event: KeyboardEvent): void => {
    if (!event.repeat) pressedOn = event.target;
    const breaksLine =
      event.target instanceof HTMLTextAreaElement && !event.ctrlKey && !event.metaKey;
    const pressesAgain = event.key === 'Enter' && !breaksLine;
    const hasMoved = event.target !== pressedOn && !movesFocus(event.key);
    if (event.repeat && (pressesAgain || hasMoved)) swallow(event);
  };
  const isSecond = ({ detail, target }: MouseEvent): boolean =>
    detail > 1 && target instanceof Element && target.closest(pressable) !== null;
  const pressed = (event: MouseEvent): void => {
    if (isSecond(event)) event.preventDefault();
  };
  const clicked = (event: MouseEvent): void => {
    if (isSecond(event)) swallow(event);
  };
  page.addEventListener('keydown', keyed, true);
  page.addEventListener('mousedown', pressed, true);
  page.addEventListener('click', clicked, true);
  return () => {
    page.removeEventListener('keydown', keyed, true);
    page.removeEventListener('mousedown', pressed, true);
    page.removeEventListener('click', clicked, true);
  };
};
