/**
 * Makes one press act once, on what it began on: ignores the second click of a double click, which does not
 * move the focus either, repeats of a held key, and a held key after the focus moved; a button that moves
 * while the mouse is down is still clicked. Listens before all other handlers.
 */

/** Text is not included, because a double click selects a word. */
const pressable = 'button, a, summary, label, [role="button"], input[type="checkbox"]';

/** Rows of lists move as buttons do, but a double click on one selects a word. */
const movable = `${pressable}, [role="option"]`;

/** Pixels by which the pointer leaves what it pressed, so that dragging off a button still cancels. */
const slip = 10;

/** Held, these keys move the focus and press nothing. */
const movesFocus = (key: string): boolean => key === 'Tab' || key.startsWith('Arrow');

const swallow = (event: Event): void => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

/**
 * Captures the pointer for the pressed element until it is released or moves by itself. Without it, a bar that
 * appears between press and release moves the element away, and the browser reports no click.
 */
const keepPress = (event: PointerEvent): void => {
  const { target, pointerId, clientX, clientY } = event;
  const pressed = target instanceof Element ? target.closest<HTMLElement>(movable) : null;
  if (pressed === null || event.button !== 0) return;
  pressed.setPointerCapture(pointerId);
  const listening = new AbortController();
  const end = (): void => listening.abort();
  const moved = (move: PointerEvent): void => {
    if (Math.hypot(move.clientX - clientX, move.clientY - clientY) <= slip) return;
    pressed.releasePointerCapture(pointerId);
    end();
  };
  const { signal } = listening;
  pressed.addEventListener('pointermove', moved, { signal });
  pressed.addEventListener('lostpointercapture', end, { signal });
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
  page.addEventListener('pointerdown', keepPress, true);
  page.addEventListener('mousedown', pressed, true);
  page.addEventListener('click', clicked, true);
  return () => {
    page.removeEventListener('keydown', keyed, true);
    page.removeEventListener('pointerdown', keepPress, true);
    page.removeEventListener('mousedown', pressed, true);
    page.removeEventListener('click', clicked, true);
  };
};
