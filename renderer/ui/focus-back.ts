/** Moves the focus, or restores it with its cursor, after a menu, dialog or button disappears. */
import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';

/** On unmount, returns lost focus to the element that had it, or else to the list of leads. */
export const useFocusBack = (): void => {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return;
      const canFocus =
        before instanceof HTMLElement && before !== document.body && before.isConnected;
      (canFocus ? before : document.getElementById('lead-list'))?.focus();
    },
    [before],
  );
};

/** If the element is removed with the focus, focuses the composer, the list or the heading. */
export const useFocusNext = (element: RefObject<HTMLElement | null>): void =>
  useLayoutEffect(() => {
    const { current } = element;
    return () => {
      if (current?.contains(document.activeElement) !== true) return;
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        const next = ['#composer', '#lead-list', 'main h1'].map((each) =>
          document.querySelector<HTMLElement>(each),
        );
        next.find((each) => each !== null)?.focus();
      });
    };
  }, [element]);

/** A ref: focuses the element that replaces the one with the focus. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus();

/** Focuses the element, unless the focus is outside of it. */
export const focusUnlessElsewhere = (element: HTMLElement | null | undefined): void => {
  const { activeElement } = document;
  const isElsewhere = activeElement !== document.body && !element?.contains(activeElement);
  if (!isElsewhere) element?.focus();
};

/** Saves the focused field's cursor; the returned function restores it if that field has the focus again. */
export const saveCursor = (): (() => void) => {
  const field = document.activeElement;
  const isField = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement;
  if (!isField || field.selectionStart === null) return () => {};
  const { selectionStart, selectionEnd } = field;
  return () => {
    if (document.activeElement === field) field.setSelectionRange(selectionStart, selectionEnd);
  };
};
