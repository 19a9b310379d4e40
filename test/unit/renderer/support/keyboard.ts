/** Types like a person: keys go to the focused element and become text only in a field. */
import { fireEvent } from '@testing-library/react';

type Held = {
  readonly repeat?: boolean;
  readonly ctrlKey?: boolean;
  readonly shiftKey?: boolean;
  readonly altKey?: boolean;
  readonly code?: string;
  readonly isComposing?: boolean;
};

/** Presses a key; returns true if nothing handled it. */
export const press = (key: string, held: Held = {}): boolean => {
  const place = document.activeElement ?? document.body;
  const free = fireEvent.keyDown(place, { key, ...held });
  const isField = place instanceof HTMLTextAreaElement || place instanceof HTMLInputElement;
  if (free && isField && key.length === 1 && held.altKey !== true)
    fireEvent.change(place, { target: { value: place.value + key } });
  if (free && place instanceof HTMLButtonElement && key === 'Enter') fireEvent.click(place);
  return free;
};

export const type = (text: string): void => {
  for (const key of text) press(key);
};
