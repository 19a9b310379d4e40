/**
 * Makes each press act once, on the element where it began, even if a button moves meanwhile: ignores the second click
 * of a double click, repeats of Enter, and a held key after the focus moved. It runs before all other listeners.
 */

/** Elements that act once. Text is not among them, because a double click selects a word. */
const pressable = 'button, a, summary, label, [role="button"], input[type="checkbox"]';

/** Elements that are still clicked after a move: also rows, in which a double click must select a word. */
const movable = `${pressable}, [role="option"]`;

/** Movement of the pointer during a press; dragging farther off a button cancels the click. */
const maxSlipPixels = 10;

/** True if the key moves the focus repeatedly while it is held, and presses nothing. */
const canMoveFocus = (key: string): boolean => key === 'Tab' || key.startsWith('Arrow');

const suppress = (event: Event): void => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

/**
 * Captures the pointer for the pressed element until the pointer is released or moves farther than `maxSlipPixels`.
 * Otherwise a bar that appears during the press would move the element away, and there would be no click.
 */
const keepPress = (event: PointerEvent): void => {
  const { target, pointerId, clientX, clientY } = event;
  const pressed = target instanceof Element ? target.closest<HTMLElement>(movable) : null;
  if (pressed === null || event.button !== 0) return;
  pressed.setPointerCapture(pointerId);
  const listening = new AbortController();
  const end = (): void => listening.abort();
  const onMove = (move: PointerEvent): void => {
    if (Math.hypot(move.clientX - clientX, move.clientY - clientY) <= maxSlipPixels) return;
    pressed.releasePointerCapture(pointerId);
    end();
  };
  const { signal } = listening;
  pressed.addEventListener('pointermove', onMove, { signal });
  pressed.addEventListener('lostpointercapture', end, { signal });
};

/** Returns a function that stops listening. */
export const listenForPresses = (page: Window): (() => void) => {
  let pressedOn: EventTarget | null = null;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.repeat) pressedOn = event.target;
    const isLineBreak =
      event.target instanceof HTMLTextAreaElement && !event.ctrlKey && !event.metaKey;
    const isRepeatedPress = event.key === 'Enter' && !isLineBreak;
    const hasMoved = event.target !== pressedOn && !canMoveFocus(event.key);
    if (event.repeat && (isRepeatedPress || hasMoved)) suppress(event);
  };
  const isSecondClick = ({ detail, target }: MouseEvent): boolean =>
    detail > 1 && target instanceof Element && target.closest(pressable) !== null;
  const onMouseDown = (event: MouseEvent): void => {
    if (isSecondClick(event)) event.preventDefault();
  };
  const onClick = (event: MouseEvent): void => {
    if (isSecondClick(event)) suppress(event);
  };
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  page.addEventListener('keydown', onKeyDown, options);
  page.addEventListener('pointerdown', keepPress, options);
  page.addEventListener('mousedown', onMouseDown, options);
  page.addEventListener('click', onClick, options);
  return () => listening.abort();
};
