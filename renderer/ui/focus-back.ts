/** Restores focus and cursor after a menu or dialog closes. */
import { useEffect, useState } from 'react';

/** On unmount, returns lost focus to the element that had it, or else to the list of leads. */
export const useFocusBack = (): void => {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return;
      const isThere =
        before instanceof HTMLElement && before !== document.body && before.isConnected;
      (isThere ? before : document.getElementById('lead-list'))?.focus();
    },
    [before],
  );
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
