/**
 * One press acts once, for every button of the window and every key: of a double click only the
 * first counts, a key that is held presses nothing again, and it does nothing to what the focus went
 * to while it was held. Listens before anything else does.
 */

/** What is pressed. Text is not: there a double click chooses a word. */
const pressable = 'button, a, summary, label, [role="button"], input[type="checkbox"]';

/** Held, these go from one thing to the next and press none of them. */
const movesFocus = (key: string): boolean => key === 'Tab' || key.startsWith('Arrow');

const swallow = (event: Event): void => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

/** Listens for presses; the answer ends it. */
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
  const clicked = (event: MouseEvent): void => {
    const { target } = event;
    if (event.detail > 1 && target instanceof Element && target.closest(pressable) !== null)
      swallow(event);
  };
  page.addEventListener('keydown', keyed, true);
  page.addEventListener('click', clicked, true);
  return () => {
    page.removeEventListener('keydown', keyed, true);
    page.removeEventListener('click', clicked, true);
  };
};
